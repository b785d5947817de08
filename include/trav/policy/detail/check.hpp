// trav/policy/detail/check.hpp: what is asked of a graph, a policy, a store and a strategy, in the order in which a newcomer goes
// wrong. One mistake gives one sentence, and it is the first line of the compiler's output.
#pragma once

#include "../../graph/graph.hpp"
#include "../../store/store.hpp"
#include "../policy.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace trav::detail {

struct HasVisit {
    void visit();
};
struct HasLeave {
    void leave();
};
// &Both<P, Has>::name is ambiguous, and so ill-formed, exactly when P has a member of that name, a template included
template <class P, class Has>
struct Both : P, Has {};
template <class P>
concept names_visit = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasVisit>::visit; };
template <class P>
concept names_leave = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasLeave>::leave; };

// not a repetition of the condition: the compiler would explain it at length
template <class>
inline constexpr bool never = false;

// a copy of the object's own container is what is left when an & is forgotten
template <class R>
concept returns_container = requires { typename R::allocator_type; };

template <class G>
consteval bool check_graph() {
    if constexpr (!requires { typename G::node; }) {
        static_assert(
            never<G>,
            "trav: a graph needs a member type 'node', the handle of one object: write 'using node = Obj*;'");
    } else if constexpr (!std::regular<typename G::node>) {
        static_assert(never<G>, "trav: a graph's node must be a regular type: use a pointer or an index");
    } else if constexpr (!requires(G const& graph, typename G::node n) { graph.children(n); }) {
        static_assert(never<G>, "trav: a graph needs 'auto children(node) const'");
    } else if constexpr (!Graph<G>) {
        static_assert(never<G>,
                      "trav: children(node) must return a range whose elements convert to the graph's node");
    } else if constexpr (returns_container<decltype(std::declval<G const&>().children(
                             std::declval<typename G::node>()))>) {
        static_assert(
            never<G>,
            "trav: children(node) returns a container by value, which is gone before its elements are "
            "visited; return a reference ('auto const& children(node n) const') or a span");
    } else {
        return true;
    }
    return false;
}

template <class P, class N>
consteval bool check_policy() {
    if constexpr (names_visit<P> && !Visits<P, N>) {
        static_assert(never<P>, "trav: the policy has a visit(), but it cannot be called with trav::here; "
                                "write 'void visit(auto& here)'");
    } else if constexpr (names_leave<P> && !Leaves<P, N>) {
        static_assert(never<P>, "trav: the policy has a leave(), but it cannot be called with trav::here; "
                                "write 'void leave(auto& here)'");
    } else if constexpr (!Policy<P, N>) {
        static_assert(never<P>, "trav: the policy has neither visit() nor leave(); is one misspelt?");
    } else if constexpr (!absent<returned_t<P>> && !Leaves<P, N>) {
        static_assert(never<P>,
                      "trav: the policy declares 'returned', but has no leave() to hand it to the parent");
    } else {
        return true;
    }
    return false;
}

/// What only this strategy asks for.
template <class G, class P, class S, class Strategy>
consteval bool check_strategy() {
    if constexpr (requires { Strategy::template check<G, P, S>(); })
        return Strategy::template check<G, P, S>();
    else return true;
}

template <class G, class P, class S, class Strategy>
consteval bool check() {
    if constexpr (!check_graph<G>()) {
        return false;
    } else if constexpr (!check_policy<P, typename G::node>()) {
        return false;
    } else if constexpr (!requires { Strategy::returns; }) {
        static_assert(
            never<Strategy>,
            "trav: this is no strategy; use trav::DepthFirst, MarkStack, BreadthFirst or Prefetch<N>");
    } else if constexpr (Leaves<P, typename G::node> && !Strategy::returns) {
        static_assert(
            never<Strategy>,
            "trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node");
    } else if constexpr (!check_strategy<G, P, S, Strategy>()) {
        return false;
    } else if constexpr (!NodeStore<S, typename G::node, node_data_t<P>>) {
        static_assert(never<S>,
                      "trav: the store does not keep this policy's node_data for this graph's nodes");
    } else {
        return true;
    }
    return false;
}

/// Stands where a walker would be after a failed check, so that one mistake is not reported many times.
struct Refused {
    explicit Refused(auto&&...) {}
    void push(auto&&...) {}
    void clear() {}
    bool idle() const { return true; }
    go step() { return go::stop; }
};

}  // namespace trav::detail
