// reach: what a snapshot's root keeps alive, along the links one asks for.
#pragma once

#include <trav/dump/v8/graph.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

namespace heapprof {

/// For each node, whether V8's root reaches it by strong edges that `follow` admits.
template <class Follow>
std::vector<bool> reached(trav::dump::V8Snapshot const& snapshot, Follow follow) {
    trav::dump::StrongEdges const strong;
    trav::dump::V8Graph const graph(snapshot, [&](auto const& edge) { return strong(edge) && follow(edge); });
    std::vector<bool> seen(snapshot.node_count());
    trav::traverse<trav::MarkStack>(graph, std::vector{graph.root()},
                                    [&](auto& here) { seen[here.node] = true; });
    return seen;
}

}  // namespace heapprof
