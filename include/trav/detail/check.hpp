// trav/detail/check.hpp: what is asked of a graph, a policy, a store and a strategy, in the order in which a newcomer goes
// wrong. One mistake gives one sentence, and it is the first line of the compiler's output.
#pragma once

#include "../graph/graph.hpp"
#include "../policy/policy.hpp"
#include "../store/store.hpp"

#include <concepts>
#include <type_traits>

namespace trav::detail {

struct HasVisit { void visit(); };
struct HasLeave { void leave(); };
// &Both<P, Has>::name is ambiguous, and so ill-formed, exactly when P has a member of that name, a template included
template <class P, class Has> struct Both : P, Has {};
template <class P> concept names_visit = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasVisit>::visit; };
template <class P> concept names_leave = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasLeave>::leave; };

template <class G>
consteval bool check_graph() {
    if constexpr (!requires { typename G::node; }) {
        static_assert(requires { typename G::node; },
                      "trav: a graph needs a member type 'node', the handle of one object: write 'using node = Obj*;'");
    } else if constexpr (!std::copyable<typename G::node> || !std::equality_comparable<typename G::node>) {
        static_assert(std::copyable<typename G::node> && std::equality_comparable<typename G::node>,
                      "trav: a graph's node must be copyable and comparable with ==: use a pointer or an index");
    } else if constexpr (!requires(G const& graph, typename G::node n) { graph.children(n); }) {
        static_assert(requires(G const& graph, typename G::node n) { graph.children(n); },
                      "trav: a graph needs 'auto children(node) const'");
    } else if constexpr (!Graph<G>) {
        static_assert(Graph<G>, "trav: children(node) must return a range whose elements convert to the graph's node");
    } else {
        return true;
    }
    return false;
}

template <class P, class N>
consteval bool check_policy() {
    if constexpr (names_visit<P> && !Visits<P, N>) {
        static_assert(Visits<P, N>,
                      "trav: the policy has a visit(), but it cannot be called with trav::here; write 'void visit(auto& here)'");
    } else if constexpr (names_leave<P> && !Leaves<P, N>) {
        static_assert(Leaves<P, N>,
                      "trav: the policy has a leave(), but it cannot be called with trav::here; write 'void leave(auto& here)'");
    } else if constexpr (!Policy<P, N>) {
        static_assert(Policy<P, N>, "trav: the policy has neither visit() nor leave(); is one misspelt?");
    } else if constexpr (!absent<returned_t<P>> && !Leaves<P, N>) {
        static_assert(Leaves<P, N>, "trav: the policy declares 'returned', but has no leave() to hand it to the parent");
    } else {
        return true;
    }
    return false;
}

template <class G, class P, class S, class Strategy>
consteval bool check() {
    if constexpr (!check_graph<G>()) {
        return false;
    } else if constexpr (!check_policy<P, typename G::node>()) {
        return false;
    } else if constexpr (!requires { Strategy::returns; }) {
        static_assert(requires { Strategy::returns; },
                      "trav: this is no strategy; use trav::DepthFirst, MarkStack, BreadthFirst or Prefetch<N>");
    } else if constexpr (Leaves<P, typename G::node> && !Strategy::returns) {
        static_assert(Strategy::returns,
                      "trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node");
    } else if constexpr (!NodeStore<S, typename G::node, node_data_t<P>>) {
        static_assert(NodeStore<S, typename G::node, node_data_t<P>>,
                      "trav: the store does not keep this policy's node_data for this graph's nodes");
    } else {
        return true;
    }
    return false;
}

}  // namespace trav::detail
