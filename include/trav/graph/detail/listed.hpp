// trav/graph/detail/listed.hpp: the classes that Objects<...> lists, with questions for its messages.
#pragma once

#include "../../detail/compiler.hpp"
#include "../described.hpp"
#include "make_type.hpp"

#include <type_traits>

namespace trav::detail {

template <class T>
concept IsDefined = requires { sizeof(T); };
// variables, since compilers explain a concept in several lines
template <class T>
inline constexpr bool is_defined = IsDefined<T>;
template <class T>
inline constexpr bool is_described = !is_defined<T> || IsDescribed<T>;
/// Whether a base-class pointer can lead to a T, for all that is known.
template <class T>
inline constexpr bool may_be_found = true;
template <IsDefined T>
    requires IsDescribed<T>
inline constexpr bool may_be_found<T> = std::is_polymorphic_v<T>;

/// Registers a class that Objects<...> lists.
template <class T>
struct Listed {
    static void add() { static_cast<void>(&type_of<T>); }
};

}  // namespace trav::detail
