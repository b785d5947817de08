// test/strategy/counted.cpp: the statistics, compared with known numbers and with a model; the calls do not
// change.
#include "catch.hpp"
#include "support/event_log.hpp"
#include "support/ghc.hpp"
#include "support/heap.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <optional>

using namespace test;

namespace {

using Data = std::uint32_t;

struct Visit {
    void visit(auto&) {}
};
struct VisitOnce : Visit {
    static constexpr bool once = true;
};
struct Leave {
    void leave(auto&) {}
};

template <class Strategy, class Policy>
trav::Statistics statistics(Shape const& shape) {
    Heap<> heap(shape);
    Policy policy;
    auto traversal = trav::traversal<trav::Counted<Strategy>>(Objects<>{&heap}, policy);
    for (auto* root : heap.roots) traversal.push_root(root);
    traversal.run();
    return traversal.statistics();
}

Shape const diamond = shape("a:bc b:d c:d d:", "a");
Shape const star = shape("a:bcdef b: c: d: e: f:", "a");

}  // namespace

TEST_CASE("counted: it counts visits and objects") {
    auto const all = statistics<trav::DepthFirst, Visit>(diamond);
    CHECK(all.visits == 5);
    CHECK(all.objects == 4);
    CHECK(all.visits_per_object() == 1.25);
    CHECK(statistics<trav::BreadthFirst, Visit>(diamond).visits == 5);
    auto const once = statistics<trav::MarkStack, VisitOnce>(diamond);
    CHECK(once.visits == 4);
    CHECK(once.objects == 4);
    CHECK(once.visits_per_object() == 1);
    CHECK(statistics<trav::DepthFirst, Leave>(diamond).objects == 4);
    auto const none = statistics<trav::DepthFirst, Visit>(shape("a:", ""));
    CHECK(none.visits == 0);
    CHECK(none.visits_per_object() == 0);
}

TEST_CASE("counted: it records the maximum size of the frontier") {
    CHECK(statistics<trav::DepthFirst, Visit>(star).max_frontier == 1);  // one cursor
    CHECK(statistics<trav::DepthFirst, Leave>(star).max_frontier == 1);
    CHECK(statistics<trav::MarkStack, Visit>(star).max_frontier == 5);
    CHECK(statistics<trav::BreadthFirst, Visit>(star).max_frontier == 1);  // one cursor
    CHECK(statistics<trav::Prefetch<2>, Visit>(star).max_frontier == 5);
    Shape const chain = shape("a:b b:c c:d d:e e:", "a");
    CHECK(statistics<trav::DepthFirst, Visit>(chain).max_frontier ==
          1);  // a node is dropped with its last child
    CHECK(statistics<trav::DepthFirst, Leave>(chain).max_frontier == 4);  // a to d; e is left at once
    CHECK(statistics<trav::MarkStack, Visit>(chain).max_frontier == 1);
    CHECK(statistics<trav::DepthFirst, Visit>(shape("a: b: c:", "abc")).max_frontier == 3);  // roots wait too
}

TEST_CASE("counted: the frontier before and after a single step", "[unit]") {
    auto const after_a_step = [](Shape const& shape) {
        Heap<> heap(shape);
        Visit policy;
        auto traversal = trav::traversal<trav::Counted<trav::MarkStack>>(Objects<>{&heap}, policy);
        for (auto* root : heap.roots) traversal.push_root(root);
        traversal.step();
        return traversal.statistics().max_frontier;
    };
    CHECK(after_a_step(shape("a: b: c:", "abc")) == 3);
    CHECK(after_a_step(star) == 5);
}

TEST_CASE("counted: it changes no calls, and agrees with a model of the frontier", "[property]") {
    Rule rule{.most = 2};
    for_random_graphs(50, 10, 30, [&](Shape const& shape) {
        INFO(shape.name);
        ++rule.seed;
        Heap<Data> heap(shape);
        auto const compare = [&]<class Strategy>(Log const& log, std::optional<std::size_t> most,
                                                 auto policy) {
            policy.rule = rule;
            auto traversal = trav::traversal<trav::Counted<Strategy>>(Objects<Data>{&heap}, policy);
            for (auto* root : heap.roots)
                if (root != nullptr) traversal.push_root(root, 7);
            traversal.run();
            CHECK(policy.log == log);
            auto const visited = [](Event const& e) { return e.kind == Event::visit; };
            auto const first = [](Event const& e) { return e.first; };
            auto const& statistics = traversal.statistics();
            CHECK(statistics.visits ==
                  static_cast<std::uint64_t>(std::count_if(log.begin(), log.end(), visited)));
            CHECK(statistics.objects ==
                  static_cast<std::uint64_t>(std::count_if(log.begin(), log.end(), first)));
            if (most) CHECK(statistics.max_frontier == *most);
        };
        WorklistModel const stack(shape, rule, true, 7);
        compare.template operator()<trav::MarkStack>(stack.log, stack.most_waiting, Recorder<bool>{});
        WorklistModel const queue(shape, rule, false, 7);
        compare.template operator()<trav::BreadthFirst>(queue.log, std::nullopt, Recorder<bool>{});
        GhcLoop ghc(shape, rule, true);
        ghc.run(7);
        compare.template operator()<trav::DepthFirst>(ghc.log(), std::nullopt, LeavingRecorder<bool>{});
    });
}

TEST_CASE("counted: begin_pass() resets the statistics, and further roots add to them") {
    Heap<> heap(diamond);
    Visit policy;
    auto traversal = trav::traversal<trav::Counted<trav::DepthFirst>>(Objects<>{&heap}, policy);
    for (int pass = 0; pass < 3; ++pass) {
        traversal.begin_pass();
        CHECK(traversal.statistics().visits == 0);
        CHECK(traversal.statistics().max_frontier == 0);
        traversal.push_root(heap.at(3));
        traversal.run();
        CHECK(traversal.statistics().visits == 1);
        traversal.push_root(heap.at(0));
        traversal.run();
        CHECK(traversal.statistics().visits == 6);
        CHECK(traversal.statistics().objects == 4);
    }
}

TEST_CASE("counted: stop is passed on") {
    Heap<> heap(diamond);
    auto stop = [](auto&) { return trav::go::stop; };
    auto traversal = trav::traversal<trav::Counted<trav::MarkStack>>(Objects<>{&heap}, stop);
    traversal.push_root(heap.at(0));
    CHECK_FALSE(traversal.run());
    CHECK(traversal.statistics().visits == 1);
    CHECK(trav::traverse<trav::Counted<trav::BreadthFirst>>(Objects<>{&heap}, heap.roots, stop).stopped);
}

TEST_CASE("counted: the visit that throws counts, and the next pass starts at 0") {
    Heap<> heap(diamond);
    int left = 3;
    auto throws = [&](auto&) {
        if (--left == 0) throw 1;
    };
    auto traversal = trav::traversal<trav::Counted<trav::DepthFirst>>(Objects<>{&heap}, throws);
    traversal.push_root(heap.at(0));
    CHECK_THROWS_AS(traversal.run(), int);
    CHECK(traversal.statistics().visits == 3);
    CHECK(traversal.statistics().objects == 3);
    traversal.begin_pass();
    CHECK(traversal.statistics().visits == 0);
    traversal.push_root(heap.at(0));
    CHECK(traversal.run());
    CHECK(traversal.statistics().visits == 5);
}
