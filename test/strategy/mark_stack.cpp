// test/strategy/mark_stack.cpp: exactly the calls of a stack of arrivals.
#include "catch.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/mark_stack.hpp>

using namespace test;

TEST_CASE("mark stack: it makes the expected calls on every kind of graph", "[property]") {
    Rule rule;
    for_random_graphs(30, 30, 40, [&](Shape const& shape) {
        ++rule.seed, equals_model_with_every_answer<trav::MarkStack>(shape, rule);
    });
    for_random_graphs(31, 2, 400, [&](Shape const& shape) {
        ++rule.seed, equals_model_with_every_answer<trav::MarkStack>(shape, rule);
    });
}

TEST_CASE("mark stack: it makes the expected calls for policies that descend again and stop", "[property]") {
    Rule rule{.most = 3};
    for_random_graphs(32, 10, 12, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_model_with_every_answer<trav::MarkStack>(shape, rule);
    });
}
