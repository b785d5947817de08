// trav/policy/policy.hpp: policies, which say what to do at each node.
//
// A policy is a struct with any of these members, or a callable that takes `here`:
//
//     struct Bytes {
//         using node_data = ...;                          // kept for each node, in the store
//         using inherited = ...;                          // handed from parent to child
//         using returned = ...;                           // handed from child to parent; needs leave()
//         static constexpr bool wants_parent = true;      // here.parent: the node we came from
//         static constexpr bool once = true;              // call visit on first arrivals only
//         void visit(auto& here);                         // on every arrival at a node (or see `once`)
//         void leave(auto& here);                         // after all children of an arrival that descended
//     };
//
// visit returns void (descend on the first arrival), bool (whether to descend now, as in GHC) or a `go`.
// Members that a policy does not declare take neither space nor time.
//
// A policy for several threads (Parallel) can be split, and has these members too:
//
//     P split() const;            // a new policy of the same kind, without results, for one thread
//     void merge(P&& found);      // adds the results of `found`; commutative and associative
//
// split() may return another type with the same declarations. The result is constructed in place and need
// not be movable.
//
// C++ has no member templates in local structs. A policy within a function must therefore be a lambda, or
// its visit() must take `trav::here<Obj*>& here`, which has only node and first.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav {

/// The possible results of a visit: descend to the children, skip them, or stop the whole traversal.
enum class go : unsigned char { down, skip, stop };

/// The argument of a callback. Members may be added without breaking a policy.
template <class Node, class Data = detail::Absent<0>, class Inherited = detail::Absent<1>,
          class Returned = detail::Absent<2>, class Parent = detail::Absent<3>>
struct here {
    Node node;
    [[no_unique_address]] Parent parent;  // the node we came from; a root is its own parent
    bool first;                           // the first arrival at this node in this pass (in leave: false)
    Data& data;                  // this node's data; value-initialised on the first arrival of a pass
    Inherited const& inherited;  // the value from the parent
    Inherited& to_children;      // the value for the children; value-initialised
    Returned& returned;          // this arrival's accumulator: its children add to it, leave reads it
    Returned& to_parent;         // the parent's accumulator; a root's parent is the traversal
};

namespace detail {

template <class P>
using node_data_in = typename P::node_data;
template <class P>
using inherited_in = typename P::inherited;
template <class P>
using returned_in = typename P::returned;

/// The type that P declares, or a distinct empty type.
template <int Tag, template <class> class Member, class P>
struct declared {
    using type = Absent<Tag>;
};
template <int Tag, template <class> class Member, class P>
    requires requires { typename Member<P>; }
struct declared<Tag, Member, P> {
    using type = Member<P>;
};

template <class P>
concept wants_parent = requires { requires bool(P::wants_parent); };

}  // namespace detail

template <class P>
using node_data_t = typename detail::declared<0, detail::node_data_in, P>::type;
template <class P>
using inherited_t = typename detail::declared<1, detail::inherited_in, P>::type;
template <class P>
using returned_t = typename detail::declared<2, detail::returned_in, P>::type;
template <class P, class N>
using parent_t = std::conditional_t<detail::wants_parent<P>, N, detail::Absent<3>>;
template <class P, class N>
using here_t = here<N, node_data_t<P>, inherited_t<P>, returned_t<P>, parent_t<P, N>>;

/// The policy is called on first arrivals only.
template <class P>
concept VisitsOnce = requires { requires bool(P::once); };

/// The policy has a visit() for nodes of type N, or is callable.
template <class P, class N>
concept Visits = requires(P& policy, here_t<P, N>& h) { policy.visit(h); } ||
                 requires(P& policy, here_t<P, N>& h) { policy(h); };

/// The policy has a leave() for nodes of type N.
template <class P, class N>
concept Leaves = requires(P& policy, here_t<P, N>& h) { policy.leave(h); };

template <class P, class N>
concept Policy = Visits<P, N> || Leaves<P, N>;

/// The policy of one thread, made by split() of a P.
template <class P>
using split_t = decltype(std::declval<P&>().split());

/// The policy can be split and merged.
template <class P>
concept Splits = requires(P& policy, split_t<P>& part) { policy.merge(std::move(part)); };

/// The same for nodes of type N. The result of split() must have the same node_data and inherited.
template <class P, class N>
concept SplitPolicy =
    Splits<P> && Policy<split_t<P>, N> && std::same_as<node_data_t<split_t<P>>, node_data_t<P>> &&
    std::same_as<inherited_t<split_t<P>>, inherited_t<P>>;

namespace detail {

template <class P, class N>
constexpr parent_t<P, N> as_parent(N const& n) {
    if constexpr (wants_parent<P>) return n;
    else return {};
}

template <class P, class H>
TRAV_INLINE decltype(auto) call_visit(P& policy, H& h) {
    if constexpr (requires { policy.visit(h); }) return policy.visit(h);
    else return policy(h);
}

/// Visits return nothing, so the next step does not depend on them.
template <class P, class N>
concept answers_nothing = requires(P& policy, here_t<P, N>& h) {
    { call_visit(policy, h) } -> std::same_as<void>;
};

/// Calls visit and translates its result.
template <class P, class N>
TRAV_INLINE go visit(P& policy, here_t<P, N>& h) {
    go const on_first_arrival = h.first ? go::down : go::skip;
    if constexpr (!Visits<P, N>) {
        return on_first_arrival;
    } else {
        if constexpr (VisitsOnce<P>) {
            if (!h.first) return go::skip;
        }
        using answer = decltype(call_visit(policy, h));
        if constexpr (std::is_void_v<answer>) {
            call_visit(policy, h);
            return on_first_arrival;
        } else if constexpr (std::same_as<answer, go>) {
            return call_visit(policy, h);
        } else {
            return call_visit(policy, h) ? go::down : go::skip;
        }
    }
}

/// One arrival at a node, as most walkers make it: marks `node` and visits it. Calls down(here) if the visit
/// says so. Returns the visit's result.
template <class P, class S, class N>
TRAV_INLINE go arrive(P& policy, S& store, N const& node, parent_t<P, N> const& parent,
                      inherited_t<P> const& inherited, returned_t<P>& to_parent, auto&& down) {
    auto&& touched = store.touch(node);
    inherited_t<P> to_children{};
    returned_t<P> returned{};
    here_t<P, N> here{node,      parent,      touched.fresh, touched.data(),
                      inherited, to_children, returned,      to_parent};
    go const answer = visit<P, N>(policy, here);
    if (answer == go::down) down(here);
    return answer;
}

}  // namespace detail
}  // namespace trav
