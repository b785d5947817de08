// HeapPaths: short paths from some starts to the objects of a dump. Static fields are preferred.
//
// A thread's stack often leads to an object by fewer steps than the static field that keeps it. The field is
// the better name. So if classes and other roots are the fields of one node, as in dumps of Java and Ruby, a
// path begins at a class unless the path from another root is shorter by six steps or more. A path leads
// through a last resort (starts.hpp) only to an object without another path.
#pragma once

#include "retained_heap.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace heapprof {

class HeapPaths {
  public:
    /// Paths along the edges of a graph. One search: O(nodes + edges). Keeps four bytes for each object.
    HeapPaths(HeapGraph const& graph, std::vector<Node> const& starts);

    bool reached(Node n) const { return before_[n] != nothing; }
    /// The previous object on the path; none for a start, and for an object without a path.
    std::optional<Node> before(Node n) const {
        return reached(n) && before_[n] != n ? std::optional(before_[n]) : std::nullopt;
    }
    /// The objects on the path, the first one first.
    std::vector<Node> nodes_to(Node n) const;

  private:
    static constexpr Node nothing = std::numeric_limits<Node>::max();
    std::vector<Node> before_;  // of a start, itself
};

/// A function: the object before an object on the path to it. In dumps with classes, paths follow the
/// program's references if possible; otherwise, the edges of the heap's rule. The heap must outlive it.
std::function<std::optional<Node>(Node)> ways_to(RetainedHeap const& heap);

}  // namespace heapprof
