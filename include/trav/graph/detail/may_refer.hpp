// trav/graph/detail/may_refer.hpp: may_refer<T>(), whether a type without a description contains pointers: a
// union, or an aggregate with a pointer among its first fields. Nothing is known about other types.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// Initialises any field.
struct AnyField {
    std::size_t number;
    template <class T>
    constexpr operator T() const;  // NOLINT(google-explicit-constructor)
};
/// Initialises pointers, except pointers to numbers and characters.
struct AnyPointer {
    template <class T>
        requires(std::is_class_v<T> || std::is_union_v<T> || std::is_pointer_v<T> || std::is_void_v<T>)
    constexpr operator T*() const;  // NOLINT(google-explicit-constructor)
};

/// The number of fields to examine. The compiler has to try each of them.
inline constexpr std::size_t fields_tried = 16;

/// Whether one of the fields from number sizeof...(I) on is a pointer.
template <class T, std::size_t... I>
consteval bool has_pointer(std::index_sequence<I...>) {
    constexpr std::size_t next = sizeof...(I) + 1;
    if constexpr (requires { T{AnyField{I}..., AnyPointer{}}; }) return true;
    else if constexpr (next < fields_tried && requires { T{AnyField{I}..., AnyField{next}}; })
        return has_pointer<T>(std::make_index_sequence<next>());
    else return false;
}

/// Whether T may contain pointers without a description.
template <class T>
consteval bool may_refer() {
    if constexpr (std::is_union_v<T>) return sizeof(T) >= sizeof(void*);
    else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T>)
        return has_pointer<T>(std::index_sequence<>());
    else return false;
}

}  // namespace trav::detail
