// trav/flow/revisit.hpp: solves flows the way GHC does: a traversal descends again from an object if it has a
// new value to send.
//
// Works with any strategy and keeps only values. Each reference is visited once, and again each time its
// object's value grows: fast for few values, without a useful bound for many.
#pragma once

#include "../strategy/counted.hpp"
#include "../traverse_heap.hpp"
#include "flow.hpp"

namespace trav {

/// A flow as a policy: it descends again from a node that has a new value to send.
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

/// Solves a flow by revisiting, with the values in a store of yours, and begins a pass of it. With InNode or
/// HeaderWord, the only memory outside the objects is the frontier of the strategy. Returns the statistics if
/// the strategy is Counted<...>, otherwise nothing.
template <class Strategy = DepthFirst, class Graph, class Sources, class F, class Store>
auto solve_by_revisiting(Graph const& graph, Sources const& sources, F& flow, Store& store) {
    if constexpr (detail::check_flow<Graph const&, Sources, F>()) {
        detail::begin_pass(store, graph);
        detail::AfterRun<Store> const after{store};
        Revisit<F> policy{flow};
        typename Strategy::template Walker<Graph, Revisit<F>, Store> walker(graph, policy, store);
        for (auto const& source : sources) walker.push(source.node, source.value);
        detail::drain(walker);
        if constexpr (requires { walker.statistics(); }) return Statistics(walker.statistics());
    }
}

/// Solves with a store of its own, and returns it: find(node) is a pointer to the value, or null.
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
