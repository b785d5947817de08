// trav/graph/detail/may_refer.hpp: may_refer<T>(), whether a struct that nobody has described has pointers in
// it: a union, or an aggregate with a pointer among its first fields. Of others nothing is known.
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
/// Initialises pointers, but not those to numbers and characters.
struct AnyPointer {
    template <class T>
        requires(std::is_class_v<T> || std::is_union_v<T> || std::is_pointer_v<T> || std::is_void_v<T>)
    constexpr operator T*() const;  // NOLINT(google-explicit-constructor)
};

/// How many fields are looked at: for each of them the compiler has to try.
inline constexpr std::size_t fields_tried = 16;

/// One of the fields from sizeof...(I) on is a pointer.
template <class T, std::size_t... I>
consteval bool has_pointer(std::index_sequence<I...>) {
    constexpr std::size_t next = sizeof...(I) + 1;
    if constexpr (requires { T{AnyField{I}..., AnyPointer{}}; }) return true;
    else if constexpr (next < fields_tried && requires { T{AnyField{I}..., AnyField{next}}; })
        return has_pointer<T>(std::make_index_sequence<next>());
    else return false;
}

/// T may have pointers that nobody has described.
template <class T>
consteval bool may_refer() {
    if constexpr (std::is_union_v<T>) return sizeof(T) >= sizeof(void*);
    else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T> && !std::is_empty_v<T>)
        return has_pointer<T>(std::index_sequence<>());
    else return false;
}

}  // namespace trav::detail
