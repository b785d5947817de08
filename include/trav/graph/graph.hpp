// trav/graph/graph.hpp: graphs, and the optional members that the engine uses.
//
// A graph is a value that names its node type and lists a node's children:
//
//     struct Heap {
//         using node = Obj*;                                             // a handle: a pointer, an index, or
//                                                                        // a struct (store/hash_of.hpp)
//         auto const& children(node n) const { return n->fields; }       // a reference, or a borrowed range
//     };
//
// A graph may offer more members, which the engine uses if they exist; a missing member costs nothing:
//
//     bool null(node) const              whether there is no object: the node is skipped. For pointers
//                                        the default is n == nullptr
//     node resolve(node) const           the object that a handle stands for: removes a tag, or follows an
//                                        indirection. A null result is skipped. The result must resolve to
//                                        itself
//     void scan(node, sink) const        calls sink(child) for every child, without building a range;
//                                        worklists prefer it unless children(n) is a random-access range
//     bool at_once(node) const           DepthFirst takes this node's children through scan, last one first
//     auto address(node) const           the address of the object, for prefetching; called with a handle
//                                        that is not resolved
//     void scan_back(node, sink) const   like scan, last child first. DepthFirst then keeps the children of
//                                        all open nodes on one stack, and needs no cursors
//     span<node const> row(node) const   all children if they are contiguous, otherwise a null span. Not
//                                        needed if children(node) is always contiguous (a vector, a span)
//     readable_children = 4              (static constexpr) this many words can be read at the first child of
//                                        any node, even if it has fewer children;
//     node const* rows_end() const       or: all rows, including empty ones, are in one array with this end
//     node const* rows_begin() const     its beginning, for flows over graphs with null rows
//     size_t size(node) const            in bytes; makes the graph a heap graph
//     size_t index(node), count() const  0 <= index(n) < count(); makes Dense the default store
//     node node_at(size_t index) const   the node with an index. Flows are first solved in the order of
//                                        indices, which should be the order in memory (flow/solve.hpp)
//     auto memory_order() const          the order of objects in memory, for graphs without indices
//                                        (memory_order.hpp)
//     auto objects() const               every allocated object, live or dead
//     auto label(node) const             a readable name
//     void edges(node, f) const          calls f(edge) for every edge, with its name. follows(kind) says
//                                        whether edges of a kind lead to children (named_edge.hpp)
//     void each_edge(node, f) const      or: calls f(child, edge) for an edge to each child; edge has label()
//                                        and pattern()
//     void parts(node, f) const          like edges(), for parts of the object that are not children
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace trav {

/// A range of elements that convert to nodes of type N.
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

/// A graph with nodes numbered from 0 to count() - 1.
template <class G>
concept IndexedGraph = Graph<G> && requires(G const& graph, typename G::node n) {
    { graph.index(n) } -> std::convertible_to<std::size_t>;
    { graph.count() } -> std::convertible_to<std::size_t>;
};

template <class G>
using node_t = typename G::node;

/// A graph that returns the node of each index.
template <class G>
concept EnumeratedGraph = IndexedGraph<G> && requires(G const& graph, std::size_t index) {
    { graph.node_at(index) } -> std::convertible_to<typename G::node>;
};

/// A graph that is not walked, because this process does not have all of it: it solves flows itself, by
/// `solve(sources, flow)`, if check<Flow>() is true, and lists its objects(). flow/streamed_graph.hpp and
/// distributed/shared_graph.hpp have such graphs.
template <class G>
concept SolvesFlows = requires {
    typename G::node;
    requires G::solves_flows;
};

namespace detail {
/// The type of a braced list of nodes.
template <class G>
using Braced = std::initializer_list<node_t<G>>;

/// A graph like G that more programs use; objects.hpp has one.
template <class G>
struct same_graph {
    using type = G;
};
}  // namespace detail

/// Whether `n` stands for no object.
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

/// Calls sink(child) for every child of `n`, in order, including null children.
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

/// A graph with nodes that require DepthFirst to take all children at once (GHC: stacks, threads, partial
/// applications).
template <class G>
concept AtOnceGraph = requires(G const& graph, typename G::node n) {
    { graph.at_once(n) } -> std::convertible_to<bool>;
    graph.scan(n, [](typename G::node) {});
};

/// A graph that can scan children in both directions: DepthFirst takes all children of every node at once.
template <class G>
concept ScansBack = requires(G const& graph, typename G::node n) {
    graph.scan(n, [](typename G::node) {});
    graph.scan_back(n, [](typename G::node) {});
};

}  // namespace trav
