// The objects that an object dominates, in display order.
#pragma once

#include "../heap/retained_heap.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// Display order: larger retained size first, then the order of the dump.
struct RetainsMore {
    RetainedHeap const& heap;
    bool operator()(Node a, Node b) const {
        auto const of_a = heap.tree.retained(a).bytes, of_b = heap.tree.retained(b).bytes;
        return of_a != of_b ? of_a > of_b : a < b;
    }
};

/// These siblings, with the first `shown` of them in order. Each object of the runtime is replaced by the
/// objects that it dominates. O(siblings * log(shown)).
std::vector<Node> in_order(RetainedHeap const& heap, std::vector<Node> nodes, std::size_t shown);

/// The field of the dominator that refers to the object, such as ".sessions"; empty if none does.
std::string field_of(RetainedHeap const& heap, Node n);

}  // namespace heapprof
