// trav/graph/detail/adaptor.hpp: the base class of graphs that are made from another graph. It forwards
// everything about nodes, and nothing about edges.
#pragma once

#include "../graph.hpp"

#include <cstddef>

namespace trav::detail {

/// Base class of `Self`, which must have a base() that returns the graph of type G.
template <class Self, class G>
class Adaptor {
  public:
    using node = node_t<G>;

    constexpr bool null(node const& n) const
        requires requires(G const& g) { g.null(n); }
    {
        return base().null(n);
    }
    constexpr node resolve(node const& n) const
        requires requires(G const& g) { g.resolve(n); }
    {
        return base().resolve(n);
    }
    constexpr auto address(node const& n) const
        requires requires(G const& g) { g.address(n); }
    {
        return base().address(n);
    }
    constexpr std::size_t size(node const& n) const
        requires HeapGraph<G>
    {
        return base().size(n);
    }
    constexpr std::size_t index(node const& n) const
        requires IndexedGraph<G>
    {
        return base().index(n);
    }
    constexpr std::size_t count() const
        requires IndexedGraph<G>
    {
        return base().count();
    }
    constexpr node node_at(std::size_t index) const
        requires EnumeratedGraph<G>
    {
        return base().node_at(index);
    }
    constexpr decltype(auto) objects() const
        requires requires(G const& g) { g.objects(); }
    {
        return base().objects();
    }
    constexpr decltype(auto) label(node const& n) const
        requires requires(G const& g) { g.label(n); }
    {
        return base().label(n);
    }
    constexpr auto left_out(node const& n) const
        requires requires(G const& g) { g.left_out(n); }
    {
        return base().left_out(n);
    }
    constexpr void parts(node const& n, auto&& f) const
        requires requires(G const& g) { g.parts(n, f); }
    {
        base().parts(n, f);
    }
    constexpr void views(node const& n, auto&& f) const
        requires requires(G const& g) { g.views(n, f); }
    {
        base().views(n, f);
    }

  private:
    constexpr G const& base() const { return static_cast<Self const&>(*this).base(); }
};

}  // namespace trav::detail
