// trav/graph/detail/fields.hpp: Fields, a list of members. Descriptions of structs make such lists: Members,
// Extends, AllMembers and Boost.Hana's. Objects, Reflect and Via read them.
//
// A field is one member: `of(object)` is the member itself, `name()` its name, which Via does not need.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <type_traits>

namespace trav::detail {

/// Members of one class.
template <class... Field>
struct Fields {
    /// Calls member(name, value) for each.
    TRAV_ALWAYS_INLINE static constexpr void each(auto const& object, auto&& member) {
        (member(Field::name(), Field::of(object)), ...);
    }
};
template <class... A, class... B>
constexpr Fields<A..., B...> operator+(Fields<A...>, Fields<B...>) {
    return {};
}

template <auto Pointer>
struct ClassOf {
    using type = void;
};
template <class M, class T, M T::* Pointer>
struct ClassOf<Pointer> {
    using type = T;
};
/// The bytes of a data member.
template <auto Pointer>
inline constexpr std::size_t bytes_of = 0;
template <class M, class T, M T::* Pointer>
    requires(!std::is_function_v<M> && !std::is_unbounded_array_v<M>)
inline constexpr std::size_t bytes_of<Pointer> = sizeof(M);
/// The class that a member is declared in.
template <auto Pointer>
using class_of = typename ClassOf<Pointer>::type;

/// A member by its pointer, or the value of a member function.
template <auto Pointer>
struct PointerField {
    TRAV_ALWAYS_INLINE static constexpr decltype(auto) of(auto& object)
        requires requires { object.*Pointer; } || requires { (object.*Pointer)(); }
    {
        if constexpr (std::is_member_function_pointer_v<decltype(Pointer)>) return (object.*Pointer)();
        else return (object.*Pointer);
    }
};

}  // namespace trav::detail
