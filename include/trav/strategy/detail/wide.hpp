// trav/strategy/detail/wide.hpp: nodes with very many children, whose children a worklist takes a slice at a time: an array of 10^8
// pointers waits as one range, not as 10^8 arrivals.
#pragma once

#include "../../detail/absent.hpp"
#include "../../graph/detail/prefetch.hpp"
#include "../../graph/detail/row.hpp"
#include "../../graph/graph.hpp"

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The children of any node can be counted, and any of them be looked at.
template <class G>
concept Sliced = Graph<G> && !AtOnceGraph<G> && requires(children_t<G> range, cursor_t<G> at) {
    { range.end() - at } -> std::integral;
    { at[std::ptrdiff_t{}] } -> std::convertible_to<node_t<G>>;
    { at + std::ptrdiff_t{} } -> std::convertible_to<cursor_t<G>>;
};

/// The most arrivals that are worth making room for at once.
inline constexpr std::size_t slice = 64;

/// Writes the arrivals at `count` children, null ones aside, from `to` on; answers where it ended. All are like `like`. The
/// last ones come next: they are prefetched.
template <class G, class Item, class Cursor>
TRAV_INLINE Item* write_arrivals(G const& graph, Item const& like, Cursor const& first, std::size_t count,
                                 Item* to) {
#ifdef __clang__
#pragma clang loop vectorize(disable)  // most nodes have few children
#endif
    for (auto at = first, end = first + static_cast<std::ptrdiff_t>(count); at != end; ++at) {
        node_t<G> const child = static_cast<node_t<G>>(*at);
        prefetch_header(graph, child);
        if constexpr (std::is_trivially_destructible_v<Item>) {
            ::new (static_cast<void*>(to)) Item{child, like.parent, like.inherited};
            to += !null(graph, child);  // without a branch
        } else if (!null(graph, child)) {
            ::new (static_cast<void*>(to++)) Item{child, like.parent, like.inherited};
        }
    }
    return to;
}

/// The children of one node that still wait, the last of them not null.
template <Sliced G, class Item>
struct Wide {
    cursor_t<G> first;
    std::size_t left;
    Item like;  // what all arrivals share
    std::size_t floor;

    /// Forgets null children at the end. False: nothing is left.
    TRAV_INLINE bool settle(G const& graph) {
        while (left != 0 && null(graph, static_cast<node_t<G>>(first[static_cast<std::ptrdiff_t>(left - 1)])))
            --left;
        return left != 0;
    }
};

}  // namespace trav::detail
