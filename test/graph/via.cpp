#include <trav/graph/via.hpp>

#include "expected_edges.hpp"
#include "support/strategies.hpp"

#include <array>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace {

struct Special;

struct Obj {
    int id = 0;
    Obj* pointer = nullptr;
    Special* derived = nullptr;
    std::unique_ptr<Obj> unique;
    std::shared_ptr<Obj> shared;
    std::vector<Obj*> vector;
    std::vector<std::unique_ptr<Obj>> move_only;
    std::array<Obj*, 2> array{};
    Obj* c_array[3] = {};
    std::shared_ptr<Obj> c_array_of_shared[2];
    std::deque<std::shared_ptr<Obj>> deque;
    std::list<Obj*> list;
    std::forward_list<Obj*> forward_list;
    std::set<Obj*> set;
    std::span<Obj*> span;
    std::map<std::string, std::unique_ptr<Obj>> map;
    std::unordered_map<int, Obj*> unordered_map;
    std::list<Obj> inline_list;
    std::vector<Obj> inline_vector;
    std::map<int, Obj> inline_map;
    // no edges
    std::weak_ptr<Obj> weak;
    std::vector<std::weak_ptr<Obj>> weak_vector;
    std::unique_ptr<Obj[]> some;
    std::nullptr_t nothing = nullptr;
    std::string name;
    std::vector<int> numbers;
    std::map<Obj*, int> ids;
    std::vector<std::vector<Obj*>> rows;
    void* anything = nullptr;
    Obj* next() const { return pointer; }
    std::vector<Obj*> copies() const { return vector; }
};
struct Special : Obj {};

template <auto Member>
concept edge = trav::detail::Edge<trav::detail::PointerField<Member>, Obj*>;
static_assert(!edge<&Obj::id> && !edge<&Obj::weak> && !edge<&Obj::weak_vector> && !edge<&Obj::some> &&
              !edge<&Obj::nothing>);
static_assert(!edge<&Obj::name> && !edge<&Obj::numbers> && !edge<&Obj::ids> && !edge<&Obj::rows> &&
              !edge<&Obj::anything>);
static_assert(edge<&Obj::next> && !edge<&Obj::copies>);  // const functions
static_assert(edge<&Obj::pointer> && edge<&Obj::inline_map> && edge<&Obj::c_array_of_shared>);

// a container of pointers is returned as it is
static_assert(
    std::is_same_v<decltype(trav::Via<&Obj::vector>{}.children(nullptr)), std::vector<Obj*> const&>);
static_assert(std::is_same_v<decltype(trav::Via<&Obj::set>{}.children(nullptr)), std::set<Obj*> const&>);
static_assert(
    std::is_same_v<decltype(trav::Via<&Obj::array>{}.children(nullptr)), std::array<Obj*, 2> const&>);

static_assert(trav::HeapGraph<trav::Via<&Obj::vector>> &&
              std::is_empty_v<trav::Via<&Obj::vector, &Obj::map>>);
static_assert(trav::Via<&Obj::vector>{}.size(nullptr) == sizeof(Obj));

// one position at a time: the node, a number, and the largest iterator
using Cursor =
    decltype(trav::Via<&Obj::pointer, &Obj::move_only, &Obj::list, &Obj::map>{}.children(nullptr).begin());
#ifndef _GLIBCXX_DEBUG
static_assert(sizeof(Cursor) == 3 * sizeof(void*) && std::is_trivially_copyable_v<Cursor>);
#endif
static_assert(sizeof(trav::Via<&Obj::pointer, &Obj::unique>{}.children(nullptr).begin()) ==
              sizeof(void*) + 8);

template <class G>
std::vector<Obj*> children(G const& graph, Obj* n) {
    std::vector<Obj*> all;
    for (Obj* child : graph.children(n)) all.push_back(child);
    std::vector<Obj*> scanned;
    graph.scan(n, [&](Obj* child) { scanned.push_back(child); });
    CHECK(scanned == all);
    return all;
}

using Nodes = std::vector<Obj*>;

}  // namespace

