// trav/graph/filter_edges.hpp: filter_edges(graph, keep), the same graph with only the edges for which
// keep(from, to) is true.
//
//     auto strong = trav::filter_edges(heap, [](Obj* from, Obj* to) { return to != from->parent; });
//
// The predicate is called once for each examined edge, with objects: handles are resolved, and null children
// are skipped. Nothing is stored; a cursor consists of two iterators of the graph, a node and a word.
#pragma once

#include "detail/adaptor.hpp"
#include "with_owners.hpp"

#include <cstddef>
#include <utility>

namespace trav {

/// `G` without the edges that `Keep` rejects.
template <Graph G, class Keep>
class FilteredEdges : public detail::Adaptor<FilteredEdges<G, Keep>, G> {
    using Range = decltype(std::declval<G const&>().children(std::declval<node_t<G>>()));

  public:
    using node = node_t<G>;

    constexpr FilteredEdges(G graph, Keep keep) : base_(std::move(graph)), keep_(std::move(keep)) {}

    struct End {};
    /// A cursor over the kept children. It refers to the graph.
    class Cursor {
        using At = decltype(std::declval<Range&>().begin());
        using AtEnd = decltype(std::declval<Range&>().end());

      public:
        Cursor() = default;
        constexpr Cursor(FilteredEdges const* graph, node from, At at, AtEnd end)
            : graph_(graph), from_(std::move(from)), at_(std::move(at)), end_(std::move(end)) {
            skip_dropped();
        }
        constexpr node operator*() const { return static_cast<node>(*at_); }
        constexpr Cursor& operator++() {
            ++at_;
            skip_dropped();
            return *this;
        }
        constexpr bool operator==(End) const { return !(at_ != end_); }
        constexpr decltype(auto) label() const
            requires requires(At const& at) { at.label(); }
        {
            return at_.label();
        }

      private:
        constexpr void skip_dropped() {
            while (at_ != end_ && !graph_->keeps(from_, static_cast<node>(*at_))) ++at_;
        }
        FilteredEdges const* graph_ = nullptr;
        node from_{};
        At at_;
        AtEnd end_;
    };
    struct Children {
        Cursor first;
        constexpr Cursor begin() const { return first; }
        constexpr End end() const { return {}; }
    };

    constexpr Children children(node const& n) const {
        auto&& range = base_.children(n);
        return {Cursor(this, n, range.begin(), range.end())};
    }
    constexpr void scan(node const& n, auto&& sink) const {
        trav::scan(base_, n, [&](node const& child) {
            if (keeps(n, child)) sink(child);
        });
    }
    constexpr void scan_back(node const& n, auto&& sink) const
        requires ScansBack<G>
    {
        base_.scan_back(n, [&](node const& child) {
            if (keeps(n, child)) sink(child);
        });
    }
    constexpr bool at_once(node const& n) const
        requires AtOnceGraph<G>
    {
        return base_.at_once(n);
    }
    /// Calls f(edge) for each kept edge, with its name, if the graph names its edges.
    constexpr void edges(node const& n, auto&& f) const
        requires requires(G const& g) { g.edges(n, f); }
    {
        base_.edges(n, [&](auto const& edge) {
            if (keeps(n, edge.to)) f(edge);
        });
    }
    constexpr bool follows(auto kind) const
        requires requires(G const& g) { g.follows(kind); }
    {
        return base_.follows(kind);
    }
    constexpr G const& base() const { return base_; }
    /// The filtered graph with the owners that the roots see in the whole one.
    FilteredEdges with_owners(auto const&... roots) const
        requires HasOwners<G>
    {
        return {base_.with_owners(roots...), keep_};
    }

  private:
    constexpr bool keeps(node const& from, node const& handle) const {
        node const to = trav::resolve(base_, handle);
        return !trav::null(base_, to) && static_cast<bool>(keep_(from, to));
    }
    [[no_unique_address]] G base_;
    [[no_unique_address]] Keep keep_;
};

/// `graph` with only the edges for which keep(from, to) is true.
template <Graph G, class Keep>
constexpr auto filter_edges(G graph, Keep keep) {
    if constexpr (requires(Keep const& asked, node_t<G> const& n) { asked(n, n) ? 1 : 0; })
        return FilteredEdges<G, Keep>(std::move(graph), std::move(keep));
    else
        static_assert(
            !sizeof(Keep),
            "trav: filter_edges(graph, keep) needs a const callable keep(from, to) of two nodes that "
            "returns a bool");
}

}  // namespace trav
