// trav/policy/split.hpp: policies for several threads.
//
//     P split() const;            // a policy of the same kind that has found nothing yet, for one thread
//     void merge(P&& found);      // adds what that one has found; commutative and associative
//
// split() may return another type that declares the same; it is constructed in place and need not be movable.
#pragma once

#include "policy.hpp"

#include <concepts>
#include <utility>

namespace trav {

/// The policy that one thread is given, made from a P.
template <class P>
using split_t = decltype(std::declval<P&>().split());

/// A policy that can be split and merged.
template <class P>
concept Splits = requires(P& policy, split_t<P>& part) { policy.merge(std::move(part)); };

/// The same for nodes of type N; what it is split into has the same node_data and inherited.
template <class P, class N>
concept SplitPolicy =
    Splits<P> && Policy<split_t<P>, N> && std::same_as<node_data_t<split_t<P>>, node_data_t<P>> &&
    std::same_as<inherited_t<split_t<P>>, inherited_t<P>>;

}  // namespace trav
