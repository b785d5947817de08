// What a worklist must do, with a deque of arrivals: take one, mark it, push all its children in order.
#pragma once

#include "event_log.hpp"
#include "random_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace test {

struct WorklistModel {
    Log log{};
    bool ran = true;
    std::size_t most_waiting = 0;

    /// `last_first`: a stack, else a queue. Without a rule nodes are descended on first arrival.
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

}  // namespace test
