// trav/graph/with_owners.hpp: a pointer to a part of an object as a pointer to the whole object, for graphs
// such as Objects.
//
// Such a graph offers
//
//     G with_owners(roots...) const      itself, as some lists of roots see it: parts of objects resolve to
//                                        these objects, except for parts that are roots
//
// Profiler, dominators(), solve(), coverage() and write_heapsnapshot() ask for it. Traversals, views and
// paths take the graph as it is, and show such parts as objects beside their owners, unless given that graph:
//
//     auto const roots = trav::roots(server);
//     for (trav::Object const& o : trav::preorder(heap.with_owners(roots), roots)) ...
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/shared_ptr.hpp"
#include "graph.hpp"

#include <concepts>
#include <utility>

namespace trav {

/// A graph that may have parts of objects as nodes.
template <class G>
concept HasOwners = Graph<G> && requires(G const& graph, detail::Braced<G> roots) {
    { graph.with_owners(roots) } -> std::same_as<G>;
};

namespace detail {

/// A graph that writes down all objects that the roots reach, with their edges, while it looks for owners.
template <class G>
concept WritesRows = HasOwners<G> && requires(G const& graph) { graph.rows()->references(); };

/// The graph as these roots see it; any other graph itself, which must outlive this.
template <class G>
class WithOwners {
  public:
    TRAV_ALWAYS_INLINE explicit WithOwners(G const& graph, auto const&...) : graph_(&graph) {}
    TRAV_ALWAYS_INLINE G const& operator*() const { return *graph_; }
    TRAV_ALWAYS_INLINE G const* operator->() const { return graph_; }

  private:
    G const* graph_;
};
template <HasOwners G>
class WithOwners<G> {
  public:
    /// Without roots, the graph as it is.
    explicit WithOwners(G const& graph) : graph_(std::in_place, graph) {}
    explicit WithOwners(G const& graph, auto const&... roots)
        : graph_(std::in_place, graph.with_owners(roots...)) {}
    G const& operator*() const { return *graph_; }
    G const* operator->() const { return &*graph_; }

  private:
    SharedPtr<G> graph_;
};

}  // namespace detail
}  // namespace trav
