// trav/policy/split.hpp: policies for several threads.
//
//     P split() const;            // a policy of the same kind that has found nothing, for one thread
//     void merge(P&& found);      // takes what it found; commutative and associative
//
// split() may answer another type that is told the same; what it answers is used where it is made.
#pragma once

#include "policy.hpp"

#include <concepts>
#include <utility>

namespace trav {

/// What one thread is given of a policy of type P.
template <class P>
using split_t = decltype(std::declval<P&>().split());

/// A policy that can be split and merged.
template <class P>
concept Splits = requires(P& policy, split_t<P>& part) { policy.merge(std::move(part)); };

/// The same, for nodes of type N, with parts that keep and inherit what it does.
template <class P, class N>
concept SplitPolicy =
    Splits<P> && Policy<split_t<P>, N> && std::same_as<node_data_t<split_t<P>>, node_data_t<P>> &&
    std::same_as<inherited_t<split_t<P>>, inherited_t<P>>;

}  // namespace trav
