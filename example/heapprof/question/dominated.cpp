#include "dominated.hpp"

#include "../heap/key_texts.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

#include <algorithm>

namespace heapprof {

std::vector<Node> in_order(RetainedHeap const& heap, std::vector<Node> nodes, std::size_t shown) {
    for (std::size_t i = 0; i != nodes.size();) {
        if (!is_runtime(heap.dump, nodes[i])) {
            ++i;
            continue;
        }
        auto const children = heap.tree.children(nodes[i]);
        nodes[i] = nodes.back();
        nodes.pop_back();
        nodes.insert(nodes.end(), children.begin(), children.end());
    }
    auto const middle = nodes.begin() + static_cast<std::ptrdiff_t>(std::min(nodes.size(), shown));
    std::partial_sort(nodes.begin(), middle, nodes.end(), RetainsMore{heap});
    return nodes;
}

std::string field_of(RetainedHeap const& heap, Node n) {
    auto const above = heap.tree.idom(n);
    std::string found;
    if (!above || is_runtime(heap.dump, *above)) return found;
    found = key_step(heap.dump, heap.tree.idom(*above), *above, n);
    heap.dump.for_each_edge(*above, [&](AnyDump::Edge const& edge) {
        if (edge.to != n || !found.empty() || !heap.holds(edge)) return;
        found = trav::joined("", trav::dump::DumpEdgeName<AnyDump>{heap.dump, edge}.label());
    });
    return found;
}

}  // namespace heapprof
