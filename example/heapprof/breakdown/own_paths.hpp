// OwnPaths: paths without the elements of another owner's collection.
//
//     board.errors.FAILED[].request.resolver.inflight     // FAILED does not hold `inflight` alone
//     run().handler.get_response.inflight                 // the variable of `inflight` itself
//
// A shortest path may lead through an element of a large collection. If the collection does not dominate the
// object, there is another path, and its name tells more.
#pragma once

#include "../heap/heap_paths.hpp"
#include "owners.hpp"

#include <memory>
#include <vector>

namespace heapprof {

class OwnPaths {
  public:
    /// Paths along some edges. The heap must outlive it.
    OwnPaths(RetainedHeap const& heap, EdgeSet edges, std::vector<Node> starts, Owners const& owners);

    /// Whether a way, the last object first, leads through an element of another owner.
    bool is_foreign(std::vector<Node> const& way) const;
    /// The paths without such elements. The first call finds them: O(nodes + edges).
    HeapPaths const& paths() const;

  private:
    RetainedHeap const& heap_;
    EdgeSet const edges_;
    std::vector<Node> const starts_;
    std::vector<Node> collections_;  // outer ones first
    mutable std::unique_ptr<HeapPaths const> paths_;
};

}  // namespace heapprof
