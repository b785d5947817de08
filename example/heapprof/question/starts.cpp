#include "starts.hpp"

#include <cstddef>

namespace heapprof {

std::vector<Node> path_starts(AnyDump const& dump) {
    std::vector<Node> starts = dump.globals();
    for (Node const n : trav::dump::roots(dump)) starts.push_back(n);
    return starts;
}

std::vector<Node> root_objects(AnyDump const& dump) {
    std::vector<Node> objects = trav::dump::roots(dump), found;
    std::vector<bool> seen(dump.node_count());
    for (Node const n : objects) seen[n] = true;
    for (std::size_t i = 0; i != objects.size(); ++i) {
        Node const n = objects[i];
        if (!lists_roots(dump, n)) {
            found.push_back(n);
            continue;
        }
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
            if (seen[edge.to] || !strong(dump, edge)) return;
            seen[edge.to] = true;
            objects.push_back(edge.to);
        });
    }
    return found;
}

}  // namespace heapprof