TEST_CASE("Via follows every kind of member", "[unit]") {
    Obj a, b, c;
    Special s;
    Obj n;
    auto const shared = std::make_shared<Obj>();

    CHECK(children(trav::Via<&Obj::pointer>{}, &n) == Nodes{nullptr});
    n.pointer = &a;
    CHECK(children(trav::Via<&Obj::pointer>{}, &n) == Nodes{&a});
    CHECK(children(trav::Via<&Obj::next>{}, &n) == Nodes{&a});
    n.derived = &s;
    CHECK(children(trav::Via<&Obj::derived>{}, &n) == Nodes{&s});
    n.unique = std::make_unique<Obj>();
    CHECK(children(trav::Via<&Obj::unique>{}, &n) == Nodes{n.unique.get()});
    n.shared = shared;
    CHECK(children(trav::Via<&Obj::shared>{}, &n) == Nodes{shared.get()});
    CHECK(children(trav::Via<&Obj::vector>{}, &n).empty());
    n.vector = {&a, nullptr, &b};
    CHECK(children(trav::Via<&Obj::vector>{}, &n) == Nodes{&a, nullptr, &b});
    CHECK(children(trav::Via<&Obj::move_only>{}, &n).empty());
    n.move_only.push_back(std::make_unique<Obj>());
    n.move_only.push_back(nullptr);
    CHECK(children(trav::Via<&Obj::move_only>{}, &n) == Nodes{n.move_only[0].get(), nullptr});
    n.array = {&b, &a};
    CHECK(children(trav::Via<&Obj::array>{}, &n) == Nodes{&b, &a});
    n.c_array[1] = &c;
    CHECK(children(trav::Via<&Obj::c_array>{}, &n) == Nodes{nullptr, &c, nullptr});
    n.c_array_of_shared[0] = shared;
    CHECK(children(trav::Via<&Obj::c_array_of_shared>{}, &n) == Nodes{shared.get(), nullptr});
    n.deque = {shared, nullptr, shared};
    CHECK(children(trav::Via<&Obj::deque>{}, &n) == Nodes{shared.get(), nullptr, shared.get()});
    n.list = {&a, &b};
    CHECK(children(trav::Via<&Obj::list>{}, &n) == Nodes{&a, &b});
    n.forward_list = {&b, &c};
    CHECK(children(trav::Via<&Obj::forward_list>{}, &n) == Nodes{&b, &c});
    n.set = {&a, &b};
    CHECK(children(trav::Via<&Obj::set>{}, &n).size() == 2);
    n.span = n.vector;
    CHECK(children(trav::Via<&Obj::span>{}, &n) == Nodes{&a, nullptr, &b});
    n.map["x"] = std::make_unique<Obj>();
    n.map["y"] = nullptr;
    CHECK(children(trav::Via<&Obj::map>{}, &n) == Nodes{n.map["x"].get(), nullptr});
    n.unordered_map[7] = &c;
    CHECK(children(trav::Via<&Obj::unordered_map>{}, &n) == Nodes{&c});
    n.inline_list.resize(2);
    CHECK(children(trav::Via<&Obj::inline_list>{}, &n) ==
          Nodes{&n.inline_list.front(), &n.inline_list.back()});
    n.inline_vector.resize(2);
    CHECK(children(trav::Via<&Obj::inline_vector>{}, &n) == Nodes{&n.inline_vector[0], &n.inline_vector[1]});
    n.inline_map[3].id = 3;
    CHECK(children(trav::Via<&Obj::inline_map>{}, &n) == Nodes{&n.inline_map[3]});

    // several members: in the order of the list, skipping empty ones, including the first and the last
    CHECK(children(trav::Via<&Obj::list, &Obj::pointer, &Obj::vector>{}, &n) ==
          Nodes{&a, &b, &a, &a, nullptr, &b});
    CHECK(children(trav::Via<&Obj::list, &Obj::vector, &Obj::deque>{}, &a).empty());
    a.vector = {&c};
    CHECK(children(trav::Via<&Obj::list, &Obj::vector, &Obj::deque>{}, &a) == Nodes{&c});
}

namespace {

template <class T>
struct Linked {
    T* next = nullptr;
};
struct Cell : Linked<Cell> {
    std::vector<Cell*> more;
};

struct Frozen {
    Frozen const* left;
    Frozen const* right[2];
};

}  // namespace

TEST_CASE("Via takes members of base classes, and nodes of const objects", "[unit]") {
    Cell a, b, c;
    a.next = &b;
    a.more = {&c};
    trav::Via<&Cell::next, &Cell::more> cells;  // &Cell::next is a member of Linked<Cell>
    static_assert(std::is_same_v<decltype(cells)::node, Cell*>);
    std::vector<Cell*> all;
    for (Cell* child : cells.children(&a)) all.push_back(child);
    CHECK(all == std::vector<Cell*>{&b, &c});
    static_assert(std::is_same_v<trav::Via<&Frozen::left>::node, Frozen const*>);
}

