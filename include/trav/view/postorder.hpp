// trav/view/postorder.hpp: views::postorder(graph, roots), every node once, after the children first reached
// from it, as a lazy range. In a graph without cycles, every node follows all its children. Depth first.
//
//     for (Obj* o : trav::views::postorder(heap, roots)) o->total = o->bytes + sum_of(o->fields);
//
// See traversal_view.hpp for the properties of views.
#pragma once

#include "traversal_view.hpp"

#include <initializer_list>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class N>
struct RecordReturn {
    using value_type = N;
    N value{};
    bool full = false;

    void leave(auto& here) {
        value = here.node;
        full = true;
    }
};

}  // namespace detail

namespace views {

/// The nodes reachable from `roots`, in the order in which a depth-first traversal leaves them.
template <class G, class Roots>
auto postorder(G graph, Roots&& roots) {
    if constexpr (detail::check_graph<G>())
        return TraversalView<DepthFirst, G, Roots, detail::RecordReturn<node_t<G>>>(
            std::move(graph), std::forward<Roots>(roots));
}
template <class G>
auto postorder(G graph, std::initializer_list<node_t<G>> roots) {
    return postorder(std::move(graph), std::vector(roots));
}

}  // namespace views
}  // namespace trav
