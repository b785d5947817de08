// write_dominator_dot: the largest objects of a dominator tree as a graph for Graphviz.
//
// A box has the path to the object, its type and id, and the bytes that it retains. An arrow leads from an
// object to each object that it dominates, labelled with the field that refers to it.
#pragma once

#include "../heap/retained_heap.hpp"

#include <cstddef>
#include <ostream>

namespace heapprof {

/// Writes the `most` objects that retain most, largest first.
void write_dominator_dot(std::ostream& out, RetainedHeap const& heap, std::size_t most);

}  // namespace heapprof
