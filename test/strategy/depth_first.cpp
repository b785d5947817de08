// test/strategy/depth_first.cpp: exactly GHC's order and sequence of callbacks; frames are no larger than
// hand-written ones.
#include "catch.hpp"
#include "support/event_log.hpp"
#include "support/ghc.hpp"
#include "support/heap.hpp"

#include <trav/strategy/counted.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

using namespace test;

namespace {

using Data = std::uint32_t;
struct PlainObjects : Objects<Data> {};

/// Walks `heap` from its roots and compares the calls with GHC's.
template <template <class> class Policy, class Answer>
void equals_ghc(auto const& graph, Shape const& shape, Heap<Data>& heap, Rule rule, auto& store) {
    constexpr bool leaves = trav::Leaves<Policy<Answer>, Obj<Data>*>;
    bool (*at_once)(int) = nullptr;
    if constexpr (requires { graph.takes_at_once(0); }) at_once = &graph.takes_at_once;
    if (!std::is_same_v<Answer, trav::go>) rule.stop_after = ~0u;

    GhcLoop ghc(shape, std::is_void_v<Answer> ? std::nullopt : std::optional(rule), leaves, at_once);
    bool const ran = ghc.run(7);
    Policy<Answer> policy;
    policy.rule = rule;
    trav::TraverseHeap traversal(graph, policy, store);
    for (auto* root : heap.roots) traversal.push_root(root, 7);
    INFO(shape.name);
    CHECK(traversal.run() == ran);
    CHECK(policy.log == ghc.log());
    if constexpr (leaves) {
        if (ran) CHECK(traversal.returned() == ghc.total());
    }
}

/// Every answer, with and without leave(); and every store, since frames with leave() keep pointers into it.
void all_policies(auto const& graph, Shape const& shape, Heap<Data>& heap, Rule rule) {
    auto const with_a_store = [&]<template <class> class Policy, class Answer>() {
        trav::Hashed<Obj<Data>*, Data> store;
        equals_ghc<Policy, Answer>(graph, shape, heap, rule, store);
    };
    with_a_store.template operator()<Recorder, void>();
    with_a_store.template operator()<Recorder, bool>();
    with_a_store.template operator()<Recorder, trav::go>();
    with_a_store.template operator()<LeavingRecorder, void>();
    with_a_store.template operator()<LeavingRecorder, bool>();
    for_each_store(heap, [&](auto& store, char const* name) {
        INFO(name);
        equals_ghc<LeavingRecorder, trav::go>(graph, shape, heap, rule, store);
    });
}

void equals_ghc_on(Shape const& shape, Rule rule) {
    Heap<Data> heap(shape);
    all_policies(PlainObjects{{&heap}}, shape, heap, rule);
    all_policies(AtOnceObjects<Data>{{&heap}}, shape, heap, rule);
}

/// The number of nodes below a node in the tree of first arrivals, including itself.
struct Below {
    using returned = int;
    std::vector<int> found{};
    void visit(auto&) {}
    void leave(auto& here) {
        found.push_back(here.returned + 1);
        here.to_parent += here.returned + 1;
    }
};

}  // namespace

TEST_CASE("depth first: a node returns its value to its parent, also in single steps") {
    Heap<> heap(shape("a:bd b:c c: d:", "a"));
    Below policy;
    trav::TraverseHeap traversal(Objects<>{&heap}, policy);
    traversal.push_root(heap.at(0));
    while (!traversal.idle()) traversal.step();
    CHECK(policy.found == std::vector{1, 2, 1, 4});
    CHECK(traversal.returned() == 4);
}

TEST_CASE("depth first: a stop drops children that were taken at once") {
    Heap<> heap(shape("a:c b: c:abd d:", "a"));  // c's children are taken at once
    int visits = 0, most = 3;
    auto stops = [&](auto& here) {
        if (++visits == most) return trav::go::stop;
        return here.first ? trav::go::down : trav::go::skip;
    };
    auto traversal = trav::traversal<trav::Counted<trav::DepthFirst>>(AtOnceObjects<>{{&heap}}, stops);
    traversal.push_root(heap.at(0));
    CHECK_FALSE(traversal.run());
    CHECK(traversal.idle());
    most = 0;
    traversal.begin_pass();
    traversal.push_root(heap.at(0));
    CHECK(traversal.run());
    CHECK(traversal.statistics().max_frontier == 4);  // c, with three waiting children
}

TEST_CASE("depth first: it makes GHC's calls on every kind of graph", "[property]") {
    Rule rule;
    for_random_graphs(1, 30, 24, [&](Shape const& shape) { ++rule.seed, equals_ghc_on(shape, rule); });
}

TEST_CASE("depth first: it makes GHC's calls for policies that descend again", "[property]") {
    Rule rule{.most = 3};
    for_random_graphs(2, 10, 12, [&](Shape const& shape) { ++rule.seed, equals_ghc_on(shape, rule); });
}

TEST_CASE("depth first: it makes GHC's calls until a visit says stop", "[property]") {
    Rule rule{.most = 2};
    for_random_graphs(3, 20, 16, [&](Shape const& shape) {
        rule.stop_after = 1 + ++rule.seed % 20;
        equals_ghc_on(shape, rule);
    });
}
