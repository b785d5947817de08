// A model of worklists, with a deque of arrivals: takes one, marks it, and pushes all its children in order.
#pragma once

#include "catch.hpp"
#include "event_log.hpp"
#include "heap.hpp"
#include "random_graph.hpp"

#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <type_traits>
#include <vector>

namespace test {

struct WorklistModel {
    Log log{};
    bool ran = true;
    std::size_t most_waiting = 0;

    /// `last_first`: a stack; otherwise a queue. Without a rule, it descends on first arrivals.
    WorklistModel(Shape const& shape, std::optional<Rule> rule, bool last_first, int inherited) {
        struct Arrival {
            int node, parent, inherited;
        };
        std::deque<Arrival> waiting;
        std::vector<std::uint32_t> arrivals(shape.children.size());
        for (int const root : shape.roots)
            if (root >= 0) waiting.push_back({root, root, inherited});
        std::uint32_t visits = 0;
        while (!waiting.empty()) {
            most_waiting = std::max(most_waiting, waiting.size());
            Arrival const a = last_first ? waiting.back() : waiting.front();
            if (last_first) waiting.pop_back();
            else waiting.pop_front();
            std::uint32_t const before = arrivals[static_cast<std::size_t>(a.node)]++;
            log.push_back({Event::visit, a.node, a.parent, before == 0, before, a.inherited, -1});
            trav::go const on_first = before == 0 ? trav::go::down : trav::go::skip;
            trav::go const answer = rule ? rule->answer(a.node, before, ++visits) : on_first;
            if (answer == trav::go::stop) {
                ran = false;
                return;
            }
            if (answer == trav::go::skip) continue;
            for (int const child : shape.children[static_cast<std::size_t>(a.node)])
                if (child >= 0) waiting.push_back({child, a.node, handed_down(a.inherited, a.node)});
        }
    }
};

/// Checks that the calls of the traversal equal the model's, for a policy with this type of answer.
template <class Strategy, class Answer>
void equals_model(Shape const& shape, Rule rule) {
    if (!std::is_same_v<Answer, trav::go>) rule.stop_after = ~0u;
    WorklistModel const model(shape, std::is_void_v<Answer> ? std::nullopt : std::optional(rule),
                              Strategy::last_root_first, 7);
    Heap<std::uint32_t> heap(shape);
    Recorder<Answer> policy;
    policy.rule = rule;
    auto traversal = trav::traversal<Strategy>(Objects<std::uint32_t>{&heap}, policy);
    for (auto* root : heap.roots) traversal.push_root(root, 7);
    INFO(shape.name);
    CHECK(traversal.run() == model.ran);
    CHECK(policy.log == model.log);
}

template <class Strategy>
void equals_model_with_every_answer(Shape const& shape, Rule rule) {
    equals_model<Strategy, void>(shape, rule);
    equals_model<Strategy, bool>(shape, rule);
    equals_model<Strategy, trav::go>(shape, rule);
}

}  // namespace test
