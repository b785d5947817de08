// trav/policy/flow.hpp: labels that spread over the graph until nothing changes. Root sets and retainer sets are flows.
//
//     struct RootMask {
//         using label = std::uint64_t;                          // small, cheap to copy and compare
//         label join(label a, label b) { return a | b; }        // never loses anything
//     };
//     auto masks = trav::solve_by_sweeping(heap, sources, flow);    // sources: {node, label}, ...
//     if (auto const* mask = masks.find(n)) ...
//
// A node sends its label to its children, unless the flow says otherwise with one of these:
//
//     std::optional<label> cut(node n);                         // if given: what n sends, whatever flows in
//     label transfer(node n, label own);                        // what n sends; more in, no less out
//
// The answer is the least fixed point: a node's label is the join of its sources' labels and of what its parents send. It does
// not depend on the solver. Revisiting (GHC's way) takes any strategy and one visit for each time a label grows; sweeping takes
// one depth-first pass to find an order, then about one visit per object however many labels there are. doc/flows.md has more.
#pragma once

#include "../strategy/breadth_first.hpp"
#include "../traverse_heap.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// A monotone flow: a label type and a join that is associative, commutative, idempotent. No label may grow without end.
template <class F>
concept Flow = std::regular<typename F::label> && requires(F& flow, typename F::label a) {
    { flow.join(a, a) } -> std::convertible_to<typename F::label>;
};

/// Where a flow begins: a root and its label.
template <class N, class Label>
struct Source {
    N node;
    Label label;
};

namespace detail {

/// What `n` sends to its children when its label is `own`.
template <class F, class N>
TRAV_INLINE typename F::label sent(F& flow, N const& n, typename F::label const& own) {
    if constexpr (requires { flow.cut(n); })
        if (auto const instead = flow.cut(n)) return *instead;
    if constexpr (requires { flow.transfer(n, own); }) return flow.transfer(n, own);
    else return own;
}

}  // namespace detail

/// A flow as a policy: go down again when there is something new to send.
template <Flow F>
struct Revisit {
    using node_data = typename F::label;
    using inherited = typename F::label;
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

/// Lists every node after all that it reaches, cycles aside, and numbers it by its place in the list.
template <class N>
struct PostOrder {
    using node_data = std::size_t;
    std::vector<N> order{};
    void visit(auto&) {}
    void leave(auto& here) {
        here.data = order.size();
        order.push_back(here.node);
    }
};

/// Solves a flow by revisiting. find(node) on the store that is returned answers a pointer to the label, or null.
template <class Strategy = DepthFirst, class Graph, class Sources, Flow F>
auto solve_by_revisiting(Graph const& graph, Sources const& sources, F& flow) {
    Revisit<F> policy{flow};
    auto store = detail::make_store<DefaultStore<Graph, Revisit<F>>>(graph);
    typename Strategy::template Walker<Graph, Revisit<F>, decltype(store)> walker(graph, policy, store);
    for (auto const& source : sources) walker.push(source.node, source.label);
    while (!walker.idle()) walker.step();
    return store;
}

/// The labels that sweeping found.
template <class Store, class N, class Label>
struct Swept {
    Store places;
    std::vector<N> order;  ///< reached nodes in post-order
    std::vector<Label> labels;
    Label const* find(N const& n) const {
        auto const* place = places.find(n);
        return place ? &labels[*place] : nullptr;
    }
};

/// Solves a flow by sweeping in reverse post-order, then by a worklist of what changed behind the sweep.
template <class Graph, class Sources, Flow F>
auto solve_by_sweeping(Graph const& graph, Sources const& sources, F& flow) {
    using N = node_t<Graph>;
    using Label = typename F::label;
    PostOrder<N> post;
    auto places = detail::make_store<DefaultStore<Graph, PostOrder<N>>>(graph);
    {
        typename DepthFirst::template Walker<Graph, PostOrder<N>, decltype(places)> walker(graph, post,
                                                                                           places);
        for (auto const& source : sources) walker.push(source.node, {});
        while (!walker.idle()) walker.step();
    }
    enum class State : unsigned char { unlabelled, waiting, sent };  // waiting: has something new to send
    std::vector<Label> labels(post.order.size());
    std::vector<State> states(post.order.size(), State::unlabelled);
    detail::Queue<std::size_t, void> behind;  // waiting, but already swept
    std::size_t swept = post.order.size();

    auto const receive = [&](N const& handle, Label const& label) {
        N const n = resolve(graph, handle);
        if (null(graph, n)) return;
        std::size_t const place = *places.find(n);
        if (states[place] == State::unlabelled) {
            labels[place] = label;
        } else {
            Label const before = std::exchange(labels[place], flow.join(labels[place], label));
            if (states[place] == State::waiting || labels[place] == before) return;
            if (detail::sent(flow, n, labels[place]) == detail::sent(flow, n, before)) return;
        }
        states[place] = State::waiting;
        if (place >= swept) behind.push(place, nullptr);
    };
    auto const send = [&](std::size_t place) {
        states[place] = State::sent;
        N const n = post.order[place];
        Label const label = detail::sent(flow, n, labels[place]);
        scan(graph, n, [&](N const& child) { receive(child, label); });
    };
    for (auto const& source : sources) receive(source.node, source.label);
    while (swept != 0)
        if (states[--swept] == State::waiting) send(swept);
    while (behind.size() != 0) send(behind.pop());
    return Swept<decltype(places), N, Label>{std::move(places), std::move(post.order), std::move(labels)};
}

}  // namespace trav
