// trav/graph/detail/optional.hpp: IsOptional, a value that may be missing: std::optional; and
// std::expected, with an error in place of a value.
#pragma once

#include "../../detail/compiler.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class V>
using dereferenced_t = decltype(*std::declval<V const&>());

/// std::expected holds an error if it has no value.
template <class V>
concept HasError = requires(V const& v) {
    { v.has_value() } -> std::convertible_to<bool>;
    requires std::is_lvalue_reference_v<decltype(v.error())>;
};
/// Of expected<void, E>, `*v` is nothing.
template <class V>
concept HasValue = std::is_lvalue_reference_v<dereferenced_t<V>>;
template <class V>
concept IsOptional = requires(V const& v) {
    { v.has_value() } -> std::convertible_to<bool>;
    requires HasValue<V> || (HasError<V> && std::is_void_v<dereferenced_t<V>>);
};
template <class V>
inline constexpr bool is_of_reference = false;
template <template <class...> class Optional, class T>
inline constexpr bool is_of_reference<Optional<T&>> = true;

/// Types of possible parts of a value.
template <class... T>
struct Types {};

/// The types of the value and of the error.
template <class V>
consteval auto parts_of_optional() {
    if constexpr (!HasError<V>) {
        return Types<std::remove_cvref_t<dereferenced_t<V>>>{};
    } else {
        using Error = std::remove_cvref_t<decltype(std::declval<V const&>().error())>;
        if constexpr (HasValue<V>) return Types<std::remove_cvref_t<dereferenced_t<V>>, Error>{};
        else return Types<Error>{};
    }
}
/// Calls f(part) with the value, or the error.
template <class V>
void with_part(V const& optional, auto const& f) {
    if (!optional.has_value()) {
        if constexpr (HasError<V>) f(optional.error());
    } else if constexpr (HasValue<V>) {
        f(*optional);
    }
}

}  // namespace trav::detail
