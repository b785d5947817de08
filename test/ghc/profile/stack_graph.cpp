// The height of GHC's stack: the expected numbers follow from its rules, case by case.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/stack_graph.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;

namespace {

constexpr int length = 100;

/// A chain: link(next) creates each closure from the next one.
Closure* chain(ghc::Heap& heap, auto link) {
    Closure* c = heap.con("End", {}, {0});
    for (int i = 0; i != length; ++i) c = link(c);
    return c;
}

struct Result {
    std::vector<Closure*> visited;
    std::size_t stack;
};
template <class G>
Result walk(G const& graph, Closure* root) {
    Result result;
    auto visit = [&](auto& here) {
        if (here.first) result.visited.push_back(here.node);
    };
    trav::Hashed<Closure*, trav::node_data_t<decltype(visit)>> store;
    trav::TraverseHeap<G, decltype(visit), decltype(store)&, trav::Counted<ghc::GhcDepthFirst>> t(
        graph, visit, store);
    t.begin_pass();
    t.push_root(root);
    t.run();
    result.stack = t.statistics().max_frontier;
    return result;
}

struct Leaving {
    bool visit(auto& here) { return here.first; }
    void leave(auto&) { ++left; }
    std::size_t left = 0;
};

std::size_t stack(ghc::Heap& heap, Closure* root) {
    auto const ours = walk(ghc::GhcStackGraph(heap), root);
    CHECK(ours.visited.size() > length);
    CHECK(ours.visited == walk(ghc::Graph(heap, true), root).visited);  // in the same order
    return ours.stack;
}

}  // namespace

TEST_CASE("GHC's stack: the second field of a pair is its last, so a list takes no room", "[conformance]") {
    ghc::Heap heap;
    Closure* const x = heap.static_con("x");
    CHECK(stack(heap, chain(heap, [&](Closure* next) { return heap.con(":", {x, next}); })) == 1);
    CHECK(stack(heap, chain(heap, [&](Closure* next) { return heap.con("Box", {next}); })) == 1);
    CHECK(stack(heap, chain(heap, [&](Closure* next) { return heap.mut_var(next); })) == 1);
    CHECK(stack(heap, chain(heap, [&](Closure* next) { return heap.con(":", {next, x}); })) == length);
}

TEST_CASE("GHC's stack: after the last pointer of a thunk or a larger constructor another could follow",
          "[conformance]") {
    ghc::Heap heap;
    Closure* const x = heap.static_con("x");
    for (auto const height :
         {stack(heap, chain(heap, [&](Closure* next) { return heap.thunk("t", {next}); })),
          stack(heap, chain(heap, [&](Closure* next) { return heap.thunk("t", {x, next}); })),
          stack(heap, chain(heap, [&](Closure* next) { return heap.fun("f", {next}); })),
          stack(heap, chain(heap, [&](Closure* next) { return heap.con("T", {x, x, next}); }))})
        CHECK(height == length);
}

TEST_CASE("GHC's stack: a closure has no element if it has one child or all its children are on the stack",
          "[conformance]") {
    ghc::Heap heap;
    Closure *const x = heap.con("X", {}, {0}), *const pair = heap.con(":", {x, x});
    auto const height = [&](Closure* root) { return walk(ghc::GhcStackGraph(heap), root).stack; };
    CHECK(height(x) == 1);  // the root itself
    CHECK(height(heap.con("Box", {pair})) == 1);
    CHECK(height(heap.con(":", {heap.con("Box", {x}), x})) == 1);
    CHECK(height(heap.con(":", {heap.con("Box", {pair}), x})) == 2);
    CHECK(height(heap.con(":", {heap.con("Box", {heap.con("Box", {pair})}), x})) == 2);
    // the function and both arguments
    Closure* const f = heap.static_fun(ghc::Code("f").args("ppp"));
    CHECK(height(heap.pap(f, {x, x})) == 3);
    CHECK(height(heap.pap(f, {x, heap.pap(f, {x, x})})) == 2 + 3);  // the last argument is popped first
}

TEST_CASE("GHC's stack: N9: with a return callback each open closure has an element", "[conformance]") {
    ghc::Heap heap;
    Closure *const x = heap.con("X", {}, {0}), *const pair = heap.con(":", {x, x});
    Closure* const f = heap.static_fun(ghc::Code("f").args("ppp"));
    auto const height = [&](Closure* root) {
        Leaving policy;
        trav::Hashed<Closure*, trav::node_data_t<Leaving>> store;
        trav::TraverseHeap<ghc::GhcStackGraph, Leaving&, decltype(store)&, trav::Counted<ghc::GhcDepthFirst>>
            traversal(ghc::GhcStackGraph(heap), policy, store);
        traversal.push_root(root);
        traversal.run();
        CHECK(policy.left > 0);
        return traversal.statistics().max_frontier;
    };
    CHECK(height(x) == 1);
    CHECK(height(heap.con("Box", {x})) == 1);
    CHECK(height(heap.con("Box", {pair})) == 2);
    CHECK(height(heap.pap(f, {x, x})) == 1 + 3);
    CHECK(height(chain(heap, [&](Closure* next) { return heap.con(":", {x, next}); })) == length);
}

TEST_CASE("GHC's stack: its height is correct again after a stopped pass", "[unit]") {
    ghc::Heap heap;
    Closure* const x = heap.con("X", {}, {0});
    Closure* const f = heap.static_fun(ghc::Code("f").args("ppp"));
    Closure* const root = heap.pap(f, {x, heap.pap(f, {x, x})});
    std::size_t visits = 0, stop_at = 2;
    auto visit = [&](auto& here) {
        if (++visits == stop_at) return trav::go::stop;
        return here.first ? trav::go::down : trav::go::skip;
    };
    trav::Hashed<Closure*, trav::node_data_t<decltype(visit)>> store;
    trav::TraverseHeap<ghc::GhcStackGraph, decltype(visit), decltype(store)&,
                       trav::Counted<ghc::GhcDepthFirst>>
        traversal(ghc::GhcStackGraph(heap), visit, store);
    traversal.push_root(root);
    CHECK_FALSE(traversal.run());  // while the root's children are on the stack
    stop_at = 0;
    traversal.begin_pass();
    traversal.push_root(root);
    CHECK(traversal.run());
    CHECK(traversal.statistics().max_frontier == 2 + 3);
}
