// test/strategy/breadth_first.cpp: exactly the calls of a queue of arrivals.
#include "catch.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/breadth_first.hpp>

using namespace test;

TEST_CASE("breadth first: it makes the expected calls on every kind of graph", "[property]") {
    Rule rule;
    for_random_graphs(30, 30, 40, [&](Shape const& shape) {
        ++rule.seed, equals_model_with_every_answer<trav::BreadthFirst>(shape, rule);
    });
    for_random_graphs(31, 2, 400, [&](Shape const& shape) {
        ++rule.seed, equals_model_with_every_answer<trav::BreadthFirst>(shape, rule);
    });
}

TEST_CASE("breadth first: it makes the expected calls for policies that descend again and stop",
          "[property]") {
    Rule rule{.most = 3};
    for_random_graphs(32, 10, 12, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_model_with_every_answer<trav::BreadthFirst>(shape, rule);
    });
}
