// test/strategy/pointer_reversal.cpp: GHC's calls in constant space. Every byte of the heap is restored, no
// matter how a traversal ends.
#include "catch.hpp"
#include "support/event_log.hpp"
#include "support/ghc.hpp"
#include "support/random_graph.hpp"

#include <trav/store/in_node.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

using namespace test;

namespace {

struct Cell {
    int id;
    std::uint32_t count;
    std::uint32_t cursor;
    trav::Slot<> mark;
    Cell** first;
};

/// The objects of a Shape. All their pointers are in one array.
struct Cells {
    explicit Cells(Shape const& shape) : cells(shape.children.size()) {
        std::size_t edges = 0;
        for (auto const& list : shape.children) edges += list.size();
        pointers.resize(edges);
        auto const at = [&](int i) { return i < 0 ? nullptr : &cells[static_cast<std::size_t>(i)]; };
        Cell** next = pointers.data();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            auto const& list = shape.children[i];
            cells[i] = {static_cast<int>(i), static_cast<std::uint32_t>(list.size()), 0, {}, next};
            for (int const child : list) *next++ = at(child);
        }
        for (int const root : shape.roots) roots.push_back(at(root));
        bytes = now();
    }
    Cells(Cells const&) = delete;
    Cells& operator=(Cells const&) = delete;

    std::vector<unsigned char> now() const {
        std::vector<unsigned char> all(cells.size() * sizeof(Cell) + pointers.size() * sizeof(Cell*));
        std::memcpy(all.data(), cells.data(), cells.size() * sizeof(Cell));
        if (!pointers.empty())
            std::memcpy(all.data() + cells.size() * sizeof(Cell), pointers.data(),
                        pointers.size() * sizeof(Cell*));
        return all;
    }
    bool untouched() const { return now() == bytes; }

    std::vector<Cell> cells;
    std::vector<Cell*> pointers;
    std::vector<Cell*> roots;
    std::vector<unsigned char> bytes;
};

struct Graph {
    using node = Cell*;
    std::size_t size;
    explicit Graph(Cells const& cells) : size(cells.cells.size()) {}
    std::span<Cell* const> children(node n) const { return {n->first, n->count}; }
    std::span<Cell*> slots(node n) const { return {n->first, n->count}; }
    std::uint32_t& cursor(node n) const { return n->cursor; }
    std::size_t index(node n) const { return static_cast<std::size_t>(n->id); }
    std::size_t count() const { return size; }
};

struct Enough {};  // thrown by the policy of a test

/// Logs its calls, answers by the rule, and throws in one of its calls.
template <class Answer>
struct Listener {
    using node_data = std::uint32_t;  // arrivals
    static constexpr bool wants_parent = true;
    Rule rule{};
    std::size_t throws_in = std::numeric_limits<std::size_t>::max();  // the call, counted from 0
    Log log{};
    std::uint32_t visits = 0;

    Answer visit(auto& here) {
        note(Event::visit, here);
        trav::go const answer = rule.answer(here.node->id, here.data++, ++visits);
        if constexpr (std::is_same_v<Answer, trav::go>) return answer;
        else if constexpr (std::is_same_v<Answer, bool>) return answer == trav::go::down;
    }

  protected:
    void note(Event::Kind kind, auto& here) {
        if (log.size() == throws_in) throw Enough{};
        log.push_back({kind, here.node->id, here.parent->id, here.first, here.data, -1, -1});
    }
};
template <class Answer>
struct LeavingListener : Listener<Answer> {
    void leave(auto& here) { this->note(Event::leave, here); }
};

struct CountBoth {
    int visits = 0, left = 0;
    void visit(auto&) { ++visits; }
    void leave(auto&) { ++left; }
};

template <class Policy, class Answer>
void equals_ghc(Shape const& shape, Rule rule) {
    if (!std::is_same_v<Answer, trav::go>) rule.stop_after = ~0u;
    GhcLoop ghc(shape, std::is_void_v<Answer> ? std::nullopt : std::optional(rule),
                trav::Leaves<Policy, Cell*>);
    bool const ran = ghc.run(7);
    Log expected = ghc.log();
    for (auto& event : expected) event.inherited = event.returned = -1;

    Cells heap(shape);
    Policy policy;
    policy.rule = rule;
    auto traversal = trav::traversal<trav::PointerReversal>(Graph(heap), policy);
    for (auto* root : heap.roots) traversal.push_root(root);
    INFO(shape.name);
    CHECK(traversal.run() == ran);
    CHECK(policy.log == expected);
    CHECK(heap.untouched());
}
void equals_ghc_with_every_answer(Shape const& shape, Rule rule) {
    equals_ghc<Listener<void>, void>(shape, rule);
    equals_ghc<LeavingListener<void>, void>(shape, rule);
    equals_ghc<Listener<bool>, bool>(shape, rule);
    equals_ghc<LeavingListener<bool>, bool>(shape, rule);
    equals_ghc<Listener<trav::go>, trav::go>(shape, rule);
    equals_ghc<LeavingListener<trav::go>, trav::go>(shape, rule);
}

}  // namespace

TEST_CASE("pointer reversal: it makes GHC's calls on every kind of graph", "[property]") {
    Rule rule;
    for_random_graphs(60, 30, 24, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_ghc_with_every_answer(shape, rule);
    });
}

