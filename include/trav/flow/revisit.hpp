// trav/flow/revisit.hpp: solves flows as GHC does: a traversal descends again from an object that has
// something new to send.
//
// Any strategy will do, and only values are kept. Each reference is visited once, and again each time that
// the value of its object grows: fast for few values, with no useful bound for many.
#pragma once

#include "../traverse_heap.hpp"
#include "flow.hpp"

namespace trav {

/// A flow as a policy: it descends again from a node that has something new to send.
template <Flow F>
struct Revisit {
    using node_data = typename F::value;
    using inherited = typename F::value;
    F& flow;

    bool visit(auto& here) {
        if (here.first) {
            here.data = here.inherited;
            here.to_children = detail::sent(flow, here.node, here.data);
            return true;
        }
        auto const grown = flow.join(here.data, here.inherited);
        if (grown == here.data) return false;
        auto const before = detail::sent(flow, here.node, here.data);
        here.data = grown;
        here.to_children = detail::sent(flow, here.node, grown);
        return !(here.to_children == before);
    }
};

/// Solves a flow by revisiting. Returns a store: find(node) is a pointer to the value, or null.
template <class Strategy = DepthFirst, class Graph, class Sources, class F>
auto solve_by_revisiting(Graph&& graph, Sources const& sources, F& flow) {
    if constexpr (detail::check_flow<Graph, Sources, F>()) {
        using G = std::remove_cvref_t<Graph>;
        Revisit<F> policy{flow};
        auto store = detail::make_store<DefaultStore<G, Revisit<F>>>(graph);
        typename Strategy::template Walker<G, Revisit<F>, decltype(store)> walker(graph, policy, store);
        for (auto const& source : sources) walker.push(source.node, source.value);
        detail::drain(walker);
        return store;
    }
}

}  // namespace trav
