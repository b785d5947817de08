// RetainedHeap: retained sizes in a dump, counted by the dump's rule (see trav/dump/retention.hpp).
#pragma once

#include "../breakdown/heap_graph.hpp"
#include "../file/any_dump.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/sized.hpp>
#include <trav/path/shortest_paths.hpp>
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

/// The shortest paths from some objects along the edges of a graph; through a last resort (starts.hpp) only
/// to objects without another path.
class HeapPaths {
  public:
    HeapPaths(HeapGraph const& graph, std::vector<Node> const& starts);
    HeapPaths(HeapPaths const&) = delete;
    HeapPaths& operator=(HeapPaths const&) = delete;

    bool reached(Node n) const { return paths_.reached(n) || rest_.reached(n); }
    std::optional<Node> before(Node n) const {
        return paths_.reached(n) ? paths_.before(n) : rest_.before(n);
    }
    /// The objects on the path, the first one first.
    std::vector<Node> nodes_to(Node n) const;

  private:
    // Whether an edge is on the paths without last resorts, and on the others.
    struct Plain {
        std::vector<bool> last_resort;
        bool operator()(Node from, Node) const { return !last_resort[from]; }
    };
    struct Rest {
        HeapPaths const* heap;
        bool operator()(Node, Node to) const { return !heap->paths_.reached(to); }
    };

    std::vector<Node> reached_of(std::vector<Node> nodes) const;

    trav::FilteredEdges<HeapGraph, Plain> const graph_;
    trav::ShortestPaths<trav::FilteredEdges<HeapGraph, Plain>> const paths_;
    trav::FilteredEdges<HeapGraph, Rest> const rest_graph_;
    trav::ShortestPaths<trav::FilteredEdges<HeapGraph, Rest>> const rest_;
};

}  // namespace heapprof