namespace {

constexpr Frozen leaf{nullptr, {nullptr, nullptr}};
constexpr Frozen inner{&leaf, {nullptr, &leaf}};
constexpr Frozen top{&leaf, {&inner, &leaf}};

constexpr int count_children(Frozen const* n) {
    trav::Via<&Frozen::left, &Frozen::right> const graph;
    int listed = 0, scanned = 0;
    for (Frozen const* child : graph.children(n)) listed += child != nullptr;
    graph.scan(n, [&](Frozen const* child) { scanned += child != nullptr; });
    return listed == scanned ? listed : -1;
}
static_assert(count_children(&leaf) == 0 && count_children(&inner) == 2 && count_children(&top) == 3);

// --- the requirements for a container ---

struct Plain {};
struct Checked {
    Checked() = default;
    Checked(Checked const&) {}
    Checked& operator=(Checked const&) { return *this; }
};

/// Only an input iterator: two of them cannot be compared; the end has another type.
template <class T, class Copying>
struct Minimal {
    struct End {
        T* end;
    };
    struct Iterator {
        T* at;
        [[no_unique_address]] Copying copying;
        T operator*() const { return *at; }
        Iterator& operator++() {
            ++at;
            return *this;
        }
        bool operator!=(End e) const { return at != e.end; }
        explicit Iterator(T* start = nullptr) : at(start) {}
    };
    std::vector<T> items;
    Iterator begin() { return Iterator(items.data()); }
    End end() { return {items.data() + items.size()}; }
};

struct Sparse {
    Minimal<Sparse*, Plain> trivial;
    Minimal<Sparse*, Checked> checked;  // like in a checked standard library
};
static_assert(std::is_trivially_copyable_v<Minimal<Sparse*, Plain>::Iterator>);
static_assert(!std::is_trivially_copyable_v<Minimal<Sparse*, Checked>::Iterator>);

}  // namespace

TEST_CASE("Via requires only begin, end and an input iterator of a container", "[unit]") {
    Sparse a, b;
    a.trivial.items = {&a, &b};
    a.checked.items = {&b, nullptr, &a};
    auto const list = [&](auto graph) {
        std::vector<Sparse*> all;
        for (Sparse* child : graph.children(&a)) all.push_back(child);
        return all;
    };
    CHECK(list(trav::Via<&Sparse::trivial>{}) == std::vector<Sparse*>{&a, &b});
    CHECK(list(trav::Via<&Sparse::checked>{}) == std::vector<Sparse*>{&b, nullptr, &a});
    CHECK(list(trav::Via<&Sparse::checked, &Sparse::trivial>{}) ==
          std::vector<Sparse*>{&b, nullptr, &a, &a, &b});
}

TEST_CASE("Via has the edges of random objects", "[property]") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(20);
        std::vector<std::shared_ptr<Obj>> owner;
        Nodes nodes;
        for (int i = 0; i < count; ++i) nodes.push_back(owner.emplace_back(std::make_shared<Obj>()).get());
        Edges pointers, all;
        for (Obj* n : nodes) {
            std::vector<int> edges;
            auto const some = [&] {
                std::vector<int> chosen;
                for (int k = random.below(4); k > 0; --k) chosen.push_back(random.below(count));
                return chosen;
            };
            auto const at = [&](int i) { return nodes[static_cast<std::size_t>(i)]; };
            for (int i : some()) n->vector.push_back(at(i)), edges.push_back(i);
            if (random.below(2)) n->vector.insert(n->vector.begin(), nullptr);
            pointers.push_back(edges);
            for (int i : some()) n->list.push_back(at(i)), edges.push_back(i);
            if (int const i = random.below(count); random.below(2)) n->pointer = at(i), edges.push_back(i);
            for (int i : some()) n->deque.push_back(owner[static_cast<std::size_t>(i)]), edges.push_back(i);
            if (int const i = random.below(count); random.below(2)) n->c_array[2] = at(i), edges.push_back(i);
            if (int const i = random.below(count); random.below(2))
                n->unordered_map[0] = at(i), edges.push_back(i);
            all.push_back(edges);
        }
        check_edges(trav::Via<&Obj::vector>{}, nodes, pointers);
        check_edges(trav::Via<&Obj::vector, &Obj::list, &Obj::pointer, &Obj::deque, &Obj::c_array,
                              &Obj::unordered_map>{},
                    nodes, all);
        for (auto& o : owner) o->deque.clear();  // breaks cycles of owners
    }
}

TEST_CASE("Via walks a long list of cells with several edges in linear time", "[unit]") {
    std::size_t const size = 200'000;
    std::vector<Cell> cells(size);
    for (std::size_t i = 0; i + 1 < size; ++i) cells[i].next = &cells[i + 1];
    std::size_t reached = 0;
    auto count = [&](auto& here) { reached += here.first; };
    std::vector<Cell*> const roots{&cells[0]};
    test::for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        reached = 0;
        trav::traverse<Strategy>(trav::Via<&Cell::next>{}, roots, count);
        CHECK(reached == size);
        trav::traverse<Strategy>(trav::Via<&Cell::next, &Cell::more>{}, roots, count);
        CHECK(reached == 2 * size);
        trav::traverse<Strategy>(trav::Via<&Cell::more, &Cell::next>{}, roots, count);
        CHECK(reached == 3 * size);
    });

    Obj wide;
    wide.inline_list.resize(100'000);  // a position in a list must not be an index
    reached = 0;
    std::vector<Obj*> const wide_roots{&wide};
    trav::traverse(trav::Via<&Obj::pointer, &Obj::inline_list>{}, wide_roots, count);
    CHECK(reached == 1 + wide.inline_list.size());
}