TEST_CASE("pointer reversal: a policy may throw in any call, and every byte of the heap is restored",
          "[property]") {
    for_random_graphs(61, 5, 16, [](Shape const& shape) {
        INFO(shape.name);
        Cells heap(shape);
        for (std::size_t calls = 0;; ++calls) {
            LeavingListener<void> thrower;
            thrower.throws_in = calls;
            bool thrown = false;
            try {
                if (calls % 2 == 0) {
                    trav::traverse<trav::PointerReversal>(Graph(heap), heap.roots, thrower);
                } else {
                    auto traversal = trav::traversal<trav::PointerReversal>(Graph(heap), thrower);
                    for (auto* root : heap.roots) traversal.push_root(root);
                    try {
                        traversal.run();
                    } catch (Enough) {
                        CHECK(heap.untouched());  // while the traversal still exists
                        throw;
                    }
                }
            } catch (Enough) { thrown = true; }
            CHECK(heap.untouched());
            if (!thrown) break;
        }
    });
}

TEST_CASE("pointer reversal: a traversal abandoned after any step leaves the heap unchanged", "[property]") {
    for_random_graphs(62, 5, 16, [](Shape const& shape) {
        Cells heap(shape);
        LeavingListener<void> policy;
        bool idle = false;
        for (int steps = 0; !idle; ++steps) {
            {
                auto traversal = trav::traversal<trav::PointerReversal>(Graph(heap), policy);
                for (auto* root : heap.roots) traversal.push_root(root);
                for (int i = 0; i < steps && !traversal.idle(); ++i) traversal.step();
                idle = traversal.idle();
                if (steps % 2 == 0) {
                    traversal.begin_pass();
                    CHECK(heap.untouched());
                }
            }
            CHECK(heap.untouched());
        }
    });
}

TEST_CASE("pointer reversal: a step that says stop leaves the heap unchanged, and nothing to do") {
    Cells heap(shape("a:b b:c c:d d:", "aa"));
    auto stops = [](auto& here) { return here.node->id == 2 ? trav::go::stop : trav::go::down; };
    auto traversal = trav::traversal<trav::PointerReversal>(Graph(heap), stops);
    for (auto* root : heap.roots) traversal.push_root(root);
    while (traversal.step() != trav::go::stop) {}
    CHECK(traversal.idle());
    CHECK(heap.untouched());
}

TEST_CASE("pointer reversal: it descends again from a closed node, but not from an open one") {
    auto always = [](auto&) { return true; };
    Cells tree(shape("a:bcb b:d c: d:", "a"));
    int visits = 0;
    auto count = [&](auto& here) { return ++visits, here.node->id != 2; };
    trav::traverse<trav::PointerReversal>(Graph(tree), tree.roots, count);
    CHECK(visits == 6);  // a, b, d, c, and b and d again
    CHECK(tree.untouched());

    Cells cycle(shape("a:b b:c c:a", "a"));
    CHECK_THROWS_AS(trav::traverse<trav::PointerReversal>(Graph(cycle), cycle.roots, always),
                    trav::OpenAgain);
    CHECK(cycle.untouched());
}

TEST_CASE("pointer reversal: it keeps two nodes and a number for a path of any length") {
    int const length = 300'000;
    Shape list{"list", std::vector<std::vector<int>>(length), {0}};
    for (int i = 1; i < length; ++i) list.children[static_cast<std::size_t>(i) - 1].push_back(i);
    Cells heap(list);
    CountBoth count;
    trav::InNode<&Cell::mark> marks;
    CHECK_FALSE(trav::traverse<trav::PointerReversal>(Graph(heap), heap.roots, count, marks).stopped);
    CHECK(count.visits == length);
    CHECK(count.left == length);
    for (std::size_t i = 0; i < heap.pointers.size(); ++i) CHECK(heap.pointers[i] == &heap.cells[i + 1]);

    using Walker = trav::PointerReversal::Walker<Graph, CountBoth, trav::InNode<&Cell::mark>>;
    static_assert(sizeof(Walker) <= 3 * sizeof(void*) + 3 * sizeof(void*) + sizeof(std::vector<Cell*>));
}

TEST_CASE("pointer reversal: it can be Counted") {
    Cells heap(shape("a:bc b:d c:d d:", "a"));
    auto nothing = [](auto&) {};
    auto traversal = trav::traversal<trav::Counted<trav::PointerReversal>>(Graph(heap), nothing);
    traversal.push_root(heap.roots[0]);
    CHECK(traversal.run());
    CHECK(traversal.statistics().visits == 5);
    CHECK(traversal.statistics().objects == 4);
    CHECK(traversal.statistics().max_frontier == 2);  // a and b are open while d is visited
}

namespace {

struct Wide {
    std::vector<Wide*> fields;
    std::uint8_t cursor = 0;
};
struct WideGraph {
    using node = Wide*;
    auto const& children(node n) const { return n->fields; }
    auto& slots(node n) const { return n->fields; }
    std::uint8_t& cursor(node n) const { return n->cursor; }
};

}  // namespace

TEST_CASE("pointer reversal: a cursor must be able to count the children") {
    Wide leaf{};
    Wide root{std::vector<Wide*>(255, &leaf)};
    int visits = 0;
    auto count = [&](auto&) { ++visits; };
    trav::traverse<trav::PointerReversal>(WideGraph{}, std::vector{&root}, count);
    CHECK(visits == 256);
    root.fields.push_back(&leaf);
    CHECK_THROWS_AS(trav::traverse<trav::PointerReversal>(WideGraph{}, std::vector{&root}, count),
                    std::length_error);
    CHECK(std::all_of(root.fields.begin(), root.fields.end(), [&](Wide* child) { return child == &leaf; }));
}
