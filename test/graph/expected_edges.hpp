// Compares a graph with a plain list of its edges, kept by the test.
#pragma once

#include "catch.hpp"
#include "support/strategies.hpp"

#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

/// edges[i]: the children of node i, in order, without null children.
using Edges = std::vector<std::vector<int>>;
using EdgeList = std::vector<std::pair<int, int>>;

/// Small random numbers, the same on every platform.
struct Random {
    std::mt19937 engine;
    explicit Random(unsigned seed) : engine(seed) {}
    int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
};

inline Edges random_edges(Random& random, int nodes, int edges) {
    Edges all(static_cast<std::size_t>(nodes));
    for (int i = 0; i < edges; ++i)
        all[static_cast<std::size_t>(random.below(nodes))].push_back(random.below(nodes));
    return all;
}

/// Brute force: nodes are added until nothing changes.
inline std::vector<bool> reachable(Edges const& edges, std::vector<int> const& roots) {
    std::vector<bool> seen(edges.size());
    for (int r : roots) seen[static_cast<std::size_t>(r)] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t from = 0; from < edges.size(); ++from)
            for (int to : edges[from])
                if (seen[from] && !seen[static_cast<std::size_t>(to)])
                    changed = seen[static_cast<std::size_t>(to)] = true;
    }
    return seen;
}

inline EdgeList sorted_edges(Edges const& edges, std::vector<int> const& roots) {
    EdgeList list;
    auto const seen = reachable(edges, roots);
    for (std::size_t from = 0; from < edges.size(); ++from)
        if (seen[from])
            for (int to : edges[from]) list.emplace_back(static_cast<int>(from), to);
    std::sort(list.begin(), list.end());
    return list;
}

inline Edges turned(Edges const& edges) {
    Edges result(edges.size());
    for (std::size_t from = 0; from < edges.size(); ++from)
        for (int to : edges[from]) result[static_cast<std::size_t>(to)].push_back(static_cast<int>(from));
    return result;
}

/// Records every edge once; the arrival at a root, at depth 0, is not an edge.
template <class N>
struct CollectEdges {
    static constexpr bool wants_parent = true;
    using inherited = int;
    std::map<N, int> const& number;
    EdgeList edges = {};

    void visit(auto& here) {
        here.to_children = here.inherited + 1;
        if (here.inherited > 0) edges.emplace_back(number.at(here.parent), number.at(here.node));
    }
};

/// Checks that `graph` has these nodes in this order, and these edges: by children, by scan, by the
/// strategies. If the graph does not specify the order of children, they are compared as sets.
template <class G>
void check_edges(G const& graph, std::vector<trav::node_t<G>> const& nodes, Edges const& edges,
                 bool ordered = true) {
    using N = trav::node_t<G>;
    static_assert(trav::Graph<G>);
    REQUIRE(nodes.size() == edges.size());
    std::map<N, int> number;
    for (std::size_t i = 0; i < nodes.size(); ++i) number[nodes[i]] = static_cast<int>(i);

    for (std::size_t i = 0; i < nodes.size(); ++i) {
        std::vector<int> listed, scanned;
        auto const add = [&](std::vector<int>& to, N const& handle) {
            if (trav::null(graph, handle)) return;
            N const child = trav::resolve(graph, handle);
            if (!trav::null(graph, child)) to.push_back(number.at(child));
        };
        {
            auto&& children = graph.children(nodes[i]);
            auto const end = children.end();
            for (auto at = children.begin(); at != end; ++at) add(listed, static_cast<N>(*at));
        }
        trav::scan(graph, nodes[i], [&](N const& child) { add(scanned, child); });
        CHECK(scanned == listed);
        auto expected = edges[i];
        if (!ordered) {
            std::sort(expected.begin(), expected.end());
            std::sort(listed.begin(), listed.end());
        }
        CHECK(listed == expected);
    }

    std::vector<int> const root_numbers =
        nodes.empty() ? std::vector<int>{} : std::vector<int>{0, static_cast<int>(nodes.size() / 2)};
    std::vector<N> roots;
    for (int r : root_numbers) roots.push_back(nodes[static_cast<std::size_t>(r)]);
    auto const expected = sorted_edges(edges, root_numbers);
    auto const check = [&]<class Strategy>(Strategy) {
        CollectEdges<N> collect{number};
        trav::traverse<Strategy>(graph, roots, collect);
        std::sort(collect.edges.begin(), collect.edges.end());
        CHECK(collect.edges == expected);
    };
    std::apply([&](auto... strategy) { (check(strategy), ...); }, test::OrderedStrategies{});
}
