// trav/strategy/detail/wide.hpp: nodes with very many children. A worklist takes their children slice by
// slice: an array of 10^8 pointers waits as one range, not as 10^8 arrivals.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/prefetch.hpp"
#include "../../graph/row.hpp"

#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The children of a node are a random-access range.
template <class G>
concept Sliced = Graph<G> && !AtOnceGraph<G> && requires(children_t<G> range, cursor_t<G> at) {
    { range.end() - at } -> std::integral;
    { at[std::ptrdiff_t{}] } -> std::convertible_to<node_t<G>>;
    { at + std::ptrdiff_t{} } -> std::convertible_to<cursor_t<G>>;
};

/// The number of children that are pushed at a time.
inline constexpr std::size_t slice = 64;

/// Writes arrivals at `count` children, except null ones, to `to` and returns their end. All other members
/// are copied from `like`. The children are prefetched, since the last ones are visited next.
template <class G, class Item, class Cursor>
TRAV_INLINE Item* write_arrivals(G const& graph, Item const& like, Cursor const& first, std::size_t count,
                                 Item* to) {
    TRAV_DO_NOT_VECTORIZE  // most nodes have few children
    for (auto at = first, end = first + static_cast<std::ptrdiff_t>(count); at != end; ++at) {
        auto const child = static_cast<node_t<G>>(*at);
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

/// The children of one node that still wait. The last of them is not null.
template <Sliced G, class Item>
struct Wide {
    cursor_t<G> first;
    std::size_t left;
    Item like;  // the members that all these arrivals share
    std::size_t floor;

    /// Drops null children at the end. Returns false if nothing remains.
    TRAV_INLINE bool drop_null_children(G const& graph) {
        while (left != 0 && null(graph, static_cast<node_t<G>>(first[static_cast<std::ptrdiff_t>(left - 1)])))
            --left;
        return left != 0;
    }
};

}  // namespace trav::detail
