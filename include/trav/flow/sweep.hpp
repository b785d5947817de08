// trav/flow/sweep.hpp: solves flows the way compilers do: a depth-first pass finds an order in which parents
// precede their children, except on cycles. Values are sent in that order; a worklist then sends the late
// updates.
//
// Two visits per object, and one more each time its value grows on a cycle, without a useful bound. Takes the
// frames of depth first, and a node, a number, a value and a byte per object; references are not kept.
#pragma once

#include "../detail/array.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/queue.hpp"
#include "../traverse_heap.hpp"
#include "flow.hpp"

#include <cstddef>
#include <utility>

namespace trav {

/// Lists every node after all nodes reachable from it, except along cycles; its data is its position in the
/// list.
template <class N>
struct PostOrder {
    using node_data = std::size_t;
    detail::GrowingArray<N> order{};
    void visit(auto&) {}
    void leave(auto& here) {
        here.data = order.size();
        order.push(here.node);
    }
};

/// The values found by sweeping.
template <class Store, class N, class Value>
struct Swept {
    Store places;
    detail::GrowingArray<N> order;  ///< reached nodes in post-order
    detail::Array<Value> values;
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
    enum class State : unsigned char { unreached, waiting, sent };  // waiting: it has a pending update
    Array<Value> values(post.order.size());
    Array<State> states(post.order.size());  // State::unreached
    Queue<std::size_t> behind;               // waiting, but already passed by the sweep
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

/// Solves a flow by sweeping in reverse post-order, then with a worklist of the late updates.
template <class Graph, class Sources, class F>
auto solve_by_sweeping(Graph&& graph, Sources const& sources, F& flow) {
    if constexpr (detail::check_flow<Graph, Sources, F>())
        return detail::sweep<std::remove_cvref_t<Graph>>(graph, sources, flow);
}

}  // namespace trav
