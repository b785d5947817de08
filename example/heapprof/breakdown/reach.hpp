// reach: the objects below given roots, along the edges of a graph.
#pragma once

#include "along.hpp"

#include <vector>

namespace heapprof {

/// For each object, whether one of `roots` reaches it.
std::vector<bool> reached(HeapGraph const& graph, std::vector<Node> const& roots);

}  // namespace heapprof
