// trav/graph/prefetch.hpp: prefetches the memory of a node. All functions must be inlined: GCC drops
// calls of functions that only prefetch.
#pragma once

#include "../detail/compiler.hpp"
#include "graph.hpp"
#include "row.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

/// A store with separate memory for a node, at an address that can be computed without resolving a handle.
template <class S, class G>
concept PrefetchingStore = !requires(G const& graph, node_t<G> n) { graph.resolve(n); } &&
                           requires(S const& store, node_t<G> n) { store.address(n); };

/// The number of bytes that are read from address(n) on: the header and the children after it.
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

/// Prefetches the first byte of a node, for writing.
template <class G>
TRAV_INLINE void prefetch_header(G const& graph, node_t<G> const& n) {
    if constexpr (has_address<G>) {
        if constexpr (requires { graph.address(n); })
            if (null(graph, n)) return;
        prefetch_at<1>(address(graph, n));
    }
}
/// Prefetches the first and the last byte, for writing.
template <class G>
TRAV_INLINE void prefetch(G const& graph, node_t<G> const& n) {
    if constexpr (has_address<G>) {
        if constexpr (requires { graph.address(n); })
            if (null(graph, n)) return;
        void const* const first = address(graph, n);
        prefetch_at<1>(first);
        if constexpr (extent<G>() > 8 && extent<G>() <= 128) {
            auto const last = reinterpret_cast<std::uintptr_t>(first) + extent<G>() - 1;  // first may be null
            prefetch_at<1>(reinterpret_cast<void const*>(last));
        }
    }
}

}  // namespace trav::detail
