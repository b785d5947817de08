// bench/peer/boost.hpp: Boost.Graph's depth_first_visit and breadth_first_visit over any graph of trav's
// kind.
//
// Colours are a property map of the caller: in the header, in a vector, or in a hash table.
#pragma once

#include <trav/graph/graph.hpp>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/depth_first_search.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/pending/queue.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace bench {

/// The graph `G` for Boost.Graph.
template <class G>
struct Incidence {
    using Children = decltype(std::declval<G const&>().children(std::declval<typename G::node>()));
    using Cursor = decltype(std::declval<Children&>().begin());

    using vertex_descriptor = typename G::node;
    using edge_descriptor = std::pair<vertex_descriptor, vertex_descriptor>;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::allow_parallel_edge_tag;
    using traversal_category = boost::incidence_graph_tag;
    using degree_size_type = std::size_t;

    struct out_edge_iterator {
        using iterator_category = std::input_iterator_tag;
        using value_type = edge_descriptor;
        using difference_type = std::ptrdiff_t;
        using pointer = edge_descriptor const*;
        using reference = edge_descriptor;
        Cursor at{};
        G const* graph = nullptr;
        edge_descriptor operator*() const { return {{}, trav::resolve(*graph, vertex_descriptor{*at})}; }
        out_edge_iterator& operator++() { return ++at, *this; }
        out_edge_iterator operator++(int) { return {at++, graph}; }
        bool operator==(out_edge_iterator const& other) const { return at == other.at; }
        bool operator!=(out_edge_iterator const& other) const { return !(at == other.at); }
    };
    static vertex_descriptor null_vertex() { return {}; }

    G graph;

    friend vertex_descriptor source(edge_descriptor const& edge, Incidence const&) { return edge.first; }
    friend std::size_t out_degree(vertex_descriptor, Incidence const&) { return 0; }  // never called
    friend vertex_descriptor target(edge_descriptor const& edge, Incidence const&) { return edge.second; }
    friend auto out_edges(vertex_descriptor n, Incidence const& g) {
        auto&& children = g.graph.children(n);
        if constexpr (std::is_same_v<Cursor, decltype(children.end())>)
            return std::pair(out_edge_iterator{children.begin(), &g.graph},
                             out_edge_iterator{children.end(), &g.graph});
        else return std::pair(out_edge_iterator{children.begin(), &g.graph}, out_edge_iterator{});
    }
};

template <class Base>
struct CountDiscovered : Base {
    std::uint64_t* found;
    explicit CountDiscovered(std::uint64_t* count) : found(count) {}
    void discover_vertex(auto const&, auto const&) const { ++*found; }
};

/// The number of objects reachable from the roots. `colour` must be reset.
template <class G, class Roots, class Colour>
std::uint64_t boost_depth_first(G const& graph, Roots const& roots, Colour colour) {
    std::uint64_t found = 0;
    Incidence<G> const boost_graph{graph};
    for (auto const root : roots)
        if (get(colour, root) == boost::white_color)
            boost::depth_first_visit(boost_graph, root, CountDiscovered<boost::default_dfs_visitor>(&found),
                                     colour);
    return found;
}
template <class G, class Roots, class Colour>
std::uint64_t boost_breadth_first(G const& graph, Roots const& roots, Colour colour) {
    std::uint64_t found = 0;
    boost::queue<typename G::node> queue;
    boost::breadth_first_visit(Incidence<G>{graph}, roots.begin(), roots.end(), queue,
                               CountDiscovered<boost::default_bfs_visitor>(&found), colour);
    return found;
}

/// Colours in a number that every object has: `word(n)`. Epochs increase by 2 from pass to pass.
template <class N, class Word>
struct EpochColour {
    using key_type = N;
    using value_type = boost::default_color_type;
    using reference = value_type;
    using category = boost::read_write_property_map_tag;
    std::uint32_t epoch;
    Word word;
    friend value_type get(EpochColour const& map, N n) {
        std::uint32_t const mark = map.word.get(n);
        return mark == map.epoch       ? boost::gray_color
               : mark == map.epoch + 1 ? boost::black_color
                                       : boost::white_color;
    }
    friend void put(EpochColour const& map, N n, value_type colour) {
        map.word.set(n, colour == boost::gray_color    ? map.epoch
                        : colour == boost::black_color ? map.epoch + 1
                                                       : 0);
    }
};

}  // namespace bench
