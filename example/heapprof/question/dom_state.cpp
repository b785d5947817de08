#include "dom_state.hpp"

#include <trav/dump/v8/dump.hpp>

#include <array>
#include <cstddef>

namespace heapprof {

namespace {

using trav::dump::V8EdgeKind;
enum State : unsigned char { unknown, attached, detached };

// By node. Objects of the program end the way.
std::vector<State> states_of(trav::dump::V8Snapshot const& snapshot) {
    std::size_t const native = snapshot.type_named("native");
    std::vector<State> states(snapshot.node_count(), unknown);
    for (State const state : {attached, detached}) {
        auto const& known = state == attached ? snapshot.attached : snapshot.detached;
        std::vector<Node> open;
        for (Node n = 0; n != known.size(); ++n)
            if (known[n] && states[n] == unknown) states[n] = state, open.push_back(n);
        while (!open.empty()) {
            Node const n = open.back();
            open.pop_back();
            snapshot.for_each_edge(n, [&](trav::dump::V8Edge const& edge) {
                bool const own = edge.kind != V8EdgeKind::weak && edge.kind != V8EdgeKind::hidden;
                if (!own || states[edge.to] != unknown || snapshot.node_type[edge.to] != native) return;
                bool const is_known = !snapshot.detached.empty() && snapshot.detached[edge.to];
                if (is_known && state == attached) return;
                states[edge.to] = state;
                open.push_back(edge.to);
            });
        }
    }
    return states;
}

}  // namespace

std::string dom_state(AnyDump const& dump, std::vector<Node> const& nodes) {
    auto const* const v8 = dump.get_if<trav::dump::V8Dump>();
    if (v8 == nullptr || nodes.empty()) return "";
    auto const is_of_page = [&](Node n) {
        bool const native = v8->node_type[n] == v8->type_named("native");
        return native && (v8->name(n).starts_with('<') || v8->name(n) == "Text" || v8->name(n) == "Comment");
    };
    for (Node const n : nodes)
        if (!is_of_page(n)) return "";
    std::vector<State> const states = states_of(*v8);
    std::array<std::size_t, 3> counts{};
    for (Node const n : nodes) ++counts[states[n]];
    if (counts[detached] == nodes.size()) return "(detached)";
    if (counts[attached] == nodes.size()) return "(attached)";
    return counts[detached] != 0 ? "(some detached)" : "(detached or not: Chrome did not write it)";
}

}  // namespace heapprof
