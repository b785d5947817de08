// trav/path/path.hpp: path(heap, roots, node), how an object is reached, and paths(), how from each root.
//
//     std::cout << trav::path(heap, trav::roots(server, cache), trav::object(*sword));
//
//     Server.entities[3] -> Player
//     Player.bag["left hand"] -> Item
//
// A path has as few steps as possible; if there is none it is false, and prints "no path leads to Item".
// steps.hpp says what else it can do. Of any graph; the names are the members' in trav::Objects and Reflect,
// else places among the children: `[3]`.
//
// path() is one breadth-first pass, which ends at the object; paths() turns all references once, and is one
// pass from the object, however many roots there are. For many objects: shortest_paths.hpp, path_tree.hpp.
#pragma once

#include "../graph/reverse.hpp"
#include "shortest_paths.hpp"

#include <algorithm>
#include <concepts>
#include <vector>

namespace trav {

namespace detail {

/// What is asked of the object that a path is to lead to.
template <class G, class Node>
consteval bool check_wanted() {
    static_assert(std::convertible_to<Node const&, node_t<G>>,
                  "trav: a path leads to a node of the graph; in trav::Objects write trav::object(x)");
    return std::convertible_to<Node const&, node_t<G>>;
}

}  // namespace detail

/// A shortest path to `node` from one of `roots`, a range of nodes.
template <Graph G, class Roots = detail::Braced<G>, class Node = node_t<G>>
Path<node_t<G>> path(G const& graph, Roots const& roots, Node const& node) {
    if constexpr (detail::check_wanted<G, Node>()) {
        node_t<G> const wanted = resolve(graph, static_cast<node_t<G>>(node));
        return ShortestPaths<G>(graph, roots, &wanted).to(wanted);
    }
}

/// For each of the roots that reaches `node`, in their order, a shortest path from it. It may lead through
/// other roots.
template <Graph G, class Roots = detail::Braced<G>, class Node = node_t<G>>
std::vector<Path<node_t<G>>> paths(G const& graph, Roots const& roots, Node const& node) {
    std::vector<Path<node_t<G>>> all;
    if constexpr (detail::check_wanted<G, Node>()) {
        using N = node_t<G>;
        N const n = resolve(graph, static_cast<N>(node));
        ShortestPaths<G> const from_any(graph, roots, &n);
        N const* const object = from_any.reached(n) ? &n : from_any.owner_of(n);
        if (!object) return all;
        auto const referrers = reverse(graph, roots);
        ShortestPaths<Reversed<G>> const back(referrers, {*object});
        auto seen = detail::make_store<DefaultStore<G, detail::ListNearest<N>>>(graph);
        detail::begin_pass(seen, graph);
        for (auto const& handle : roots) {
            N const root = resolve(graph, static_cast<N>(handle));
            auto nodes = back.nodes_to(root);
            if (nodes.empty() || !seen.touch(root).fresh) continue;
            std::reverse(nodes.begin(), nodes.end());
            all.push_back(detail::path_along(graph, nodes));
            if constexpr (detail::HasParts<G>)
                if (object != &n) all.back() = detail::path_to_part(graph, all.back(), n);
        }
    }
    return all;
}

}  // namespace trav
