// trav/dump/dump_graph.hpp: the heap in a dump as a graph to traverse.
//
//     trav::dump::DumpGraph const heap(dump);          // all edges but the weak ones
//     trav::dump::DumpGraph const some(dump, rule);    // those for which rule(edge) is true
//
//     trav::dump::DumpGraph const part(dump, rule, 17, 42);   // of nodes 17 to 41; others must not be asked
//
// Children are the targets of the edges that the rule admits, in the order of the dump; the rule is asked
// once for each edge, when the graph is made. Costs 4 bytes for each edge admitted and for each node, or, if
// the dump has its targets in a row, as V8's has, a bit for each edge. The dump must outlive the graph.
#pragma once

#include "../detail/index_range.hpp"
#include "detail/followed_edges.hpp"
#include "dump.hpp"

#include <cstddef>
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
    /// The edges that `follow(edge)` admits.
    template <class Follow>
    DumpGraph(D const& dump, Follow follow) : DumpGraph(dump, follow, 0, dump.node_count()) {}
    /// Those of nodes from `first` to before `last`; only their children may be asked for.
    template <class Follow>
    DumpGraph(D const& dump, Follow follow, Node first, Node last)
        : dump_(&dump), followed_(dump, follow, first, last) {}

    auto children(Node n) const { return followed_.of(*dump_, n); }
    /// Where it is written which children those are.
    void const* address(Node n) const
        requires requires(detail::FollowedEdges<D> const& f, D const& dump) { f.address(dump, n); }
    {
        return followed_.address(*dump_, n);
    }
    /// Where the children of the last node end, if they lie one after the other.
    Node const* rows_end() const
        requires requires(detail::FollowedEdges<D> const& f) { f.end(); }
    {
        return followed_.end();
    }

    std::size_t size(Node n) const { return static_cast<std::size_t>(dump_->size(n)); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return dump_->node_count(); }
    node node_at(std::size_t index) const { return static_cast<node>(index); }
    /// Every object of the dump, reachable or not.
    auto objects() const { return trav::detail::IndexRange<Node>(count()); }
    /// The name of the object's type.
    std::string label(Node n) const { return type_name(*dump_, n); }

    D const& dump() const { return *dump_; }

  private:
    D const* dump_;
    detail::FollowedEdges<D> followed_;
};

}  // namespace trav::dump
