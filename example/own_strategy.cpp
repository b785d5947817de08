// A strategy of your own: it visits the cheapest arrival first, so each object is first reached along its
// cheapest path: Dijkstra's algorithm.
#include <trav/engine.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

// [strategy]
/// Pending arrivals, the one with the least `inherited` first.
template <class Item, class Graph>
class CheapestArrival {
  public:
    void push(Item item, Graph const&) {
        heap_.push_back(std::move(item));
        std::ranges::push_heap(heap_, dearer);
    }
    Item pop() {
        std::ranges::pop_heap(heap_, dearer);
        Item item = std::move(heap_.back());
        heap_.pop_back();
        return item;
    }
    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    void clear() { heap_.clear(); }

  private:
    static bool dearer(Item const& a, Item const& b) { return b.inherited < a.inherited; }
    std::vector<Item> heap_;
};

/// Visits in the order of `inherited`, least first.
struct CheapestFirst : trav::Worklist<CheapestArrival, false> {
    template <class Graph, class Policy, class Store>
    static consteval bool check() {
        constexpr bool has_prices = requires { typename Policy::inherited; };
        static_assert(has_prices,
                      "CheapestFirst compares what the policy inherits: declare 'using inherited = ...;'");
        return has_prices;
    }
};
// [strategy]

struct Obj {
    std::string name;
    bool is_cache;
    std::vector<Obj*> fields{};
};
struct Heap {
    using node = Obj*;
    auto const& children(node o) const { return o->fields; }
};

// [policy]
/// For each object, its parent on the cheapest path. A path through a cache is expensive.
struct CheapestPath {
    using node_data = Obj*;
    using inherited = int;  // the price of the path so far
    static constexpr bool wants_parent = true;
    static constexpr bool once = true;
    void visit(auto& here) {
        here.data = here.parent;
        here.to_children = here.inherited + (here.node->is_cache ? 100 : 1);
    }
};
// [policy]

int main() {
    Obj session{"session", false};
    Obj cache{"cache", true, {&session}};
    Obj user{"user", false, {&session}}, users{"users", false, {&user}};
    Obj server{"server", false, {&cache, &users}};

    // [use]
    trav::Hashed<Obj*, Obj*> parents;
    CheapestPath path;
    trav::traverse<CheapestFirst>(Heap{}, std::vector{&server}, path, parents);

    std::string text = session.name;
    for (Obj* o = &session; o != &server; text = o->name + " > " + text) o = *parents.find(o);
    std::cout << text << '\n';  // the path through the cache has fewer objects
    // [use]
    return text == "server > users > user > session" ? 0 : 1;
}
