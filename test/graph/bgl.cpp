#include <trav/graph/bgl.hpp>

#include "expected_edges.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/reverse_graph.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

using VecGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using ListGraph = boost::adjacency_list<boost::listS, boost::listS, boost::directedS>;
using CsrGraph = boost::compressed_sparse_row_graph<boost::directedS>;
using Matrix = boost::adjacency_matrix<boost::directedS>;

static_assert(trav::IndexedGraph<trav::Bgl<VecGraph>> && trav::IndexedGraph<trav::Bgl<CsrGraph>> &&
              trav::IndexedGraph<trav::Bgl<Matrix>>);
static_assert(trav::Graph<trav::Bgl<ListGraph>> && !trav::IndexedGraph<trav::Bgl<ListGraph>>);

// --- a user's graph with out-edges; a user's graph with only adjacent vertices ---

namespace mine {

struct Street {
    int from, number;
};
struct Town {
    Edges streets;
};
struct StreetCursor {
    Town const* town;
    Street at;
    Street operator*() const { return at; }
    StreetCursor& operator++() {
        ++at.number;
        return *this;
    }
    bool operator==(StreetCursor const& other) const { return at.number == other.at.number; }
    bool operator!=(StreetCursor const& other) const { return !(*this == other); }
};
inline std::pair<StreetCursor, StreetCursor> out_edges(int v, Town const& t) {
    return {{&t, {v, 0}}, {&t, {v, static_cast<int>(t.streets[static_cast<std::size_t>(v)].size())}}};
}
inline int target(Street s, Town const& t) {
    return t.streets[static_cast<std::size_t>(s.from)][static_cast<std::size_t>(s.number)];
}

struct Neighbours {
    Edges edges;
};
inline std::pair<int const*, int const*> adjacent_vertices(int v, Neighbours const& g) {
    auto const& list = g.edges[static_cast<std::size_t>(v)];
    return {list.data(), list.data() + list.size()};
}

}  // namespace mine

template <>
struct boost::graph_traits<mine::Town> {
    using vertex_descriptor = int;
};
template <>
struct boost::graph_traits<mine::Neighbours> {
    using vertex_descriptor = int;
};
struct NoEdges {};
template <>
struct boost::graph_traits<NoEdges> {
    using vertex_descriptor = int;
};

static_assert(!trav::detail::HasOutEdges<NoEdges> && !trav::detail::HasAdjacentVertices<NoEdges>);
static_assert(trav::detail::HasOutEdges<mine::Town> && !trav::detail::HasOutEdges<mine::Neighbours>);

TEST_CASE("bgl has the edges of every kind of Boost graph", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Random random(seed);
        auto const count = static_cast<std::size_t>(1 + random.below(12));
        Edges const edges = random_edges(random, static_cast<int>(count), random.below(30));
        std::vector<std::size_t> numbers;
        std::vector<int> ints;
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        Edges simple = edges;  // a matrix has neither parallel edges nor an order of edges
        VecGraph vec(count);
        ListGraph list;
        std::vector<ListGraph::vertex_descriptor> handles;
        Matrix matrix(count);
        for (std::size_t i = 0; i < count; ++i) {
            numbers.push_back(i);
            ints.push_back(static_cast<int>(i));
            handles.push_back(add_vertex(list));
            std::sort(simple[i].begin(), simple[i].end());
            simple[i].erase(std::unique(simple[i].begin(), simple[i].end()), simple[i].end());
        }
        for (std::size_t from = 0; from < count; ++from)
            for (int target : edges[from]) {
                auto const to = static_cast<std::size_t>(target);
                pairs.emplace_back(from, to);
                add_edge(from, to, vec);
                add_edge(handles[from], handles[to], list);
                if (!edge(from, to, matrix).second) add_edge(from, to, matrix);
            }
        CsrGraph const csr(boost::edges_are_sorted, pairs.begin(), pairs.end(), count);

        check_edges(trav::bgl(vec), numbers, edges);
        check_edges(trav::bgl(list), handles, edges);
        check_edges(trav::bgl(csr), numbers, edges);
        check_edges(trav::bgl(matrix), numbers, simple);
        boost::reverse_graph<VecGraph> const back(vec);
        check_edges(trav::bgl(back), numbers, turned(edges), false);
        mine::Town const town{edges};
        check_edges(trav::bgl(town), ints, edges);
        mine::Neighbours const neighbours{edges};
        check_edges(trav::bgl(neighbours), ints, edges);

        // a filtered graph counts fewer vertices than it numbers
        auto const even = [](std::size_t v) { return v % 2 == 0; };
        boost::filtered_graph<VecGraph, boost::keep_all, std::function<bool(std::size_t)>> const half(vec, {},
                                                                                                      even);
        static_assert(!trav::IndexedGraph<trav::Bgl<std::remove_const_t<decltype(half)>>>);
        Edges evens = edges;
        for (auto& l : evens) std::erase_if(l, [](int to) { return to % 2 != 0; });
        auto const graph = trav::bgl(half);
        std::size_t const root = (count - 1) / 2 * 2;
        std::vector<std::size_t> reached;
        auto note = [&](auto& here) {
            if (here.first) reached.push_back(here.node);
        };
        trav::traverse(graph, std::vector{root}, note);
        std::sort(reached.begin(), reached.end());
        auto const expected = reachable(evens, {static_cast<int>(root)});
        std::vector<std::size_t> list_of_expected;
        for (std::size_t i = 0; i < count; ++i)
            if (expected[i]) list_of_expected.push_back(i);
        CHECK(reached == list_of_expected);
    }
}

TEST_CASE("bgl lists all vertices", "[unit]") {
    VecGraph const graph(3);
    std::vector<std::size_t> all;
    for (auto v : trav::bgl(graph).objects()) all.push_back(v);
    CHECK(all == std::vector<std::size_t>{0, 1, 2});
    CHECK(trav::bgl(graph).count() == 3);
}
