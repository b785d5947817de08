// trav/graph/sized.hpp: sized(graph, size), the same graph with the size of each object in bytes, which makes
// it a heap graph.
//
//     auto heap = trav::sized(trav::Via<&Obj::fields>{}, &Obj::bytes);         // a field or member function
//     auto blocks = trav::sized(csr, [&](std::uint32_t n) { return block_sizes[n]; });  // any callable
#pragma once

#include "detail/adaptor.hpp"
#include "row.hpp"
#include "with_owners.hpp"

#include <concepts>
#include <cstddef>
#include <utility>

namespace trav {

namespace detail {

template <class Size, class N>
constexpr auto size_of(Size const& size, N const& n) {
    if constexpr (requires { (n->*size)(); }) return (n->*size)();
    else if constexpr (requires { n->*size; }) return n->*size;
    else return size(n);
}
template <class Size, class N>
concept SizeOf = requires(Size const& size, N const& n) {
    { size(n) } -> std::convertible_to<std::size_t>;
} || requires(Size const& size, N const& n) {
    { (n->*size)() } -> std::convertible_to<std::size_t>;
} || requires(Size const& size, N const& n) {
    { n->*size } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

/// `G` with sizes given by `Size`.
template <class G, class Size>
    requires Graph<G> || SolvesFlows<G>
class Sized : public detail::Adaptor<Sized<G, Size>, G> {
  public:
    using node = node_t<G>;

    constexpr Sized(G graph, Size bytes) : base_(std::move(graph)), size_(std::move(bytes)) {}

    static constexpr bool solves_flows = SolvesFlows<G>;
    template <class F>
    static consteval bool check() {
        return G::template check<F>();
    }
    auto solve(auto const& sources, auto& flow) const
        requires SolvesFlows<G>
    {
        return base_.solve(sources, flow);
    }
    constexpr decltype(auto) children(node const& n) const
        requires Graph<G>
    {
        return base_.children(n);
    }
    constexpr void scan(node const& n, auto&& sink) const
        requires Graph<G>
    {
        trav::scan(base_, n, sink);
    }
    constexpr void scan_back(node const& n, auto&& sink) const
        requires ScansBack<G>
    {
        base_.scan_back(n, sink);
    }
    constexpr bool at_once(node const& n) const
        requires AtOnceGraph<G>
    {
        return base_.at_once(n);
    }
    constexpr auto row(node const& n) const
        requires detail::MostlyInARow<G>
    {
        return base_.row(n);
    }
    static constexpr std::size_t readable_children = detail::readable_children<G>;
    constexpr auto rows_begin() const
        requires requires(G const& g) { g.rows_begin(); }
    {
        return base_.rows_begin();
    }
    constexpr auto rows_end() const
        requires detail::OneArray<G>
    {
        return base_.rows_end();
    }
    constexpr std::size_t size(node const& n) const {
        return static_cast<std::size_t>(detail::size_of(size_, n));
    }
    constexpr G const& base() const { return base_; }
    Sized with_owners(auto const&... roots) const
        requires HasOwners<G>
    {
        return {base_.with_owners(roots...), size_};
    }

  private:
    [[no_unique_address]] G base_;
    [[no_unique_address]] Size size_;
};

/// `graph` with sizes in bytes, given by the field, member function or callable `size`.
template <class G, class Size>
    requires Graph<G> || SolvesFlows<G>
constexpr auto sized(G graph, Size size) {
    if constexpr (detail::SizeOf<Size, node_t<G>>) return Sized<G, Size>(std::move(graph), std::move(size));
    else
        static_assert(
            !sizeof(Size),
            "trav: sized(graph, size) needs a field, a member function or a const callable of a node "
            "that returns bytes");
}

}  // namespace trav
