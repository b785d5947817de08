// trav/policy/check.hpp: checks of a graph, a policy and a store. A mistake produces one message, in
// the first line of the compiler's output.
#pragma once

#include "../detail/absent.hpp"
#include "../graph/graph.hpp"
#include "../store/store.hpp"
#include "policy.hpp"

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
// &Both<P, Has>::name is ambiguous, and thus ill-formed, exactly if P has a member of that name, including
// a template
template <class P, class Has>
struct Both : P, Has {};
template <class P>
concept names_visit = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasVisit>::visit; };
template <class P>
concept names_leave = std::is_class_v<P> && !std::is_final_v<P> && !requires { &Both<P, HasLeave>::leave; };

// the result of children() if an & was forgotten: a copy of the object's own container
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

/// The first element of a range; void if a range-based `for` does not accept the type.
template <class Range>
auto first_of(Range const& range) {
    if constexpr (std::is_array_v<Range>) return range[0];
    else if constexpr (requires { *range.begin(); }) return *range.begin();
    else if constexpr (requires { *begin(range); }) return *begin(range);
}
template <class Range>
using element_t = decltype(first_of(std::declval<Range const&>()));

/// Checks the roots. G must be a graph.
template <class G, class Roots>
consteval bool check_roots() {
    if constexpr (std::is_void_v<element_t<Roots>>) {
        static_assert(never<Roots>, "trav: roots are a range of nodes; for one root write '{root}'");
    } else if constexpr (!std::convertible_to<element_t<Roots>, node_t<G>> &&
                         requires(node_t<G> n) { n.type->whole; }) {
        static_assert(never<Roots>,
                      "trav: the roots of trav::Objects are objects, not pointers: write trav::roots(a, b)");
    } else if constexpr (!std::convertible_to<element_t<Roots>, node_t<G>>) {
        static_assert(never<Roots>, "trav: these roots do not convert to the graph's nodes; if they point to "
                                    "const, so should the graph's 'node'");
    } else {
        return true;
    }
    return false;
}

template <class P, class N>
consteval bool check_policy() {
    if constexpr (std::is_rvalue_reference_v<P>) {
        static_assert(never<P>, "trav: policies are used by reference: give this one a name first");
    } else if constexpr (std::is_const_v<P> && !Policy<P, N> && Policy<std::remove_const_t<P>, N>) {
        static_assert(never<P>, "trav: the policy is const, and its visit() or leave() is not");
    } else if constexpr (names_visit<P> && !Visits<P, N>) {
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

/// Replaces a type that a check has rejected, so that a mistake is reported only once.
struct Refused {
    explicit Refused(auto&&...) {}
    void visit(auto&) {}
    void push(auto&&...) {}
    void clear() {}
    bool idle() const { return true; }
    go step() { return go::stop; }
};

}  // namespace trav::detail
