// trav/dump/dump_graph.hpp: the heap in a dump as a graph.
//
//     trav::dump::DumpGraph const heap(dump);          // all edges except the weak ones
//     trav::dump::DumpGraph const some(dump, rule);    // the edges for which rule(edge) is true
//
//     trav::dump::DumpGraph const part(dump, rule, 17, 42);   // of nodes 17 to 41 only
//
// Children are the targets of the admitted edges, in the order of the dump. The constructor calls the rule
// once for each edge; for an AnyDump the rule may be an EdgeSet. Costs 4 bytes per admitted edge and per
// node; or a bit per edge and node if the dump has its targets in one array, like a dump of V8. The dump must
// outlive the graph; copies of the graph share its memory.
#pragma once

#include "../graph/index_range.hpp"
#include "detail/filtered_targets.hpp"
#include "dump.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace trav::dump {

/// A rule for DumpGraph: the edges that keep their target alive. The dump must outlive it.
template <Dump D>
struct StrongEdges {
    D const* dump;
    bool operator()(typename D::Edge const& edge) const { return strong(*dump, edge); }
};

/// A dump as a graph.
template <Dump D>
class DumpGraph {
  public:
    using node = Node;

    explicit DumpGraph(D const& dump) : DumpGraph(dump, StrongEdges<D>{&dump}) {}
    /// The edges for which `follow(edge)` is true.
    template <class Follow>
    DumpGraph(D const& dump, Follow follow) : DumpGraph(dump, follow, 0, dump.node_count()) {}
    /// The edges of the nodes from `first` to before `last`; only their children may be visited.
    template <class Follow>
    DumpGraph(D const& dump, Follow follow, Node first, Node last)
        : dump_(&dump), targets_(dump, follow, first, last) {}

    auto children(Node n) const { return targets_.of(n); }
    /// The children as a span of the dump's memory; null if the rule does not admit all edges of the node.
    std::span<Node const> row(Node n) const { return targets_.row_of(n); }
    /// The address of the stored position of the node's children.
    void const* address(Node n) const { return targets_.address(n); }
    /// The array that contains all rows.
    Node const* rows_begin() const { return targets_.begin(); }
    Node const* rows_end() const { return targets_.end(); }

    std::size_t size(Node n) const { return static_cast<std::size_t>(dump_->size(n)); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return dump_->node_count(); }
    node node_at(std::size_t index) const { return static_cast<node>(index); }
    /// Every object of the dump, reachable or not.
    auto objects() const { return trav::IndexRange<Node>(count()); }
    /// The name of the object's type.
    std::string label(Node n) const { return type_name(*dump_, n); }

    D const& dump() const { return *dump_; }

  private:
    D const* dump_;
    detail::FilteredTargets targets_;
};

}  // namespace trav::dump
