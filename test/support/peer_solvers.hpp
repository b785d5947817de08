// test/support/peer_solvers.hpp: two other ways to solve a flow. Tests and benchmarks compare the library's
// solvers with them.
//
// By components: each strongly connected component sends once, in topological order. Four visits per object.
//
// By sweeping, as compilers do: a depth-first pass finds an order in which parents precede their children,
// except on cycles. Values are sent in that order; a worklist then sends the late updates. Two visits per
// object, and one more each time its value grows on a cycle, without a useful bound.
#pragma once

#include <trav/detail/array.hpp>
#include <trav/detail/growing_array.hpp>
#include <trav/detail/queue.hpp>
#include <trav/flow/solve.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace peer {

using trav::detail::Array;
using trav::detail::GrowingArray;

/// The values found by components.
template <class Graph, class F>
class Condensed {
    using N = trav::node_t<Graph>;
    using Place = trav::Place;
    using Value = typename F::value;
    struct KeepsPlace {
        using node_data = Place;
    };
    using Store = trav::DefaultStore<Graph, KeepsPlace>;

  public:
    Condensed(Graph const& graph, auto const& sources, F& flow)
        : numbered_(trav::detail::make_store_later<Store>(graph)), state_(flow) {
        GrowingArray<N> roots;
        for (auto const& source : sources) roots.push(source.node);
        numbered_.number(graph, roots, std::span<N const>{}, [&](N const& n) { state_.seen(n); });
        GrowingArray<trav::Source<Place, Value>> begins;
        for (auto const& source : sources) {
            N const n = trav::resolve(graph, static_cast<N>(source.node));
            if (!trav::null(graph, n)) begins.push({*numbered_.find(n), source.value});
        }
        state_.begin(numbered_, begins);
        for (std::size_t i = 0; i != numbered_.size(); ++i) {
            auto const place = static_cast<Place>(i);
            if (!state_.is_cut(place)) continue;
            for (Place const child : numbered_.children(place))
                state_.receive(child, state_.sent(numbered_, place), true);
        }
        trav::detail::Condensation condensation;
        condensation.run(state_, numbered_, [&](Place place) { return state_.is_cut(place); });
        numbered_.drop_references();
    }

    Value const* find(N const& n) const {
        auto const place = numbered_.find(n);
        return place ? state_.find(*place) : nullptr;
    }
    std::span<N const> nodes() const { return numbered_.nodes(); }

  private:
    trav::Numbered<Graph, Store> numbered_;
    trav::detail::FlowState<F, N> state_;
};

template <class Graph, class Sources, class F>
auto solve_by_condensing(Graph const& graph, Sources const& sources, F& flow) {
    return Condensed<Graph, F>(graph, sources, flow);
}

/// Lists every node after all nodes reachable from it, except along cycles; its data is its position in the
/// list.
template <class N>
struct PostOrder {
    using node_data = std::size_t;
    GrowingArray<N> order{};
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
    GrowingArray<N> order;  ///< reached nodes in post-order
    Array<Value> values;
    Value const* find(N const& n) const {
        auto const* place = places.find(n);
        return place ? &values[*place] : nullptr;
    }
};

template <class Graph, class Sources, class F>
auto solve_by_sweeping(Graph const& graph, Sources const& sources, F& flow) {
    using N = trav::node_t<Graph>;
    using Value = typename F::value;
    PostOrder<N> post;
    auto places = trav::detail::make_store<trav::DefaultStore<Graph, PostOrder<N>>>(graph);
    {
        typename trav::DepthFirst::template Walker<Graph, PostOrder<N>, decltype(places)> walker(graph, post,
                                                                                                 places);
        for (auto const& source : sources) walker.push(source.node, {});
        trav::detail::drain(walker);
    }
    enum class State : unsigned char { unreached, waiting, sent };  // waiting: it has a pending update
    Array<Value> values(post.order.size());
    Array<State> states(post.order.size());   // State::unreached
    trav::detail::Queue<std::size_t> behind;  // waiting, but already passed by the sweep
    std::size_t swept = post.order.size();

    auto const receive = [&](N const& handle, Value const& value) {
        N const n = trav::resolve(graph, handle);
        if (trav::null(graph, n)) return;
        std::size_t const place = *places.find(n);
        if (states[place] == State::unreached) {
            values[place] = value;
        } else {
            Value const before = std::exchange(values[place], flow.join(values[place], value));
            if (states[place] == State::waiting || values[place] == before) return;
            if (trav::detail::sent(flow, n, values[place]) == trav::detail::sent(flow, n, before)) return;
        }
        states[place] = State::waiting;
        if (place >= swept) behind.push(place);
    };
    auto const send = [&](std::size_t place) {
        states[place] = State::sent;
        N const n = post.order[place];
        Value const value = trav::detail::sent(flow, n, values[place]);
        trav::scan(graph, n, [&](N const& child) { receive(child, value); });
    };
    for (auto const& source : sources) receive(source.node, source.value);
    while (swept != 0)
        if (states[--swept] == State::waiting) send(swept);
    while (behind.ready()) send(behind.pop());
    return Swept<decltype(places), N, Value>{std::move(places), std::move(post.order), std::move(values)};
}

}  // namespace peer
