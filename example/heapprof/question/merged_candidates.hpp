// merge_siblings: makes one candidate of several parts of one object, such as the arrays of a cache.
//
// Two candidates are parts of their nearest common dominator if it is an object of a library and nothing of
// the program is between them; or if it is an object of a class, both grow, and both have equally many
// elements. In Python, the dictionary of its attributes belongs to an object. A candidate itself has parts
// only if it is an object of a library. Libraries are known in V8.
#pragma once

#include "../breakdown/owner_names.hpp"
#include "../heap/retained_heap.hpp"
#include "leak_candidates.hpp"

#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// `nodes`: the owners by name, as far as a name is of one object. Adds the objects to `names`.
void merge_siblings(std::vector<Candidates::Candidate>& found, std::map<std::string, Node> const& nodes,
                    RetainedHeap const& heap, OwnerNames& names, Rules const& rules);

}  // namespace heapprof
