// trav/detail/prefetch.hpp: what lies where: the addresses to be prefetched for a node. All of it must be inlined: GCC drops
// calls of functions that do nothing but prefetch.
#pragma once

#include "../graph/graph.hpp"
#include "absent.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

namespace trav::detail {

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

/// A store that has places of its own for nodes as they are found in the graph.
template <class S, class G>
concept PrefetchingStore = !requires(G const& graph, node_t<G> n) { graph.resolve(n); } &&
                           requires(S const& store, node_t<G> n) { store.address(n); };

/// Bytes from address(n) on that are read of a node: its header and the children that lie behind it.
template <class G>
consteval std::size_t extent() {
    std::size_t header = 1;
    if constexpr (std::is_pointer_v<node_t<G>>)
        if constexpr (requires(node_t<G> n) { sizeof(*n); })
            header = sizeof(std::remove_pointer_t<node_t<G>>);
    return header + readable_children<G> * sizeof(node_t<G>);
}

template <class G>
TRAV_INLINE void const* address(G const& graph, node_t<G> const& n) {
    if constexpr (requires { graph.address(n); }) return graph.address(n);
    else if constexpr (std::is_pointer_v<node_t<G>>) return n;
    else return nullptr;
}
template <class G>
inline constexpr bool has_address =
    requires(G const& graph, node_t<G> n) { graph.address(n); } || std::is_pointer_v<node_t<G>>;

/// The first and the last byte of a node, to be written to.
template <class G>
TRAV_INLINE void prefetch(G const& graph, node_t<G> const& n) {
    if constexpr (has_address<G>) {
        if constexpr (requires { graph.address(n); })
            if (null(graph, n)) return;
        auto const* const first = static_cast<char const*>(address(graph, n));
        __builtin_prefetch(first, 1);
        if constexpr (extent<G>() > 8 && extent<G>() <= 128) __builtin_prefetch(first + extent<G>() - 1, 1);
    }
}

}  // namespace trav::detail
