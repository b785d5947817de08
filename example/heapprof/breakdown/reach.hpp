// reach: what the roots of a dump keep alive, along the links one asks for.
#pragma once

#include <trav/dump/dump_graph.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

namespace heapprof {

/// For each object, whether one of `roots` reaches it by strong edges that `follow` admits.
template <trav::dump::Dump D, class Follow>
std::vector<bool> reached(D const& dump, std::vector<trav::dump::Node> const& roots, Follow follow) {
    trav::dump::DumpGraph const graph(dump,
                                      [&](auto const& edge) { return strong(dump, edge) && follow(edge); });
    std::vector<bool> seen(dump.node_count());
    trav::traverse<trav::MarkStack>(graph, roots, [&](auto& here) { seen[here.node] = true; });
    return seen;
}

}  // namespace heapprof
