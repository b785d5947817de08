// trav/path/path.hpp: path(heap, roots, node), a shortest path to an object, and paths(), one from each root.
//
//     std::cout << trav::path(heap, trav::roots(server, cache), trav::object(*sword));
//
//     Server.entities[3] -> Player
//     Player.bag["left hand"] -> Item
//
// A path has as few steps as possible. If there is none, it is false, and prints "no path leads to Item".
// steps.hpp has the interface of a path. Works with any graph. In trav::Objects and Reflect, steps have the
// names of members; in other graphs, they have the index of the child: `[3]`.
//
// path() is one breadth-first pass, which ends at the object. paths() also reverses all references once, and
// makes one pass from the object, for any number of roots. For many objects, see shortest_paths.hpp and
// path_tree.hpp.
#pragma once

#include "../detail/absent.hpp"
#include "../graph/reverse.hpp"
#include "shortest_paths.hpp"

#include <concepts>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Checks the target of a path.
template <class G, class Node>
consteval bool check_wanted() {
    static_assert(holds<std::convertible_to<Node const&, node_t<G>>>,
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
    } else {
        return {};
    }
}

/// A shortest path to `node` from each root that reaches it, in the order of the roots. A path may lead
/// through other roots.
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
            all.push_back(detail::path_along(graph, detail::reversed(std::move(nodes))));
            if constexpr (detail::HasParts<G>)
                if (object != &n) all.back() = detail::path_to_part(graph, all.back(), n);
        }
    }
    return all;
}

}  // namespace trav
