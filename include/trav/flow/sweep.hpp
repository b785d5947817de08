// trav/flow/sweep.hpp: flows as compilers solve them: a depth-first pass finds an order in which parents come before their
// children, but for cycles; then labels are sent in that order, and from a worklist what has grown behind it.
//
// Two visits for each object, and one more for each time that a label grows in a cycle, which has no bound worth naming. What it
// needs is what depth first needs, a node, a number, a label and a byte for each object: references are read, not kept.
#pragma once

#include "../detail/queue.hpp"
#include "../traverse_heap.hpp"
#include "flow.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

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
        detail::drain(walker);
    }
    enum class State : unsigned char { unlabelled, waiting, sent };  // waiting: has something new to send
    std::vector<Label> labels(post.order.size());
    std::vector<State> states(post.order.size(), State::unlabelled);
    detail::Queue<std::size_t> behind;  // waiting, but already swept
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
        if (place >= swept) behind.push(place);
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
    while (behind.ready()) send(behind.pop());
    return Swept<decltype(places), N, Label>{std::move(places), std::move(post.order), std::move(labels)};
}

}  // namespace trav
