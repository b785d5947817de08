// trav/detail/untagged_variant.hpp: storage for one of several values of different types, as small as
// possible. The user must know which one it is.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <std::size_t I>
using index_constant = std::integral_constant<std::size_t, I>;

/// The I-th alternative.
template <std::size_t I>
constexpr auto& alternative(auto& variant) {
    if constexpr (I == 0) return variant.first;
    else return alternative<I - 1>(variant.others);
}

/// Storage for one of several trivially copyable values. The user must know which one is stored.
template <class... P>
union OneOf {
    constexpr OneOf() : none{} {}
    char none;
};
template <class P, class... Others>
union OneOf<P, Others...> {
    P first;
    OneOf<Others...> others;

    constexpr OneOf() : others() {}
    constexpr OneOf(index_constant<0>, P at) : first(at) {}
    template <std::size_t I>
    constexpr OneOf(index_constant<I>, auto at) : others(index_constant<I - 1>{}, at) {}

    template <std::size_t I>
    constexpr void set(auto at) {
        *this = OneOf(index_constant<I>{}, at);
    }
};

/// The same for values that are not trivially copyable, such as the iterators of a checked standard
/// library. Stores all of them.
template <class... P>
struct EachOf {};
template <class P, class... Others>
struct EachOf<P, Others...> {
    P first{};
    EachOf<Others...> others{};

    template <std::size_t I>
    constexpr void set(auto at) {
        alternative<I>(*this) = std::move(at);
    }
};

template <class... P>
using UntaggedVariant =
    std::conditional_t<(std::is_trivially_copyable_v<P> && ...), OneOf<P...>, EachOf<P...>>;

}  // namespace trav::detail
