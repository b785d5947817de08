// trav/policy/detail/pack.hpp: the data of several policies in one struct, and the `here` of each of them.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../policy.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

/// Member I of a pack. An absent one takes no space.
template <std::size_t I, class T>
struct PackMember {
    [[no_unique_address]] T value{};
};
template <std::size_t I, absent T>
struct PackMember<I, T> {
    static inline T value{};
};
template <class Indices, class... Ts>
struct PackOf;
template <std::size_t... I, class... Ts>
struct PackOf<std::index_sequence<I...>, Ts...> : PackMember<I, Ts>... {};

/// An aggregate tuple in which empty members occupy no space; std::tuple promises neither.
template <class... Ts>
using Pack = PackOf<std::index_sequence_for<Ts...>, Ts...>;

template <std::size_t I, class T>
TRAV_INLINE T& member(PackMember<I, T>& of) {
    return of.value;
}
template <std::size_t I, class T>
TRAV_INLINE T const& member(PackMember<I, T> const& of) {
    return of.value;
}

/// Member I, a T, of a pack, which may be absent if T is.
template <std::size_t I, class T>
TRAV_INLINE auto& member_of(auto& pack) {
    if constexpr (absent<T>) return PackMember<I, T>::value;
    else return member<I>(pack);
}
/// The `here` of part I, a P. The part receives the same values as if it were alone.
template <std::size_t I, class P>
TRAV_INLINE auto share(auto& h, bool first) {
    return here_t<P, decltype(h.node)>{h.node,
                                       as_parent<P>(h.parent),
                                       first,
                                       member_of<I, node_data_t<P>>(h.data),
                                       member_of<I, inherited_t<P>>(h.inherited),
                                       member_of<I, inherited_t<P>>(h.to_children),
                                       member_of<I, returned_t<P>>(h.returned),
                                       member_of<I, returned_t<P>>(h.to_parent)};
}

}  // namespace trav::detail
