// trav/detail/absent.hpp: empty types that stand for what a policy does not use. They are distinct, so that
// several of them in one frame take no room under [[no_unique_address]].
#pragma once

#include <type_traits>

namespace trav::detail {

template <int>
struct Absent {};

template <class T>
struct is_absent : std::false_type {};
template <int I>
struct is_absent<Absent<I>> : std::true_type {};
template <class T>
concept absent = is_absent<T>::value;

/// T if `Present`, else a distinct empty type.
template <bool Present, class T, int Tag>
using optional_t = std::conditional_t<Present, T, Absent<Tag>>;

}  // namespace trav::detail
