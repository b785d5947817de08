// merge_parts: makes one finding of several findings of one leak, such as those of a cache and of the table
// of its entries.
//
// A finding is a part of another if it would be freed with it, and if its objects lead to at least 90 % of
// the bytes of the other. The title and the objects of the other remain, and the amounts are added. Names do
// not count.
#pragma once

#include "../breakdown/owner_names.hpp"
#include "../heap/retained_heap.hpp"
#include "leaks.hpp"

#include <functional>
#include <vector>

namespace heapprof {

/// The objects of a finding.
struct FindingExtent {
    std::vector<Node> objects;       ///< without them, all of it is freed
    std::function<bool(Node)> owns;  ///< whether an object counts in its amounts
    bool by_two;                     ///< whether `objects` are of its two holders
};

/// `extents`: one for each finding. The holders have been added to `names`.
void merge_parts(std::vector<LeaksAnswer::Finding>& findings, std::vector<FindingExtent> const& extents,
                 RetainedHeap const& heap, EdgeSet const& machinery, OwnerNames const& names);

}  // namespace heapprof
