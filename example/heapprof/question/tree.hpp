// The dominator tree of a dump as lines: below each object, the dominated objects that retain most.
#pragma once

#include "../heap/object_text.hpp"
#include "../heap/retained_heap.hpp"

#include <trav/profile/amount.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// The part of the tree to show.
struct TreeOptions {
    std::size_t depth = 3, top = 10;  ///< levels, and objects below each object; 0: all
};

/// A dominator tree in preorder.
struct TreeAnswer {
    struct Line {
        std::size_t depth;
        trav::Amount retained;
        std::string field;  ///< in its dominator, such as ".sessions"; empty if unknown
        ObjectName object;
        std::size_t more = 0;  ///< number of omitted objects, instead of an object
    };
    trav::Amount total;  ///< of the dump
    std::vector<Line> lines;
};

/// The tree below each of `tops`; the whole tree if `tops` is empty.
TreeAnswer tree_lines(RetainedHeap const& heap, TreeOptions const& options, std::vector<Node> const& tops);

/// The tree as lines of text, and as JSON.
std::string tree_text(TreeAnswer const& answer);
void add_json(nlohmann::ordered_json& all, TreeAnswer const& answer);

}  // namespace heapprof
