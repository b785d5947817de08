// trav/graph/detail/refer.hpp: how a value refers to a node. It may be a pointer, a smart pointer, the object
// itself, or a range of these; for a map, the mapped values count.
#pragma once

#include "../../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

// --- The node that one value refers to ---

template <class E, class N>
concept IsPointer = std::convertible_to<E, N> && !std::is_array_v<std::remove_reference_t<E>> &&
                    !std::same_as<std::remove_cvref_t<E>, std::nullptr_t>;
// unlike a pointer to one object, a unique_ptr<T[]> cannot be dereferenced
template <class E, class N>
concept IsSmartPointer = requires(E value) {
    { value.get() } -> std::convertible_to<N>;
    *value;
};
template <class E, class N>
concept IsObject = std::is_lvalue_reference_v<E> && !std::is_array_v<std::remove_reference_t<E>> &&
                   std::convertible_to<std::remove_reference_t<E>*, N>;
template <class E, class N>
concept RefersTo = IsPointer<E, N> || IsSmartPointer<E, N> || IsObject<E, N>;

/// The node that `value` is, or points to.
template <class N, RefersTo<N> E>
constexpr N referred(E&& value) {
    if constexpr (IsPointer<E, N>) return value;
    else if constexpr (IsSmartPointer<E, N>) return value.get();
    else return detail::address_of(value);
}

// --- Ranges of such values ---

template <class R>
constexpr auto begin_of(R& range)
    requires(std::is_array_v<R> || requires { range.begin(); })
{
    if constexpr (std::is_array_v<R>) return range + 0;
    else return range.begin();
}
template <class R>
constexpr auto end_of(R& range)
    requires(std::is_array_v<R> || requires { range.end(); })
{
    if constexpr (std::is_array_v<R>) return range + std::extent_v<R>;
    else return range.end();
}

template <class R>
concept Range = requires(R& range) { *begin_of(range); };
template <class R>
concept Map = Range<R> && requires { typename R::mapped_type; };

/// The type of an element of R, or of its mapped value.
template <class R>
struct element_of {};
template <Range R>
struct element_of<R> {
    using type = decltype(*begin_of(std::declval<R&>()));
};
template <Map R>
struct element_of<R> {
    using type = decltype((begin_of(std::declval<R&>())->second));
};

template <class R, class N>
concept RefersToMany =
    requires { typename element_of<R>::type; } && RefersTo<typename element_of<R>::type, N>;

template <class R, class N>
constexpr N target(auto const& at) {
    if constexpr (Map<R>) return referred<N>(at->second);
    else return referred<N>(*at);
}

}  // namespace trav::detail
