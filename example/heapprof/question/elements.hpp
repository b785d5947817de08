// elements_of: the elements of an owner's collection, such as the sessions in a map: objects of one type.
//
// The search goes down the dominator tree, to the most memory, until it finds ten objects or more of one
// type. Parts of a table are no elements. Of several types, `wanted` is preferred, then a class of the
// program, then the type with the most retained bytes. In a list, elements are below each other: the most
// frequent type counts. In a collection of collections, the inner elements count if they are of a class of
// the program.
#pragma once

#include "../heap/retained_heap.hpp"
#include "rules.hpp"

#include <cstddef>
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

/// Whether an object is an instance of a class that says something of the program.
bool is_instance(AnyDump const& dump, Node n, Rules const& rules);

/// Each n-th of some objects, at most `most`.
std::vector<Node> some_of(std::vector<Node> const& objects, std::size_t most);

/// The names of at most four common fields of some objects, "{name, labels}"; empty if there are none.
std::string common_fields(AnyDump const& dump, std::vector<Node> const& objects);

}  // namespace heapprof
