// trav/graph/detail/row.hpp: the children of a node: where they lie, if side by side; and how to list others without handing out the
// address of the walker that takes them.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/stack.hpp"
#include "../graph.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

namespace trav::detail {

template <class G>
using children_t = decltype(std::declval<G const&>().children(std::declval<node_t<G>>()));
template <class G>
using cursor_t = decltype(std::declval<children_t<G>&>().begin());
template <class G>
using end_t = decltype(std::declval<children_t<G>&>().end());

/// Children that always lie side by side, as nodes.
template <class G>
concept AlwaysInARow = requires(G const& graph, node_t<G> n) {
    { graph.children(n).data() } -> std::convertible_to<node_t<G> const*>;
    { graph.children(n).size() } -> std::convertible_to<std::size_t>;
};
/// Children that mostly do: where they do not, row(n) is a null span.
template <class G>
concept MostlyInARow = requires(G const& graph, node_t<G> n) {
    { graph.row(n).data() } -> std::convertible_to<node_t<G> const*>;
    { graph.row(n).size() } -> std::convertible_to<std::size_t>;
};
template <class G>
concept InARow = AlwaysInARow<G> || MostlyInARow<G>;

template <InARow G>
TRAV_INLINE auto row_of(G const& graph, node_t<G> const& n) {
    if constexpr (MostlyInARow<G>) return graph.row(n);
    else {
        auto&& children = graph.children(n);
        return std::span<node_t<G> const>(children.data(), static_cast<std::size_t>(children.size()));
    }
}

/// How many children of any node may be read behind its header, whether it has them or not.
template <class G>
inline constexpr std::size_t readable_children = 0;
template <class G>
    requires requires { G::readable_children; }
inline constexpr std::size_t readable_children<G> = G::readable_children;

/// All rows lie in one array.
template <class G>
concept OneArray = requires(G const& graph) {
    { graph.rows_end() } -> std::convertible_to<node_t<G> const*>;
};

/// All children that are no null nodes. Not inlined: what a walker is made of stays in its registers.
template <class G>
[[gnu::noinline]] Stack<node_t<G>> scanned(G const& graph, node_t<G> const& n) {
    Stack<node_t<G>> all;
    scan(graph, n, [&](node_t<G> const& child) {
        if (!null(graph, child)) all.push(child);
    });
    return all;
}

/// scan(), for a sink that is to stay in registers: scanning a node that takes its children all at once is a long story.
template <class G, class Sink>
TRAV_INLINE void each_child(G const& graph, node_t<G> const& n, Sink&& sink) {
    if constexpr (AtOnceGraph<G>) {
        if (graph.at_once(n)) [[unlikely]] {
            for (node_t<G> const& child : scanned(graph, n)) sink(child);
        } else {
            auto&& range = graph.children(n);
            auto const end = range.end();
            for (auto at = range.begin(); at != end; ++at) sink(static_cast<node_t<G>>(*at));
        }
    } else {
        scan(graph, n, sink);
    }
}

}  // namespace trav::detail
