// trav/detail/position.hpp: room for one of several positions of different types, as small as possible.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <std::size_t I>
using number = std::integral_constant<std::size_t, I>;

/// The I-th of several positions.
template <std::size_t I>
constexpr auto& position(auto& positions) {
    if constexpr (I == 0) return positions.first;
    else return position<I - 1>(positions.rest);
}

/// Room for one of several positions that are trivially copyable. The user must know which one it holds.
template <class... P>
union OneOf {
    constexpr OneOf() : none{} {}
    char none;
};
template <class P, class... Rest>
union OneOf<P, Rest...> {
    P first;
    OneOf<Rest...> rest;

    constexpr OneOf() : rest() {}
    constexpr OneOf(number<0>, P at) : first(at) {}
    template <std::size_t I>
    constexpr OneOf(number<I>, auto at) : rest(number<I - 1>{}, at) {}

    template <std::size_t I>
    constexpr void set(auto at) {
        *this = OneOf(number<I>{}, at);
    }
};

/// The same for positions that are not, such as the iterators of a checked standard library: room for all of
/// them.
template <class... P>
struct EachOf {};
template <class P, class... Rest>
struct EachOf<P, Rest...> {
    P first{};
    EachOf<Rest...> rest{};

    template <std::size_t I>
    constexpr void set(auto at) {
        position<I>(*this) = std::move(at);
    }
};

template <class... P>
using Position = std::conditional_t<(std::is_trivially_copyable_v<P> && ...), OneOf<P...>, EachOf<P...>>;

}  // namespace trav::detail
