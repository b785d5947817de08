// trav/flow/solve.hpp: solves flows: values spread over a graph until nothing changes. Root sets are a flow.
//
//     struct RootMask {
//         using value = std::uint64_t;                     // small, cheap to copy and compare
//         value join(value a, value b) { return a | b; }   // never loses anything
//     };
//     auto const masks = trav::solve(heap, sources, flow); // sources: {node, value}, ...
//     if (auto const* mask = masks.find(n)) ...
//
// A node sends its value to its children, unless the flow says otherwise with one of these:
//
//     std::optional<value> cut(node n);                 // if not empty, n sends this value only
//     value transfer(node n, value own);                // n sends this; it must not shrink if `own` grows
//     static constexpr value nothing = 0;               // join(nothing, a) == a; saves a test per reference
//
// The solution is the least fixed point: the value of a node is the join of the values of its sources and of
// the values that its parents send. It does not depend on the solver. If the flow names `nothing`, and the
// graph has node_at(index) or memory_order(), or nodes that are pointers, solve() first sends values in the
// order of memory; if most edges lead one way through the heap, that is all the work. Otherwise it behaves
// like solve_by_numbering(): it reads the graph once and then sends the value of each object once, so its
// cost depends neither on the number of values nor on cycles; if the flow names `nothing`, it first tries
// revisiting, for as long as that is cheap. Over compressed rows, only objects on or below a cycle are
// numbered. The other solvers are for comparison, or need less memory; see doc/engine.md.
#pragma once

#include "flow.hpp"  // first: messages name few headers

#include "../detail/growing_array.hpp"
#include "../detail/shared_ptr.hpp"
#include "../detail/unique_ptr.hpp"
#include "../graph/with_owners.hpp"
#include "../traverse_heap.hpp"
#include "detail/bounded_revisit.hpp"
#include "detail/countdown.hpp"
#include "detail/ordered_sweep.hpp"
#include "detail/reached_nodes.hpp"
#include "flow_sweep.hpp"
#include "numbered.hpp"
#include "revisit.hpp"
#include "values.hpp"

#include <span>
#include <type_traits>
#include <utility>

namespace trav {

/// The values found by solve().
template <class Graph, class Store, Flow F>
class Solved {
    using N = node_t<Graph>;
    using BoundedRevisit = detail::BoundedRevisit<Graph, F>;
    using Sweep = detail::FlowSweep<Graph, F>;
    using Countdown = detail::Countdown<Graph, F>;
    /// Objects have no indices, but the graph exposes their memory order, or they have addresses.
    static constexpr bool ordered =
        detail::HasOrder<Graph> && !EnumeratedGraph<Graph> && detail::HasNothing<F>;
    using OrderedSweep = std::conditional_t<ordered, detail::OrderedSweep<Graph, F>, detail::Absent<0>>;

  public:
    using Value = typename F::value;

    /// A pointer to the value of a node, or null if the flow did not reach it.
    Value const* find(N const& handle) const {
        N n = handle;
        if constexpr (HasOwners<Graph>) n = resolve(*whole_, handle);
        if constexpr (Sweep::possible)
            if (swept_) return swept_->find(static_cast<std::size_t>(graph_->index(n)));
        if constexpr (ordered)
            if (in_order_) return in_order_->find(n);
        if constexpr (Countdown::possible)
            if (counted_) {
                auto const* const value = counted_->find(static_cast<std::size_t>(graph_->index(n)));
                if (value || numbered_.size() == 0) return value;
            }
        if (revisited_) return revisited_->find(n);
        auto const place = numbered_.find(n);
        return place ? values_.find(*place) : nullptr;
    }

    /// The nodes reached: a range with size(), which refers to this solution.
    auto nodes() const {
        std::span<N const> list = revisited_ ? revisited_->nodes() : numbered_.nodes();
        if constexpr (ordered)
            if (in_order_) list = in_order_->nodes();
        if constexpr (Sweep::possible) {
            using Nodes = detail::ReachedNodes<Graph, Solved>;
            return swept_ || counted_ || revisited_ ? Nodes(*graph_, *this) : Nodes(list);
        } else {
            return list;
        }
    }

