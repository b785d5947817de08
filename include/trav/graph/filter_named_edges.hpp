// trav/graph/filter_named_edges.hpp: filter_edges(heap, keep) for trav::Objects. The predicate receives each
// edge with its name and kind.
//
//     auto without_targets = trav::filter_edges(
//         heap, [](trav::NamedEdge const& edge) { return edge.member() != "target"; });
//
// The predicate is not called for edges of kinds that the heap does not follow. Every visit of an object
// lists its edges by name, which is several times slower than listing its children.
#pragma once

#include "detail/adaptor.hpp"
#include "from.hpp"
#include "named_edge.hpp"
#include "with_owners.hpp"

#include <concepts>
#include <cstddef>
#include <utility>

namespace trav {

/// `G` without the named edges that `Keep` rejects.
template <NamesEdges G, class Keep>
class FilteredNamedEdges : public detail::Adaptor<FilteredNamedEdges<G, Keep>, G> {
  public:
    using node = node_t<G>;

    FilteredNamedEdges(G graph, Keep keep) : base_(std::move(graph)), keep_(std::move(keep)) {}

    detail::Collected<node> children(node const& n) const { return detail::Collected<node>(kept(n)); }
    void scan(node const& n, auto&& sink) const {
        auto const all = kept(n);
        for (node const& child : all) sink(child);
    }
    void scan_back(node const& n, auto&& sink) const {
        detail::Stack<node> const all = kept(n);
        for (node const* at = all.end(); at != all.begin();) sink(*--at);
    }
    /// Calls f(NamedEdge const&) for every edge of `n` that is kept, or has a kind that is not followed.
    void edges(node const& n, auto&& f) const {
        base_.edges(n, [&](NamedEdge const& edge) {
            if (!base_.follows(edge.kind) || keep_(edge)) f(edge);
        });
    }
    bool follows(EdgeKind kind) const { return base_.follows(kind); }
    G const& base() const { return base_; }
    /// The filtered graph with the owners that the roots see in the whole one.
    FilteredNamedEdges with_owners(auto const&... roots) const
        requires HasOwners<G>
    {
        return {base_.with_owners(roots...), keep_};
    }

  private:
    detail::Stack<node> kept(node const& n) const {
        detail::Stack<node> all;
        base_.edges(n, [&](NamedEdge const& edge) {
            if (base_.follows(edge.kind) && keep_(edge)) all.push(edge.to);
        });
        return all;
    }
    G base_;
    [[no_unique_address]] Keep keep_;
};

/// `graph` with only the edges for which keep(NamedEdge const&) is true.
template <NamesEdges G, class Keep>
    requires std::predicate<Keep const&, NamedEdge const&>
auto filter_edges(G graph, Keep keep) {
    return FilteredNamedEdges<G, Keep>(std::move(graph), std::move(keep));
}

}  // namespace trav
