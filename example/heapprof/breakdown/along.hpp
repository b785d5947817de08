// Along: a breakdown whose flow follows its own set of edges.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/profile/breakdown.hpp>

#include <functional>
#include <utility>

namespace heapprof {

/// A dump as a graph along selected edges.
using HeapGraph = trav::dump::DumpGraph<AnyDump>;

/// `Breakdown`, solved along the graph that make_edges() returns. Each sample makes this graph anew.
template <class Breakdown, class Graph = HeapGraph>
class Along : public Breakdown {
  public:
    Along(Breakdown breakdown, std::function<Graph()> make_edges)
        : Breakdown(std::move(breakdown)), make_edges_(std::move(make_edges)) {}
    Graph edges() const { return make_edges_(); }

  private:
    std::function<Graph()> make_edges_;
};

}  // namespace heapprof