    explicit Solved(Store store, F& flow) : numbered_(static_cast<Store&&>(store)), values_(flow) {}
    /// The graph to solve the flow over.
    Graph const* with_owners(Graph const& graph, [[maybe_unused]] auto const& sources) {
        if constexpr (HasOwners<Graph>) {
            detail::GrowingArray<N> nodes;
            for (auto const& source : sources) nodes.push(static_cast<N>(source.node));
            whole_ = detail::SharedPtr<Graph>(std::in_place, graph.with_owners(nodes));
            return &*whole_;
        } else {
            return &graph;
        }
    }
    /// Called by the solvers, in turn. Returns false if it gives up.
    bool sweep(Graph const& graph, auto const& sources, F& flow) {
        graph_ = &graph;
        if constexpr (Sweep::possible) {
            swept_ = detail::UniquePtr(new Sweep);
            if (swept_->run(graph, sources, flow)) return true;
            swept_ = {};
        } else if constexpr (ordered) {
            in_order_ = detail::UniquePtr(new OrderedSweep(flow));
            if (in_order_->run(graph, sources)) return true;
            in_order_ = {};
        }
        return false;
    }
    bool revisit(Graph const& graph, auto const& sources, F& flow) {
        graph_ = &graph;
        if constexpr (BoundedRevisit::promising) {
            revisited_ = detail::UniquePtr(new BoundedRevisit(graph));
            if (revisited_->run(graph, sources, flow)) return true;
            revisited_ = {};
        }
        return false;
    }
    bool count_down(Graph const& graph, auto const& sources, F& flow) {
        graph_ = &graph;
        if constexpr (Countdown::possible) {
            counted_ = detail::UniquePtr(new Countdown);
            if (!counted_->run(graph, sources, flow)) {
                counted_ = {};
                return false;
            }
            auto const left_over = counted_->left_over(graph);
            if (left_over.empty()) return true;
            number(graph, left_over);
            for (std::size_t i = 0; i != numbered_.size(); ++i) {
                auto const place = static_cast<Place>(i);
                counted_->set(graph.index(numbered_.node(place)), *values_.find(place));
            }
            return true;
        }
        return false;
    }
    void number(Graph const& graph, auto const& sources) {
        detail::GrowingArray<N> roots;
        bool same = !detail::Cuts<F, N> && !detail::Transfers<F, N>;
        for (auto const& source : sources) {
            roots.push(source.node);
            same = same && source.value == sources.begin()->value;
        }
        numbered_.number(graph, roots, std::span<N const>{}, [&](N const& n) { values_.seen(n); });
        if (same && !roots.empty()) {
            values_.fill(numbered_.size(), sources.begin()->value);
        } else {
            detail::GrowingArray<Source<Place, Value>> begins;
            for (auto const& source : sources) {
                N const n = resolve(graph, static_cast<N>(source.node));
                if (!null(graph, n)) begins.push({*numbered_.find(n), source.value});
            }
            values_.solve(numbered_, begins);
        }
        numbered_.drop_references();
    }

  private:
    detail::SharedPtr<Graph> whole_;
    Graph const* graph_ = nullptr;
    detail::UniquePtr<Sweep> swept_;  // at most one of these four is set: the method that sufficed
    detail::UniquePtr<OrderedSweep> in_order_;
    detail::UniquePtr<BoundedRevisit> revisited_;
    detail::UniquePtr<Countdown> counted_;  // with values for the objects left over by cycles
    Numbered<Graph, Store> numbered_;
    detail::Values<F, N> values_;
};

namespace detail {

template <class Graph, Flow F>
auto unsolved(Graph const& graph, F& flow) {
    using Store = DefaultStore<Graph, KeepsPlace>;
    return Solved<Graph, Store, F>(make_store_later<Store>(graph), flow);
}

}  // namespace detail

/// Solves a flow with the default method, or with the graph's own. A store of yours must keep data of type
/// Place.
template <class Graph, class F, class Sources = detail::BracedSources<Graph, F>>
auto solve(Graph&& graph, Sources const& sources, F& flow) {
    if constexpr (SolvesFlows<std::remove_cvref_t<Graph>>) {
        return graph.solve(sources, flow);
    } else if constexpr (detail::check_flow<Graph, Sources, F>()) {
        auto found = detail::unsolved(graph, flow);
        auto const& whole = *found.with_owners(graph, sources);
        if (!found.sweep(whole, sources, flow) && !found.revisit(whole, sources, flow) &&
            !found.count_down(whole, sources, flow))
            found.number(whole, sources);
        return found;
    } else {
        return detail::Refused{};
    }
}
template <class Graph, class Sources, class F, class Store>
auto solve(Graph const& graph, Sources const& sources, F& flow, Store& store) {
    if constexpr (detail::check_flow<Graph const&, Sources, F>()) {
        Solved<Graph, Store&, F> found(store, flow);
        found.number(*found.with_owners(graph, sources), sources);
        return found;
    } else {
        return detail::Refused{};
    }
}

template <class G>
    requires(!SolvesFlows<G>)
struct detail::FlowsOver<G> {
    static auto solve(G const& graph, auto const& sources, auto& flow) {
        return trav::solve(graph, sources, flow);
    }
};

/// Solves a flow without sending values in memory order or in place.
template <class Graph, class F, class Sources = detail::BracedSources<Graph, F>>
auto solve_by_numbering(Graph&& graph, Sources const& sources, F& flow) {
    if constexpr (detail::check_flow<Graph, Sources, F>()) {
        auto found = detail::unsolved(graph, flow);
        auto const& whole = *found.with_owners(graph, sources);
        if (!found.revisit(whole, sources, flow)) found.number(whole, sources);
        return found;
    } else {
        return detail::Refused{};
    }
}

}  // namespace trav
