// Where ways through a dump begin.
#pragma once

#include <trav/dump/dump.hpp>

#include <cstddef>
#include <vector>

namespace heapprof {

/// Where paths begin: the global objects, if the dump has any, then the roots.
template <trav::dump::Dump D>
std::vector<trav::dump::Node> path_starts(D const& dump) {
    std::vector<trav::dump::Node> starts;
    if constexpr (requires { dump.globals(); }) starts = dump.globals();
    for (trav::dump::Node const n : trav::dump::roots(dump)) starts.push_back(n);
    return starts;
}

/// The roots as objects of the program: of a node that only lists roots, what it lists.
template <trav::dump::Dump D>
std::vector<trav::dump::Node> root_objects(D const& dump) {
    std::vector<trav::dump::Node> objects = trav::dump::roots(dump), found;
    std::vector<bool> seen(dump.node_count());
    for (trav::dump::Node const n : objects) seen[n] = true;
    for (std::size_t i = 0; i != objects.size(); ++i) {
        trav::dump::Node const n = objects[i];
        if (!lists_roots(dump, n)) {
            found.push_back(n);
            continue;
        }
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            if (seen[edge.to] || !strong(dump, edge)) return;
            seen[edge.to] = true;
            objects.push_back(edge.to);
        });
    }
    return found;
}

}  // namespace heapprof
