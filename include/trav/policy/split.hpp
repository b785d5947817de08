// trav/policy/split.hpp: policies that can be split between several threads.
//
//     P split() const;            // a new policy of the same kind, without results, for one thread
//     void merge(P&& found);      // adds the results of `found`; commutative and associative
//
// split() may return another type with the same declarations. The result is constructed in place and need
// not be movable.
#pragma once

#include "policy.hpp"

#include <concepts>
#include <utility>

namespace trav {

/// The policy of one thread, made by split() of a P.
template <class P>
using split_t = decltype(std::declval<P&>().split());

/// A policy that can be split and merged.
template <class P>
concept Splits = requires(P& policy, split_t<P>& part) { policy.merge(std::move(part)); };

/// The same for nodes of type N. The result of split() must have the same node_data and inherited.
template <class P, class N>
concept SplitPolicy =
    Splits<P> && Policy<split_t<P>, N> && std::same_as<node_data_t<split_t<P>>, node_data_t<P>> &&
    std::same_as<inherited_t<split_t<P>>, inherited_t<P>>;

}  // namespace trav
