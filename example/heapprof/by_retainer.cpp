#include "by_retainer.hpp"

#include "reach.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/retainer.hpp>

#include <cstdint>

namespace heapprof {

Keys by_retainer(trav::dump::V8Snapshot const& snapshot, trav::dump::Machinery const& machinery,
                 std::vector<std::string> const& rule, std::size_t cap) {
    RetainerNames const retainers = apply_rule(rule, snapshot);
    std::vector<bool> const data = reached(snapshot, [&](auto const& edge) { return !machinery(edge); });
    trav::dump::StrongEdges const strong;
    trav::dump::V8Graph const graph(snapshot, [&](trav::dump::V8Edge const& edge) {
        return strong(edge) && (!data[edge.to] || (data[edge.from] && !machinery(edge)));
    });
    auto breakdown = trav::by_retainer<Node>(
        [&](Node n) { return retainers.of_node[n] != 0; }, [&](Node n) { return retainers.of_node[n]; }, cap,
        [&](std::uint32_t identity) { return retainers.names[identity]; });
    return solve(graph, breakdown);
}

}  // namespace heapprof
