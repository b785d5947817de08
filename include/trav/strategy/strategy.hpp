// trav/strategy/strategy.hpp: strategies, which determine the order in which a graph is walked.
//
// A strategy is a type without data. It states its properties and names its walker class:
//
//     struct InMyOrder {
//         static constexpr bool returns = false;          // whether it returns to a node, to call leave()
//         static constexpr bool last_root_first = false;  // whether the last root pushed is visited first
//         template <class Graph, class Policy, class Store>
//         class Walker { ... };
//     };
//
// A walker refers to a graph, a policy and a store, and holds the waiting arrivals:
//
//     Walker(Graph const&, Policy&, Store&)
//     void push(node const& root, inherited const&)  adds a root
//     bool idle() const                              whether there is nothing left to do
//     go step()                                      makes one arrival, or one return to a node. Not called
//                                                    when idle. Returns go::stop if the visit says so
//     void clear()                                   drops all waiting arrivals, also after an exception.
//                                                    Must not throw
//     returned& total()                              the roots' here.to_parent: their leave() adds to it
//
// A walker may offer more members, which the engine uses if they exist:
//
//     bool run()                                     steps until nothing remains, in a faster loop. Returns
//                                                    false if a visit said stop
//     size_t size() const                            the number of waiting arrivals or frames, for Counted
//     statistics() const, reset_statistics()         for TraverseHeap::statistics(), as in Counted
//
// A strategy may also offer more members:
//
//     template <class S> using Store = ...;          the store to use if the default would be an S
//     template <class Graph, class Policy, class Store>
//     static consteval bool check();                 rejects unsuitable types with a static_assert
//
// `arrive` (policy/policy.hpp) makes one arrival: it marks a node, visits it, and descends if the visit says
// so. A strategy that only changes the order of arrivals needs no walker: Worklist (worklist.hpp) takes a
// container.
//
// DepthFirst, MarkStack, BreadthFirst, Prefetch, MemorySweep, Parallel and PointerReversal are strategies.
// Counted<S> adds statistics to any of them except Parallel.
#pragma once

#include "../detail/compiler.hpp"
#include "../graph/graph.hpp"
#include "../policy/policy.hpp"

#include <concepts>

namespace trav {

/// A strategy, as far as can be checked without a graph, a policy and a store.
template <class T>
concept Strategy = requires {
    { T::returns } -> std::convertible_to<bool>;
    { T::last_root_first } -> std::convertible_to<bool>;
};

/// The class that walks a graph of type G for a policy of type P, with a store of type S.
template <Strategy T, class G, class P, class S>
using walker_t = typename T::template Walker<G, P, S>;

/// A walker of graphs of type G for policies of type P, with stores of type S.
template <class W, class G, class P, class S>
concept WalkerOf =
    std::constructible_from<W, G const&, P&, S&> &&
    requires(W& walker, W const& same, node_t<G> const& root, inherited_t<P> const& inherited) {
        walker.push(root, inherited);
        { same.idle() } -> std::convertible_to<bool>;
        { walker.step() } -> std::same_as<go>;
        walker.clear();
        { walker.total() } -> std::same_as<returned_t<P>&>;
    };

namespace detail {

/// Walks until nothing remains. Returns false if a visit said stop.
template <class Walker>
TRAV_INLINE bool drain(Walker& walker) {
    if constexpr (requires { walker.run(); }) {
        return walker.run();
    } else {
        while (!walker.idle())
            if (walker.step() == go::stop) return false;
        return true;
    }
}

}  // namespace detail
}  // namespace trav
