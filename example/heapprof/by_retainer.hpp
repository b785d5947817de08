// The breakdown by retainer set: which retainers keep an object alive, without another retainer in between.
//
// What the program's own links reach from the roots is labelled along these links alone: a class, or a
// module's scope that every function of the module has, retains nothing of interest. What only machinery
// holds (in V8 code, hidden classes, modules that no data leads to) is labelled along all links, and sends
// nothing back.
#pragma once

#include "keys.hpp"
#include "reach.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// `rule`: see retainer_rule.hpp. A set of more than `cap` retainers is MANY. Throws dump::Error.
template <trav::dump::Dump D>
Keys by_retainer(D const& dump, auto const& machinery, std::vector<std::string> const& rule,
                 std::size_t cap) {
    RetainerNames const retainers = apply_rule(rule, dump);
    std::vector<Node> const roots = trav::dump::roots(dump);
    std::vector<bool> const data = reached(dump, roots, [&](auto const& edge) { return !machinery(edge); });
    trav::dump::DumpGraph const graph(dump, [&](auto const& edge) {
        return strong(dump, edge) && (!data[edge.to] || (data[edge.from] && !machinery(edge)));
    });
    auto breakdown = trav::by_retainer<Node>(
        [&](Node n) { return retainers.of_node[n] != 0; }, [&](Node n) { return retainers.of_node[n]; }, cap,
        [&](std::uint32_t identity) { return retainers.names[identity]; });
    return solve(graph, breakdown, roots);
}

}  // namespace heapprof
