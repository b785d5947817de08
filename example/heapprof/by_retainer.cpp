#include "by_retainer.hpp"

#include "reach.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/retainer.hpp>

#include <cstdint>

namespace heapprof {

Keys by_retainer(const trav::dump::V8Snapshot& snapshot, const trav::dump::Machinery& machinery,
                 const std::vector<std::string>& rule, std::size_t cap) {
    const RetainerNames retainers = apply_rule(rule, snapshot);
    const std::vector<bool> data = reached(snapshot, [&](const auto& edge) { return !machinery(edge); });
    const trav::dump::StrongEdges strong;
    const trav::dump::V8Graph graph(snapshot, [&](const trav::dump::V8Edge& edge) {
        return strong(edge) && (!data[edge.to] || (data[edge.from] && !machinery(edge)));
    });
    auto breakdown = trav::by_retainer<Node>(
        [&](Node n) { return retainers.of_node[n] != 0; }, [&](Node n) { return retainers.of_node[n]; }, cap,
        [&](std::uint32_t identity) { return retainers.names[identity]; });
    return solve(graph, breakdown);
}

}  // namespace heapprof
