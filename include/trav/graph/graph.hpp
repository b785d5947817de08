// trav/graph/graph.hpp: what can be walked.
//
// A graph is a value that names its node type and lists a node's children:
//
//     struct Heap {
//         using node = Obj*;                                             // a handle: a pointer, an index, or
//                                                                        // a struct (store/hash_of.hpp)
//         auto const& children(node n) const { return n->fields; }       // a reference, or a borrowed range
//     };
//
// It may offer more; the engine uses what it finds, and what a graph lacks costs nothing:
//
//     bool null(node) const              no object: skipped. For pointers the default is n == nullptr
//     node resolve(node) const           the object that a handle stands for: removes a tag, follows an
//                                        indirection; null: skip. The result must stand for itself
//     void scan(node, sink) const        calls sink(child) for every child, without building a range;
//                                        worklists prefer it if children cannot be counted (as in a vector)
//     bool at_once(node) const           depth first takes this node's children through scan, last one first
//     auto address(node) const           where the object lies in memory, for prefetching; called with a
//                                        handle that is not resolved
//     void scan_back(node, sink) const   as scan, last child first; then depth first keeps the children of
//                                        all open nodes on one stack, and needs no cursors
//     span<node const> row(node) const   all children, if they are contiguous; else a null span. Not needed
//                                        if children(node) always is such a range (a vector, a span)
//     readable_children = 4              (static constexpr) that many words can be read where the children
//                                        of any node begin, however many children it has;
//     node const* rows_end() const       or: all rows, empty ones, too, lie in one array, which ends there
//     size_t size(node) const            bytes; makes it a heap graph
//     size_t index(node), count() const  0 <= index(n) < count(); makes Dense the default store
//     node node_at(size_t index) const   the node that has an index: flows are first solved in the order of
//                                        indices, which should be that of memory (flow/solve.hpp)
//     auto memory_order() const          where objects lie, for graphs without indices (memory_order.hpp)
//     auto objects() const               every allocated object, live or dead
//     auto label(node) const             a text for people
//     void edges(node, f) const          calls f(edge) for every edge, with its name; follows(kind): of which
//                                        kinds children are (named_edge.hpp)
//     void each_edge(node, f) const      or f(child, edge), where edge has label() and pattern(), for an edge
//                                        to each child
//     void parts(node, f) const          as edges(), for what is part of the object, and is no child
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace trav {

/// A range whose elements convert to nodes of type N.
template <class R, class N>
concept ChildrenOf = requires(R range) {
    { *range.begin() } -> std::convertible_to<N>;
    { range.begin() != range.end() } -> std::convertible_to<bool>;
};

/// A graph: `node`, and `children(node)`.
template <class G>
concept Graph = requires { typename G::node; } && std::regular<typename G::node> &&
                requires(G const& graph, typename G::node n) {
                    { graph.children(n) } -> ChildrenOf<typename G::node>;
                };

/// A graph that knows the size of each object in bytes.
template <class G>
concept HeapGraph = Graph<G> && requires(G const& graph, typename G::node n) {
    { graph.size(n) } -> std::convertible_to<std::size_t>;
};

/// A graph whose nodes are numbered from 0 to count() - 1.
template <class G>
concept IndexedGraph = Graph<G> && requires(G const& graph, typename G::node n) {
    { graph.index(n) } -> std::convertible_to<std::size_t>;
    { graph.count() } -> std::convertible_to<std::size_t>;
};

template <class G>
using node_t = typename G::node;

/// A graph that has the node of each index.
template <class G>
concept EnumeratedGraph = IndexedGraph<G> && requires(G const& graph, std::size_t index) {
    { graph.node_at(index) } -> std::convertible_to<typename G::node>;
};

namespace detail {
/// The type of nodes that are written as a list in braces.
template <class G>
using Braced = std::initializer_list<node_t<G>>;
}  // namespace detail

/// Whether `n` is no object at all.
template <class G>
TRAV_INLINE bool null(G const& graph, node_t<G> const& n) {
    if constexpr (requires { graph.null(n); }) {
        return graph.null(n);
    } else if constexpr (std::is_pointer_v<node_t<G>>) {
        return n == nullptr;
    } else {
        return false;
    }
}

/// The object that the handle `n` stands for, or a null node if there is nothing to visit.
template <class G>
TRAV_INLINE node_t<G> resolve(G const& graph, node_t<G> const& n) {
    if constexpr (requires { graph.resolve(n); }) {
        return null(graph, n) ? n : graph.resolve(n);
    } else {
        return n;
    }
}

/// Calls sink(child) for every child of `n`, in order, null ones included.
template <class G, class Sink>
TRAV_INLINE void scan(G const& graph, node_t<G> const& n, Sink&& sink) {
    if constexpr (requires { graph.scan(n, sink); }) {
        graph.scan(n, sink);
    } else {
        auto&& range = graph.children(n);
        auto const end = range.end();
        for (auto at = range.begin(); at != end; ++at) sink(static_cast<node_t<G>>(*at));
    }
}

/// A graph with nodes whose children depth first must take all at once (GHC: stacks, threads, partial
/// applications).
template <class G>
concept AtOnceGraph = requires(G const& graph, typename G::node n) {
    { graph.at_once(n) } -> std::convertible_to<bool>;
    graph.scan(n, [](typename G::node) {});
};

/// A graph whose children can be scanned in both directions: depth first takes those of every node at once.
template <class G>
concept ScansBack = requires(G const& graph, typename G::node n) {
    graph.scan(n, [](typename G::node) {});
    graph.scan_back(n, [](typename G::node) {});
};

}  // namespace trav
