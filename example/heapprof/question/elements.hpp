// elements_of: what piles up in an owner: the objects of one type in its collection, not what is in these.
//
// From the owner downwards in the dominator tree, where the most memory is, until there are ten objects of
// one type or more: sessions, in the entries of the table of a map. Parts of a table are no elements. Of
// several types, `wanted` is preferred, then a class of the program, then what retains most. The elements of
// a list are below each other: then the type of most of them counts. A collection of collections has the
// elements of these, if they are of a class of the program.
#pragma once

#include "retained_heap.hpp"
#include "rules.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heapprof {

/// Objects of one type; none if there are fewer than ten.
struct Elements {
    std::string type;
    std::vector<Node> nodes;
};

/// The elements of one owner, or of several alike: `top`. is_part(node) tells which objects belong to the
/// owner. O(objects in it).
Elements elements_of(RetainedHeap const& heap, std::vector<Node> const& top, std::string const& wanted,
                     Rules const& rules, std::function<bool(Node)> const& is_part);

/// The names of at most four fields that all of some objects have, "{name, labels}"; empty if there are none.
std::string common_fields(AnyDump const& dump, std::vector<Node> const& objects);

}  // namespace heapprof
