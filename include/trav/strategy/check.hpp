// trav/strategy/check.hpp: checks a graph, a policy, a store and a strategy, the likeliest mistakes
// first. A mistake produces one message, in the first line of the compiler's output.
#pragma once

#include "../policy/check.hpp"  // first: messages name few headers

#include "strategy.hpp"

#include <concepts>
#include <type_traits>

namespace trav::detail {

/// The requirements of this strategy alone.
template <class G, class P, class S, class T>
consteval bool check_strategy() {
    if constexpr (requires { T::template check<G, P, S>(); }) return T::template check<G, P, S>();
    else return true;
}

template <class W, class G, class P, class S>
consteval bool check_walker() {
    if constexpr (!std::constructible_from<W, G const&, P&, S&>) {
        static_assert(never<W>,
                      "trav: the strategy's Walker cannot be made from a graph, a policy and a store; write "
                      "'Walker(Graph const&, Policy&, Store&)'");
    } else if constexpr (!requires(W& w, node_t<G> const& n, inherited_t<P> const& i) { w.push(n, i); }) {
        static_assert(
            never<W>,
            "trav: the strategy's Walker needs 'void push(node const&, inherited const&)', which adds a "
            "root");
    } else if constexpr (!requires(W const& w) { w.idle() ? 1 : 0; }) {
        static_assert(never<W>,
                      "trav: the strategy's Walker needs 'bool idle() const': nothing is left to do");
    } else if constexpr (!requires(W& w) {
                             { w.step() } -> std::same_as<go>;
                         }) {
        static_assert(never<W>, "trav: the strategy's Walker needs 'trav::go step()', which makes one visit");
    } else if constexpr (!requires(W& w) { w.clear(); }) {
        static_assert(never<W>,
                      "trav: the strategy's Walker needs 'void clear()', which drops all that waits");
    } else if constexpr (!WalkerOf<W, G, P, S>) {
        static_assert(never<W>,
                      "trav: the strategy's Walker needs 'trav::returned_t<Policy>& total()', what the roots "
                      "returned");
    } else {
        return true;
    }
    return false;
}

/// Of a traversal with these roots, if they are known.
template <class G, class P, class S, class T, class Roots = void>
consteval bool check() {
    if constexpr (!check_graph<G>()) {
        return false;
    } else if constexpr (!check_policy<P, node_t<G>>()) {
        return false;
    } else if constexpr (!requires { T::returns; }) {
        static_assert(
            never<T>,
            "trav: this is no strategy; use trav::DepthFirst, MarkStack, BreadthFirst or Prefetch<N>");
    } else if constexpr (!Strategy<T>) {
        static_assert(
            never<T>,
            "trav: a strategy needs 'static constexpr bool last_root_first': which of several waiting "
            "roots is visited first");
    } else if constexpr (Leaves<P, node_t<G>> && !T::returns) {
        static_assert(
            never<T>,
            "trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node");
    } else if constexpr (!check_strategy<G, P, S, T>()) {
        return false;
    } else if constexpr (!check_store<S, node_t<G>, node_data_t<P>>()) {
        return false;
    } else if constexpr (!requires { typename T::template Walker<G, P, S>; }) {
        static_assert(
            never<T>,
            "trav: a strategy needs a class that walks: 'template <class Graph, class Policy, class "
            "Store> class Walker'; see trav/strategy/strategy.hpp");
    } else if constexpr (!check_walker<walker_t<T, G, P, S>, G, P, S>()) {
        return false;
    } else if constexpr (!std::is_void_v<Roots>) {
        return check_roots<G, Roots>();
    } else {
        return true;
    }
    return false;
}

}  // namespace trav::detail
