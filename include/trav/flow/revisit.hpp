// trav/flow/revisit.hpp: flows in GHC's way: a traversal goes down again when an object has something new to send.
//
// Any strategy will do, and nothing but values is kept. One visit for each reference, and as many again each time that the
// value of an object grows: fast for few values, without a bound worth naming for many.
#pragma once

#include "../traverse_heap.hpp"
#include "flow.hpp"

namespace trav {

/// A flow as a policy: go down again when there is something new to send.
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

/// Solves a flow by revisiting. find(node) on the store that is returned answers a pointer to the value, or null.
template <class Strategy = DepthFirst, class Graph, class Sources, Flow F>
auto solve_by_revisiting(Graph const& graph, Sources const& sources, F& flow) {
    Revisit<F> policy{flow};
    auto store = detail::make_store<DefaultStore<Graph, Revisit<F>>>(graph);
    typename Strategy::template Walker<Graph, Revisit<F>, decltype(store)> walker(graph, policy, store);
    for (auto const& source : sources) walker.push(source.node, source.value);
    detail::drain(walker);
    return store;
}

}  // namespace trav
