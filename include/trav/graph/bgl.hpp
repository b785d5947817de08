// trav/graph/bgl.hpp: bgl(graph), an adaptor for any graph of the Boost Graph Library, including your own
// types for which graph_traits is specialised.
//
//     boost::adjacency_list<> net = ...;
//     trav::traverse(trav::bgl(net), roots, policy);
//
// The children of a vertex are the targets of its out-edges, or its adjacent vertices if the graph has no
// out-edges. Vertex descriptors that are integers must be 0 .. num_vertices(g) - 1, as in BGL's own graphs;
// the default store is then Dense. For other descriptors the default store is Hashed, which needs a hash for
// them (store/hash_of.hpp) unless they are pointers (as with listS). The adaptor refers to the graph, which
// must outlive it. This header includes only graph_traits from BGL.
#pragma once

#include "graph.hpp"

#include <boost/graph/graph_traits.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace boost {
template <class Graph, class EdgePredicate, class VertexPredicate>
class filtered_graph;
}

namespace trav {

namespace detail {

template <class B>
using vertex_t = typename boost::graph_traits<B>::vertex_descriptor;

template <class B>
concept HasOutEdges = requires(B const& g, vertex_t<B> v) { target(*out_edges(v, g).first, g); };
template <class B>
concept HasAdjacentVertices = requires(B const& g, vertex_t<B> v) { *adjacent_vertices(v, g).first; };
template <class B>
concept HasVertices = requires(B const& g) { vertices(g).first; };

// a filtered graph counts only its visible vertices, but they keep their numbers
template <class B>
inline constexpr bool numbers_vertices =
    requires(B const& g) { num_vertices(g); } && std::integral<vertex_t<B>>;
template <class B, class E, class V>
inline constexpr bool numbers_vertices<boost::filtered_graph<B, E, V>> = false;

/// A pair of iterators from BGL as a range.
template <class Iterator>
struct IteratorPair {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
};
template <class Iterator>
IteratorPair<Iterator> as_range(std::pair<Iterator, Iterator> pair) {
    return {std::move(pair.first), std::move(pair.second)};
}

/// The targets of the out-edges of a vertex.
template <class B>
class OutEdges {
    using Edges = decltype(out_edges(std::declval<vertex_t<B>>(), std::declval<B const&>()).first);

  public:
    class Cursor {
      public:
        Cursor() = default;
        Cursor(B const* graph, Edges at) : graph_(graph), at_(std::move(at)) {}
        vertex_t<B> operator*() const { return target(*at_, *graph_); }
        Cursor& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(Cursor const& other) const { return at_ == other.at_; }

      private:
        B const* graph_ = nullptr;
        Edges at_;
    };

    OutEdges(B const* graph, vertex_t<B> v) : graph_(graph), edges_(out_edges(v, *graph)) {}
    Cursor begin() const { return {graph_, edges_.first}; }
    Cursor end() const { return {graph_, edges_.second}; }

  private:
    B const* graph_;
    std::pair<Edges, Edges> edges_;
};

}  // namespace detail

/// A Boost graph of type B.
template <class B>
class Bgl {
  public:
    using node = detail::vertex_t<B>;

    explicit Bgl(B const& graph) : graph_(&graph) {}
    explicit Bgl(B const&& graph) = delete;

    auto children(node n) const {
        if constexpr (detail::HasOutEdges<B>) {
            return detail::OutEdges<B>(graph_, n);
        } else {
            return detail::as_range(adjacent_vertices(n, *graph_));
        }
    }
    std::size_t index(node n) const
        requires detail::numbers_vertices<B>
    {
        return static_cast<std::size_t>(n);
    }
    std::size_t count() const
        requires detail::numbers_vertices<B>
    {
        return static_cast<std::size_t>(num_vertices(*graph_));
    }
    node node_at(std::size_t index) const
        requires detail::numbers_vertices<B>
    {
        return static_cast<node>(index);
    }
    auto objects() const
        requires detail::HasVertices<B>
    {
        return detail::as_range(vertices(*graph_));
    }

  private:
    B const* graph_;
};

/// The graph `g`, which must be an incidence graph or an adjacency graph.
template <class B>
auto bgl(B const& g) {
    if constexpr (detail::HasOutEdges<B> || detail::HasAdjacentVertices<B>) return Bgl<B>(g);
    else
        static_assert(!sizeof(B),
                      "trav: bgl(g) needs out_edges(v, g) and target(e, g), or adjacent_vertices(v, g)");
}
template <class B>
void bgl(B const&& g) = delete;

}  // namespace trav
