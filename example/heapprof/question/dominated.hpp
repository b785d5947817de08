// What an object dominates, in the order in which people want to see it.
#pragma once

#include "retained_heap.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// Whether one object comes before another: what retains more does, and of equal ones the first in the dump.
template <trav::dump::Dump D>
struct RetainsMore {
    RetainedHeap<D> const& heap;
    bool operator()(trav::dump::Node a, trav::dump::Node b) const {
        auto const of_a = heap.tree.retained(a).bytes, of_b = heap.tree.retained(b).bytes;
        return of_a != of_b ? of_a > of_b : a < b;
    }
};

/// These siblings, the first `shown` of them in order. What stands for the runtime is replaced by what it
/// dominates. O(siblings * log(shown)).
template <trav::dump::Dump D>
std::vector<trav::dump::Node> in_order(RetainedHeap<D> const& heap, auto const& siblings, std::size_t shown) {
    std::vector<trav::dump::Node> nodes(siblings.begin(), siblings.end());
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
    std::partial_sort(nodes.begin(), middle, nodes.end(), RetainsMore<D>{heap});
    return nodes;
}

/// ".sessions", if the object's dominator refers to it; else nothing.
template <trav::dump::Dump D>
std::string field_of(RetainedHeap<D> const& heap, trav::dump::Node n) {
    auto const above = heap.tree.idom(n);
    std::string found;
    if (!above || is_runtime(heap.dump, *above)) return found;
    heap.dump.for_each_edge(*above, [&](typename D::Edge const& edge) {
        if (edge.to != n || !found.empty() || !heap.holds(edge)) return;
        found = trav::detail::joined("", trav::dump::DumpEdgeName<D>{heap.dump, edge}.label());
    });
    return found;
}

}  // namespace heapprof
