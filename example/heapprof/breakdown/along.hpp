// Along: a breakdown whose flow follows edges of its own.
#pragma once

#include <trav/profile/breakdown.hpp>

#include <utility>

namespace heapprof {

/// `Breakdown`, along the graph that make_edges() answers. It is made when a sample is taken.
template <trav::FlowBreakdown Breakdown, class MakeEdges>
class Along : public Breakdown {
  public:
    Along(Breakdown breakdown, MakeEdges make_edges)
        : Breakdown(std::move(breakdown)), make_edges_(std::move(make_edges)) {}
    auto edges() const { return make_edges_(); }

  private:
    MakeEdges make_edges_;
};

}  // namespace heapprof
