// ClassPaths: shortest paths that begin at a class, for dumps in which classes and other roots are the
// fields of one node, as those of Java and Ruby.
//
// A thread's stack often leads to an object by fewer steps than the static field that keeps it. The field
// is the better name, so a path from a class may be a few steps longer.
#pragma once

#include "retained_heap.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace heapprof {

/// The classes, if they are fields of the dump's globals.
std::vector<Node> classes_of(AnyDump const& dump);
/// The steps that a path from a class may be longer than the shortest one.
inline constexpr std::uint32_t most_steps_more = 5;

class ClassPaths {
  public:
    /// Paths along the edges of a dump with classes. The dump must outlive it. O(nodes + edges).
    ClassPaths(AnyDump const& dump, EdgeSet const& edges);

    /// Whether there is a path from a class, and it is not too long.
    bool prefers_class(Node n) const;
    /// The preferred path, the first object first.
    std::vector<Node> nodes_to(Node n) const;
    bool reached(Node n) const { return all_.reached(n); }
    /// The edges, but from the globals only those to classes.
    EdgeSet const& edges() const { return edges_; }

  private:
    EdgeSet const edges_;
    HeapPaths const all_, from_classes_;
    std::vector<std::uint32_t> const steps_, steps_from_classes_;  // by node
};

/// A function: the object before an object on the path to one of `nodes`. In dumps with classes, paths
/// follow the program's references if possible; otherwise, the edges of the heap's rule.
std::function<std::optional<Node>(Node)> ways_to(RetainedHeap const& heap, std::vector<Node> const& nodes);

}  // namespace heapprof
