// trav/policy/detail/check.hpp: what is asked of a graph, of a policy and of a store. One mistake gives one sentence, and it is
// the first line of the compiler's output.
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

template <class S, class N, class T>
consteval bool check_store() {
    if constexpr (!NodeStore<S, N, T>) {
        static_assert(never<S>,
                      "trav: the store does not keep this policy's node_data for this graph's nodes");
        return false;
    } else {
        return true;
    }
}

}  // namespace trav::detail
