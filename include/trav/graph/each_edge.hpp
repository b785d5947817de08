// trav/graph/each_edge.hpp: lists the followed edges of any graph, with their names.
//
// The graph determines the names: its own (NamedDumpGraph), members with positions (Objects), members
// (Reflect), or otherwise the position among the children: `[3]`.
#pragma once

#include "named_edge.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace trav::detail {

/// An edge that is named by its position among the children.
struct PlacedEdge {
    std::size_t place;
    std::string label() const { return '[' + std::to_string(place) + ']'; }
    std::string pattern() const { return "[]"; }
};
/// An edge that is named by its member.
struct MemberEdge {
    std::string_view name;
    std::string label() const { return std::string(name); }
    std::string pattern() const { return std::string(name); }
};

/// A graph that lists the parts of its objects.
template <class G>
concept HasParts = requires(G const& graph, node_t<G> n) { graph.parts(n, [](NamedEdge const&) {}); };

/// Calls f(child, edge) for every edge from the object `n` to another object. edge has label() and pattern().
template <class G>
void each_edge(G const& graph, node_t<G> const& n, auto&& f) {
    if constexpr (requires { graph.each_edge(n, f); }) {
        graph.each_edge(n, f);
    } else if constexpr (NamesEdges<G>) {
        graph.edges(n, [&](NamedEdge const& edge) {
            if (graph.follows(edge.kind) && !null(graph, edge.to)) f(edge.to, edge);
        });
    } else {
        auto&& children = graph.children(n);
        auto const end = children.end();
        std::size_t place = 0;
        for (auto at = children.begin(); at != end; ++at, ++place) {
            node_t<G> const child = resolve(graph, static_cast<node_t<G>>(*at));
            if (null(graph, child)) continue;
            if constexpr (requires { std::string_view(at.label()); }) f(child, MemberEdge{at.label()});
            else f(child, PlacedEdge{place});
        }
    }
}

/// The name of a node.
template <class G>
std::string node_name(G const& graph, node_t<G> const& n) {
    if (null(graph, n)) return "null";
    if constexpr (requires { std::string(graph.label(n)); }) return std::string(graph.label(n));
    else if constexpr (std::integral<node_t<G>>) return std::to_string(n);
    else return "object";
}

}  // namespace trav::detail
