// test/strategy/worklist.cpp: a Worklist makes exactly the calls that follow from the order of its frontier.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/counted.hpp>
#include <trav/strategy/worklist.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

using namespace test;

namespace {

template <class Item, class>
struct Fifo {
    std::deque<Item> items{};
    void push(Item item, auto const&) { items.push_back(std::move(item)); }
    Item pop() {
        Item item = std::move(items.front());
        items.pop_front();
        return item;
    }
    bool empty() const { return items.empty(); }
    std::size_t size() const { return items.size(); }
    void clear() { items.clear(); }
};
template <class Item, class Graph>
struct Lifo : Fifo<Item, Graph> {
    Item pop() {
        Item item = std::move(this->items.back());
        this->items.pop_back();
        return item;
    }
};
/// The arrival with the least inherited value comes first.
template <class Item, class Graph>
struct Least : Fifo<Item, Graph> {
    Item pop() {
        auto const less = [](Item const& a, Item const& b) { return a.inherited < b.inherited; };
        auto const at = std::ranges::min_element(this->items, less);
        Item item = std::move(*at);
        this->items.erase(at);
        return item;
    }
};
struct Queue : trav::Worklist<Fifo, false> {};
struct Stack : trav::Worklist<Lifo, true> {};
struct LeastFirst : trav::Worklist<Least, false> {};

struct Frontier : Fifo<int, Objects<>> {};
struct Unclearable {
    void push(int, Objects<> const&) {}
    int pop() { return 0; }
    bool empty() const { return true; }
    std::size_t size() const { return 0; }
};
static_assert(trav::FrontierOf<Frontier, int, Objects<>>);
static_assert(!trav::FrontierOf<Unclearable, int, Objects<>>);

/// The price of the first arrival. The price of an edge depends on the number of its origin.
struct Price {
    using node_data = std::uint32_t;
    using inherited = std::uint32_t;
    static constexpr bool once = true;
    static std::uint32_t of(int node) { return static_cast<std::uint32_t>(node) * 7 % 10; }
    void visit(auto& here) {
        here.data = here.inherited;
        here.to_children = here.inherited + of(here.node->id);
    }
};

}  // namespace

TEST_CASE("worklist: a queue and a stack make the expected calls", "[property]") {
    Rule rule{.most = 2};
    for_random_graphs(41, 10, 24, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_model_with_every_answer<Queue>(shape, rule);
        equals_model_with_every_answer<Stack>(shape, rule);
    });
}

TEST_CASE("worklist: with the least price first, every first arrival is on a cheapest path", "[property]") {
    for_random_graphs(42, 10, 30, [](Shape const& shape) {
        constexpr std::uint32_t unreached = ~0u;
        std::vector<std::uint32_t> price(shape.children.size(), unreached);
        for (int const root : shape.roots)
            if (root >= 0) price[static_cast<std::size_t>(root)] = 0;
        for (bool changed = true; changed;) {  // Bellman and Ford
            changed = false;
            for (int from = 0; from < shape.size(); ++from)
                for (int const to : shape.children[static_cast<std::size_t>(from)]) {
                    if (to < 0 || price[static_cast<std::size_t>(from)] == unreached) continue;
                    auto const sum = price[static_cast<std::size_t>(from)] + Price::of(from);
                    if (sum >= price[static_cast<std::size_t>(to)]) continue;
                    price[static_cast<std::size_t>(to)] = sum;
                    changed = true;
                }
        }
        Heap<std::uint32_t> heap(shape);
        trav::Hashed<Obj<std::uint32_t>*, std::uint32_t> store;
        Price policy;
        trav::traverse<LeastFirst>(Objects<std::uint32_t>{&heap}, heap.roots, policy, store);
        std::vector<std::uint32_t> found;
        for (auto& object : heap.objects) {
            auto const* data = store.find(&object);
            found.push_back(data != nullptr ? *data : unreached);
        }
        INFO(shape.name);
        CHECK(found == price);
    });
}

TEST_CASE("worklist: a frontier is counted, and a new pass clears it", "[unit]") {
    Heap<> heap(shape("a:bcd b: c: d:", "a"));
    int visits = 0;
    auto count = [&](auto&) { ++visits; };
    auto traversal = trav::traversal<trav::Counted<Queue>>(Objects<>{&heap}, count);
    traversal.push_root(heap.at(0));
    traversal.step();
    CHECK(traversal.statistics().max_frontier == 3);
    traversal.begin_pass();
    CHECK(traversal.idle());
    CHECK(traversal.run());
    CHECK(visits == 1);
}
