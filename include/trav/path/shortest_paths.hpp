// trav/path/shortest_paths.hpp: ShortestPaths, the shortest paths to all objects that some roots reach.
//
//     trav::ShortestPaths const paths(heap, trav::roots(server));
//     for (Session* session : stale) std::cout << paths.to(session);
//
// A path has as few steps as possible, from any of the roots. Among several, it is the first in the order of
// roots and edges. In a graph with parts(), such as Objects, a path can also lead to a by-value part of an
// object: to a described struct in a vector, for example.
//
// Takes one breadth-first pass. Keeps a handle, two words and a hash-table entry per object. A path reads the
// edges of the objects on it; a path to a part may read the parts of all objects.
#pragma once

#include "../graph/edge_name.hpp"
#include "../strategy/breadth_first.hpp"
#include "../traverse_heap.hpp"
#include "steps.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// An object, and the position of the object from which it was first reached, counted from 1; 0 for a root.
template <class N>
struct Reached {
    N node;
    std::size_t from;
};

/// Lists the objects reached, nearest first, and numbers them from 1.
template <class N>
struct ListNearest {
    using node_data = std::size_t;
    using inherited = std::size_t;
    static constexpr bool once = true;
    std::vector<Reached<N>>& list;
    N const* wanted;  // the pass stops at this node

    go visit(auto& here) {
        list.push_back({here.node, here.inherited});
        here.data = here.to_children = list.size();
        return wanted && here.node == *wanted ? go::stop : go::down;
    }
};

/// The same nodes, last first.
template <class N>
std::vector<N> reversed(std::vector<N> nodes) {
    for (std::size_t i = 0, last = nodes.size(); i + 1 < last; ++i) std::swap(nodes[i], nodes[--last]);
    return nodes;
}

/// The path along these objects.
template <class G>
Path<node_t<G>> path_along(G const& graph, std::vector<node_t<G>> const& nodes) {
    std::vector<PathStep<node_t<G>>> steps;
    for (auto const& n : nodes)
        steps.push_back(
            {n, steps.empty() ? std::string() : edge_name(graph, steps.back().node, n), node_name(graph, n)});
    std::string to = steps.empty() ? std::string() : steps.back().label;
    return {std::move(steps), std::move(to)};
}

/// Extends a path by one step, to a part of its last object.
template <class G>
Path<node_t<G>> path_to_part(G const& graph, Path<node_t<G>> const& path, node_t<G> const& part) {
    std::vector<PathStep<node_t<G>>> steps(path.begin(), path.end());
    std::string name;
    graph.parts(path.back().node, [&](auto const& edge) {
        if (edge.to == part && name.empty()) name = edge.label();
    });
    steps.push_back({part, std::move(name), node_name(graph, part)});
    std::string to = steps.back().label;
    return {std::move(steps), std::move(to)};
}

}  // namespace detail

/// Shortest paths to all objects that some roots reach. The graph must outlive it.
template <Graph G>
class ShortestPaths {
    using N = node_t<G>;
    using Pass = detail::ListNearest<N>;
    using Store = DefaultStore<G, Pass>;

  public:
    using node = N;

    /// Paths from `roots`, a range of nodes. With `wanted`, only to objects that are no further away.
    template <class Roots = detail::Braced<G>>
    ShortestPaths(G const& graph, Roots const& roots, N const* wanted = nullptr)
        : graph_(&graph), numbers_(detail::make_store<Store>(graph)) {
        Pass pass{list_, wanted};
        traverse<BreadthFirst>(graph, roots, pass, numbers_);
    }
    template <class Roots = detail::Braced<G>>
    ShortestPaths(G const&&, Roots const&) {
        static_assert(!sizeof(Roots),
                      "trav: shortest paths refer to their graph: give the graph a name, and let it "
                      "outlive them");
    }

    /// Whether the roots reach the object.
    bool reached(N const& n) const { return number(resolve(*graph_, n)) != 0; }
    /// The objects reached, nearest first.
    std::span<detail::Reached<N> const> list() const { return list_; }
    /// The objects of a path, the root first; empty if the object is not reached.
    std::vector<N> nodes_to(N const& n) const {
        std::vector<N> nodes;
        for (std::size_t at = number(resolve(*graph_, n)); at != 0; at = list_[at - 1].from)
            nodes.push_back(list_[at - 1].node);
        return detail::reversed(std::move(nodes));
    }
    /// The last object before `n` on its path; empty if `n` is a root or not reached.
    std::optional<N> before(N const& n) const {
        std::size_t const at = number(resolve(*graph_, n)), from = at == 0 ? 0 : list_[at - 1].from;
        return from == 0 ? std::optional<N>() : list_[from - 1].node;
    }
    /// A shortest path to the object.
    Path<N> to(N const& handle) const {
        N const n = resolve(*graph_, handle);
        if (auto const nodes = nodes_to(n); !nodes.empty()) return detail::path_along(*graph_, nodes);
        if constexpr (detail::HasParts<G>)
            if (N const* const owner = owner_of(n))
                return detail::path_to_part(*graph_, detail::path_along(*graph_, nodes_to(*owner)), n);
        return {{}, detail::node_name(*graph_, n)};
    }
    /// The nearest object that has `n` as a by-value part; null if there is none.
    N const* owner_of(N const& n) const {
        N const* owner = nullptr;
        if constexpr (detail::HasParts<G>)
            for (std::size_t i = 0; i != list_.size() && !owner && !null(*graph_, n); ++i)
                graph_->parts(list_[i].node, [&](auto const& edge) {
                    if (edge.to == n) owner = &list_[i].node;
                });
        return owner;
    }

    /// The position of an object in the list, counted from 1; 0 if it is not reached.
    std::size_t number(N const& n) const {
        if (null(*graph_, n)) return 0;
        auto const* const found = numbers_.find(n);
        return found ? *found : 0;
    }

  private:
    G const* graph_;
    Store numbers_;
    std::vector<detail::Reached<N>> list_;
};

}  // namespace trav
