#include "reach.hpp"

#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

namespace heapprof {

std::vector<bool> reached(HeapGraph const& graph, std::vector<Node> const& roots) {
    std::vector<bool> seen(graph.count());
    trav::traverse<trav::MarkStack>(graph, roots, [&](auto& here) { seen[here.node] = true; });
    return seen;
}

}  // namespace heapprof
