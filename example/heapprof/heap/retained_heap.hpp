// RetainedHeap: retained sizes in a dump, counted by the dump's rule (see trav/dump/retention.hpp).
#pragma once

#include "../file/any_dump.hpp"
#include "heap_graph.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/dominator.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace heapprof {

/// A dump's dominator tree, with its graph and sizes. The dump must outlive it. O(nodes + edges).
class RetainedHeap {
    /// The size of an object by the dump's rule.
    struct Size {
        trav::dump::AnyRetention const* retention;
        std::size_t operator()(Node n) const { return retention->size(n); }
    };
    std::vector<bool> garbage_;  // empty: no garbage; filled together with the tree

  public:
    using Graph = trav::Sized<HeapGraph, Size>;
    using Tree = trav::DominatorTree<Graph>;

    explicit RetainedHeap(AnyDump const& heap);
    RetainedHeap(RetainedHeap const&) = delete;
    RetainedHeap& operator=(RetainedHeap const&) = delete;

    AnyDump const& dump;
    trav::dump::AnyRetention const retention;
    EdgeSet const& holds;  ///< the edges that take part
    Graph const graph;     ///< the dump along these edges
    Tree const tree;
    /// All objects, unreachable ones included: 100 % of all answers.
    trav::Amount const total{trav::dump::total_size(dump), dump.node_count()};

    /// Whether the object is in the tree though no root of the dump reaches it.
    bool garbage(Node n) const { return !garbage_.empty() && garbage_[n]; }

    /// The memory that would be freed if all of some objects were gone. O(nodes + edges).
    trav::Amount freed_without(std::vector<Node> const& gone) const;

  private:
    Tree made_tree();
};

}  // namespace heapprof
