// trav/flow/solve.hpp: values that spread over the graph until nothing changes. Root sets and retainer sets are flows.
//
//     struct RootMask {
//         using value = std::uint64_t;                          // small, cheap to copy and compare
//         value join(value a, value b) { return a | b; }        // never loses anything
//     };
//     auto const masks = trav::solve(heap, sources, flow);      // sources: {node, value}, ...
//     if (auto const* mask = masks.find(n)) ...
//
// A node sends its value to its children, unless the flow says otherwise with one of these:
//
//     std::optional<value> cut(node n);                         // if given: what n sends, whatever flows in
//     value transfer(node n, value own);                        // what n sends; more in, no less out
//     static constexpr value nothing = 0;                       // join(nothing, a) is a: saves a test for each reference
//
// The answer is the least fixed point: a node's value is the join of its sources' values and of what its parents send. It does
// not depend on the solver. solve() reads the graph once, then sends every object's value once: its cost hangs on neither the
// number of values nor the cycles. Where `nothing` is named it revisits first, as long as that is little. The others are there for
// comparison, and where room is short; doc/flows.md.
#pragma once

#include "../traverse_heap.hpp"
#include "detail/attempt.hpp"
#include "detail/numbered.hpp"
#include "detail/values.hpp"
#include "flow.hpp"
#include "revisit.hpp"
#include "sweep.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace trav {

/// The values that solve() found.
template <class Graph, class Store, Flow F>
class Solved {
    using N = node_t<Graph>;
    using Attempt = detail::Attempt<Graph, F>;

  public:
    using Value = typename F::value;

    /// The value of a node, or null if nothing reached it.
    Value const* find(N const& n) const {
        if (revisited_) return revisited_->find(n);
        auto const place = numbered_.find(n);
        return place ? values_.find(*place) : nullptr;
    }

    /// The nodes that were reached.
    std::span<N const> nodes() const { return revisited_ ? revisited_->nodes() : numbered_.nodes(); }

    explicit Solved(Store store, F& flow) : numbered_(static_cast<Store&&>(store)), values_(flow) {}
    /// Called by the solvers.
    void revisit_or_number(Graph const& graph, auto const& sources, F& flow) {
        if constexpr (Attempt::promising) {
            revisited_.emplace(graph);
            if (revisited_->run(graph, sources, flow)) return;
            revisited_.reset();
        }
        number(graph, sources, true);
    }
    void number(Graph const& graph, auto const& sources, bool release_first) {
        std::vector<N> roots;
        bool same = !detail::Cuts<F, N> && !detail::Transfers<F, N>;
        for (auto const& source : sources) {
            roots.push_back(source.node);
            same = same && source.value == sources.begin()->value;
        }
        numbered_.number(graph, roots, std::span<N const>{}, [&](N const& n) { values_.seen(n); });
        if (same && !roots.empty()) {
            values_.fill(numbered_.size(), sources.begin()->value);
            return;
        }
        std::vector<Source<Place, Value>> begins;
        for (auto const& source : sources) {
            N const n = resolve(graph, static_cast<N>(source.node));
            if (!null(graph, n)) begins.push_back({*numbered_.find(n), source.value});
        }
        if (release_first) values_.solve(numbered_, begins);
        else values_.condense_all(numbered_, begins);
    }

  private:
    std::optional<Attempt> revisited_;  // if that was all there was to do
    Numbered<Graph, Store> numbered_;
    detail::Values<F, N> values_;
};

namespace detail {

struct KeepsPlace {
    using node_data = Place;
};

template <class Graph, Flow F>
auto unsolved(Graph const& graph, F& flow) {
    using Store = DefaultStore<Graph, KeepsPlace>;
    return Solved<Graph, Store, F>(make_store_later<Store>(graph), flow);
}

}  // namespace detail

/// Solves a flow: the default. With a store of yours, it keeps Places.
template <class Graph, class Sources, Flow F>
auto solve(Graph const& graph, Sources const& sources, F& flow) {
    auto found = detail::unsolved(graph, flow);
    found.revisit_or_number(graph, sources, flow);
    return found;
}
template <class Graph, class Sources, Flow F, class Store>
auto solve(Graph const& graph, Sources const& sources, F& flow, Store& store) {
    Solved<Graph, Store&, F> found(store, flow);
    found.number(graph, sources, true);
    return found;
}

/// Solves a flow by strongly connected components alone, where solve() falls back on them.
template <class Graph, class Sources, Flow F>
auto solve_by_condensing(Graph const& graph, Sources const& sources, F& flow) {
    auto found = detail::unsolved(graph, flow);
    found.number(graph, sources, false);
    return found;
}

}  // namespace trav
