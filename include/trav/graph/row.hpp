// trav/graph/row.hpp: rows, the children of a node if they are contiguous in memory, and functions
// that list other children without taking the address of the walker.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/stack.hpp"
#include "graph.hpp"

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

/// Children that are always contiguous, as nodes.
template <class G>
concept AlwaysInARow = requires(G const& graph, node_t<G> n) {
    { graph.children(n).data() } -> std::convertible_to<node_t<G> const*>;
    { graph.children(n).size() } -> std::convertible_to<std::size_t>;
};
/// Children that are usually contiguous; if they are not, row(n) is a null span.
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

/// The number of words that can be read at the first child of a node, even if it has fewer children.
template <class G>
inline constexpr std::size_t readable_children = 0;
template <class G>
    requires requires { G::readable_children; }
inline constexpr std::size_t readable_children<G> = G::readable_children;

/// All rows are in one array.
template <class G>
concept OneArray = requires(G const& graph) {
    { graph.rows_end() } -> std::convertible_to<node_t<G> const*>;
};

/// Whether `count` nodes can be read from `row`, the row of a node, even if it has fewer children.
template <class G>
TRAV_INLINE bool may_read([[maybe_unused]] G const& graph, [[maybe_unused]] node_t<G> const* row,
                          [[maybe_unused]] std::size_t count) {
    if constexpr (OneArray<G>) return static_cast<std::size_t>(graph.rows_end() - row) >= count;
    else return readable_children<G> >= count;
}

/// The start of that array, or of its known part. The graph must have a node.
template <OneArray G>
node_t<G> const* rows_begin(G const& graph) {
    if constexpr (requires { graph.rows_begin(); }) return graph.rows_begin();
    else return row_of(graph, static_cast<node_t<G>>(graph.node_at(0))).data();
}

/// Rows are in one array of numbers, and each number is a node. A graph without rows for some nodes must say
/// where the array begins.
template <class G>
concept ArrayOfNumbers = EnumeratedGraph<G> && OneArray<G> && std::integral<node_t<G>> &&
                         (AlwaysInARow<G> || (MostlyInARow<G> && requires(G const& g) { g.rows_begin(); })) &&
                         !requires(G const& graph, node_t<G> n) { graph.null(n); } &&
                         !requires(G const& graph, node_t<G> n) { graph.resolve(n); };
/// All rows are in that array.
template <class G>
concept RowsOfNumbers = ArrayOfNumbers<G> && AlwaysInARow<G>;

/// All children except null ones. Not inlined, so that the members of a walker stay in registers.
template <class G>
TRAV_NOINLINE Stack<node_t<G>> scanned(G const& graph, node_t<G> const& n) {
    Stack<node_t<G>> all;
    scan(graph, n, [&](node_t<G> const& child) {
        if (!null(graph, child)) all.push(child);
    });
    return all;
}

/// scan() for a sink that must stay in registers: at-once nodes are scanned out of line.
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

/// Calls f(child) for the first children of a node, at most `left`, including null children.
template <class G>
void first_children(G const& graph, node_t<G> const& n, std::size_t left, auto f) {
    if constexpr (AtOnceGraph<G>)
        if (graph.at_once(n))
            return each_child(graph, n, [&](node_t<G> const& child) {
                if (left != 0) --left, f(child);
            });
    auto&& range = graph.children(n);
    auto const end = range.end();
    for (auto at = range.begin(); left != 0 && at != end; ++at, --left) f(static_cast<node_t<G>>(*at));
}

}  // namespace trav::detail
