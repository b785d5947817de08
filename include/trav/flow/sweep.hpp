// trav/flow/sweep.hpp: solves flows as compilers do: a depth-first pass finds an order in which parents come
// before their children, except on cycles; values are sent in that order, and then from a worklist of what
// has grown behind the sweep.
//
// Two visits for each object, and one more for each time that its value grows on a cycle, with no useful
// bound. Needs the frames of depth first, and a node, a number, a value and a byte for each object:
// references are read, not kept.
#pragma once

#include "../detail/queue.hpp"
#include "../traverse_heap.hpp"
#include "flow.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

/// Lists every node after all that can be reached from it, except along cycles; its data is its place in the
/// list.
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

/// The values that sweeping found.
template <class Store, class N, class Value>
struct Swept {
    Store places;
    std::vector<N> order;  ///< reached nodes in post-order
    std::vector<Value> values;
    Value const* find(N const& n) const {
        auto const* place = places.find(n);
        return place ? &values[*place] : nullptr;
    }
};

namespace detail {

template <class Graph, class Sources, class F>
auto sweep(Graph const& graph, Sources const& sources, F& flow) {
    using N = node_t<Graph>;
    using Value = typename F::value;
    PostOrder<N> post;
    auto places = make_store<DefaultStore<Graph, PostOrder<N>>>(graph);
    {
        typename DepthFirst::template Walker<Graph, PostOrder<N>, decltype(places)> walker(graph, post,
                                                                                           places);
        for (auto const& source : sources) walker.push(source.node, {});
        drain(walker);
    }
    enum class State : unsigned char { unreached, waiting, sent };  // waiting: it has something new to send
    std::vector<Value> values(post.order.size());
    std::vector<State> states(post.order.size(), State::unreached);
    Queue<std::size_t> behind;  // waiting, but already passed by the sweep
    std::size_t swept = post.order.size();

    auto const receive = [&](N const& handle, Value const& value) {
        N const n = resolve(graph, handle);
        if (null(graph, n)) return;
        std::size_t const place = *places.find(n);
        if (states[place] == State::unreached) {
            values[place] = value;
        } else {
            Value const before = std::exchange(values[place], flow.join(values[place], value));
            if (states[place] == State::waiting || values[place] == before) return;
            if (sent(flow, n, values[place]) == sent(flow, n, before)) return;
        }
        states[place] = State::waiting;
        if (place >= swept) behind.push(place);
    };
    auto const send = [&](std::size_t place) {
        states[place] = State::sent;
        N const n = post.order[place];
        Value const value = sent(flow, n, values[place]);
        scan(graph, n, [&](N const& child) { receive(child, value); });
    };
    for (auto const& source : sources) receive(source.node, source.value);
    while (swept != 0)
        if (states[--swept] == State::waiting) send(swept);
    while (behind.ready()) send(behind.pop());
    return Swept<decltype(places), N, Value>{std::move(places), std::move(post.order), std::move(values)};
}

}  // namespace detail

/// Solves a flow by sweeping in reverse post-order, then with a worklist of what has grown behind the sweep.
template <class Graph, class Sources, class F>
auto solve_by_sweeping(Graph&& graph, Sources const& sources, F& flow) {
    if constexpr (detail::check_flow<Graph, Sources, F>())
        return detail::sweep<std::remove_cvref_t<Graph>>(graph, sources, flow);
}

}  // namespace trav
