// trav/detail/absent.hpp: the shape of what a policy does not use: distinct empty types, so that several of them in one
// frame take no room under [[no_unique_address]]; and the two attributes that the engine's inner functions need.
#pragma once

#include <type_traits>

#define TRAV_INLINE [[gnu::always_inline]] inline constexpr

namespace trav::detail {

template <int>
struct Absent {};

template <class T>
struct is_absent : std::false_type {};
template <int I>
struct is_absent<Absent<I>> : std::true_type {};
template <class T>
concept absent = is_absent<T>::value;

/// T if `Present`, else an empty type of its own.
template <bool Present, class T, int Tag>
using optional_t = std::conditional_t<Present, T, Absent<Tag>>;

}  // namespace trav::detail
