// trav/view/preorder.hpp: views::preorder(graph, roots), every node once, parents before children, as a lazy
// range.
//
//     for (Obj* o : trav::views::preorder(heap, roots) | ranges::views::take(10)) ...
//     trav::views::preorder<trav::BreadthFirst>(heap, roots)              // nearest first
//
// Reading k nodes reads the children of k nodes. See traversal_view.hpp for the properties of views.
#pragma once

#include "traversal_view.hpp"

#include <initializer_list>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class N>
struct RecordArrival {
    using value_type = N;
    static constexpr bool once = true;
    N value{};
    bool full = false;

    void visit(auto& here) {
        value = here.node;
        full = true;
    }
};

}  // namespace detail

namespace views {

/// The nodes reachable from `roots`, in the order of their first arrival under `Strategy`.
template <class Strategy = DepthFirst, class G, class Roots>
auto preorder(G graph, Roots&& roots) {
    if constexpr (detail::check_graph<G>())
        return TraversalView<Strategy, G, Roots, detail::RecordArrival<node_t<G>>>(
            std::move(graph), std::forward<Roots>(roots));
}
template <class Strategy = DepthFirst, class G>
auto preorder(G graph, std::initializer_list<node_t<G>> roots) {
    return preorder<Strategy>(std::move(graph), std::vector(roots));
}

}  // namespace views
}  // namespace trav
