// trav/view/edges.hpp: views::edges(graph, roots), every edge once, in the order of the traversal, as a lazy
// range.
//
//     for (auto [from, to, first] : trav::views::edges(heap, roots))
//         std::cout << from->name << (first ? " => " : " -> ") << to->name << '\n';      // => is a tree edge
//
// Null children and arrivals at the roots are not edges. See traversal_view.hpp for the properties of views.
#pragma once

#include "traversal_view.hpp"

#include <initializer_list>
#include <utility>
#include <vector>

namespace trav {

/// A crossed edge; `first` is true if it led to the first arrival at `to`.
template <class N>
struct CrossedEdge {
    N from;
    N to;
    bool first;
    bool operator==(CrossedEdge const&) const = default;
};

namespace detail {

template <class N>
struct RecordEdge {
    using value_type = CrossedEdge<N>;
    using inherited = bool;  // whether the arrival came by an edge; false for a root, which is its own parent
    static constexpr bool wants_parent = true;
    CrossedEdge<N> value{};
    bool full = false;

    void visit(auto& here) {
        here.to_children = true;
        if (!here.inherited) return;
        value = {here.parent, here.node, here.first};
        full = true;
    }
};

}  // namespace detail

namespace views {

/// The edges between the nodes reachable from `roots`, in the order of `Strategy`.
template <class Strategy = DepthFirst, class G, class Roots>
auto edges(G graph, Roots&& roots) {
    if constexpr (detail::check_graph<G>())
        return TraversalView<Strategy, G, Roots, detail::RecordEdge<node_t<G>>>(std::move(graph),
                                                                                std::forward<Roots>(roots));
}
template <class Strategy = DepthFirst, class G>
auto edges(G graph, std::initializer_list<node_t<G>> roots) {
    return edges<Strategy>(std::move(graph), std::vector(roots));
}

}  // namespace views
}  // namespace trav
