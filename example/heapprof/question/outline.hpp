// The outline of a dump's dominator tree: the objects that retain most, each below its dominator, with the
// paths to them; and the objects of each large type that retain most.
//
// Omitted objects are grouped by type below their dominator; types with few objects there share a group.
// Sizes are counted by the dump's rule (see trav/dump/retention.hpp). O(nodes * log(nodes) + edges).
#pragma once

#include "../heap/retained_heap.hpp"
#include "selector_paths.hpp"

#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// A dominator tree, shortened.
struct Outline {
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    /// An object, or a group of objects. The first box is the heap.
    struct Box {
        std::uint32_t type, name;   ///< numbers of texts; name is 0 if the type ends with it
        std::uint32_t place;        ///< of the code that made it, a number of a text; 0: not known
        std::uint64_t own;          ///< bytes; for a group, all retained bytes
        std::uint64_t group = 0;    ///< number of objects in the group; 0: a single object
        std::uint64_t objects = 1;  ///< for a group, all retained objects
        std::uint32_t below = 0;    ///< number of boxes that it immediately dominates
    };
    /// An object of a type.
    struct Object {
        std::uint32_t box;  ///< or `none` if omitted
        std::string name, id, path;
        trav::Amount retained;
    };
    struct OfType {
        std::string type;
        std::vector<Object> largest;
    };

    std::string note;                  ///< how sizes were counted, if unusual
    std::vector<Box> boxes;            ///< in breadth-first order; siblings by retained size
    std::vector<std::string> texts;    ///< distinct single lines; the first is empty
    std::string ids;                   ///< a line for each box; empty for a group
    std::vector<SelectorPath> paths;   ///< to each box, then to objects on the way without a box
    std::vector<std::string> steps;    ///< step texts of the paths
    std::vector<std::uint32_t> from;   ///< the box of the object before each box on its path; 0: none
    std::vector<OfType> types;         ///< by the bytes of their objects
    std::vector<std::uint32_t> nodes;  ///< the object of each box; `none` for a group

    // Filled by a comparison with an earlier dump.
    std::vector<std::uint64_t> before;  ///< what the object of each box retained there; see compare.hpp
    std::string not_compared;           ///< why `before` is empty
};

/// The size of an outline: objects in total, types, and objects per type.
struct OutlineSize {
    std::size_t objects = 3000000;
    std::size_t types = 60, of_each = 10;
};

/// The outline of a dump.
Outline outline(RetainedHeap const& heap, OutlineSize size = {});

}  // namespace heapprof
