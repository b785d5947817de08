// test/strategy/mark_stack.cpp: the very calls of a stack of arrivals.
#include "catch.hpp"
#include "support/event_log.hpp"
#include "support/heap.hpp"
#include "support/worklist_model.hpp"

#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <optional>
#include <type_traits>

using namespace test;

namespace {

template <class Answer>
void equals_model(Shape const& shape, Rule rule) {
    if (!std::is_same_v<Answer, trav::go>) rule.stop_after = ~0u;
    WorklistModel const model(shape, std::is_void_v<Answer> ? std::nullopt : std::optional(rule), true, 7);
    Heap<std::uint32_t> heap(shape);
    Recorder<Answer> policy;
    policy.rule = rule;
    auto traversal = trav::traversal<trav::MarkStack>(Objects<std::uint32_t>{&heap}, policy);
    for (auto* root : heap.roots) traversal.push_root(root, 7);
    INFO(shape.name);
    CHECK(traversal.run() == model.ran);
    CHECK(policy.log == model.log);
}

void equals_model_with_every_answer(Shape const& shape, Rule rule) {
    equals_model<void>(shape, rule);
    equals_model<bool>(shape, rule);
    equals_model<trav::go>(shape, rule);
}

}  // namespace

TEST_CASE("mark stack: every call, on every kind of graph", "[property]") {
    Rule rule;
    for_random_graphs(30, 30, 40, [&](Shape const& shape) { ++rule.seed, equals_model_with_every_answer(shape, rule); });
    for_random_graphs(31, 2, 400, [&](Shape const& shape) { ++rule.seed, equals_model_with_every_answer(shape, rule); });
}

TEST_CASE("mark stack: every call for policies that go down again, and until they stop", "[property]") {
    Rule rule{.most = 3};
    for_random_graphs(32, 10, 12, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_model_with_every_answer(shape, rule);
    });
}
