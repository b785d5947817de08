// trav/policy/detail/check.hpp: checks of a graph, a policy and a store. A mistake gives one sentence, which
// is the first line of the compiler's output.
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
// &Both<P, Has>::name is ambiguous, and so ill-formed, exactly if P has a member of that name, even a
// template
template <class P, class Has>
struct Both : P, Has {};
template <class P>
concept names_visit = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasVisit>::visit; };
template <class P>
concept names_leave = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasLeave>::leave; };

// used instead of the condition that failed, which the compiler would explain at length
template <class>
inline constexpr bool never = false;

// what is returned if an & was forgotten: a copy of the object's own container
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
