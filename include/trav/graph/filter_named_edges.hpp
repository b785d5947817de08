// trav/graph/filter_named_edges.hpp: filter_edges(heap, keep) for trav::Objects, where keep is asked for each
// edge with its name and kind.
//
//     auto without_targets = trav::filter_edges(
//         heap, [](trav::NamedEdge const& edge) { return edge.member() != "target"; });
//
// Edges of kinds that the heap does not follow are not asked for. Every visit of an object lists its edges by
// name, which is several times slower than to list its children.
#pragma once

#include "detail/adaptor.hpp"
#include "from.hpp"
#include "named_edge.hpp"

#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

/// `G` without the named edges that `Keep` rejects.
template <NamesEdges G, class Keep>
class FilteredNamedEdges : public detail::Adaptor<FilteredNamedEdges<G, Keep>, G> {
  public:
    using node = node_t<G>;

    FilteredNamedEdges(G graph, Keep keep) : base_(std::move(graph)), keep_(std::move(keep)) {}

    detail::Collected<node> children(node const& n) const { return detail::Collected<node>(kept(n)); }
    void scan(node const& n, auto&& sink) const {
        for (node const& child : kept(n)) sink(child);
    }
    void scan_back(node const& n, auto&& sink) const {
        std::vector<node> const all = kept(n);
        for (std::size_t i = all.size(); i != 0; --i) sink(all[i - 1]);
    }
    /// Calls f(NamedEdge const&) for every edge of `n` that is kept or is of a kind that is not followed.
    void edges(node const& n, auto&& f) const {
        base_.edges(n, [&](NamedEdge const& edge) {
            if (!base_.follows(edge.kind) || keep_(edge)) f(edge);
        });
    }
    bool follows(EdgeKind kind) const { return base_.follows(kind); }
    G const& base() const { return base_; }

  private:
    std::vector<node> kept(node const& n) const {
        std::vector<node> all;
        base_.edges(n, [&](NamedEdge const& edge) {
            if (base_.follows(edge.kind) && keep_(edge)) all.push_back(edge.to);
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
