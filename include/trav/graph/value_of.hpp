// trav/graph/value_of.hpp: TRAV_VALUE_OF(T::member, value), the meaning of a member of an ambiguous type,
// with C++26 reflection. described_by_reflection.hpp includes this header.
//
//     TRAV_VALUE_OF(Asset::data, self.is_texture ? static_cast<Texture*>(self.data) : nullptr);  // void*
//     TRAV_VALUE_OF(List::items, trav::Buffer{self.items, self.size, self.capacity});            // Item**
//
// The value, made of the object `self`, is followed in place of the member. Of an unnamed union, the members
// with a value are listed: give null or an empty Buffer for a member that is not active. If all of them lead
// nowhere, but another member may refer to objects, the union is opaque, unless all its bytes are zero. The
// line is outside of all namespaces, before the first use of T's description.
#pragma once

#include "../detail/compiler.hpp"

#ifdef __cpp_impl_reflection

#include <cstddef>
#include <meta>
#include <type_traits>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

#define TRAV_VALUE_OF(member, ...)                                                                  \
    static_assert(std::meta::is_nonstatic_data_member(^^member),                                    \
                  "trav: TRAV_VALUE_OF(T::member, value) names a data member of T");                \
    template <>                                                                                     \
    constexpr auto trav::detail::value_of<^^member> = [](auto const& self) { return __VA_ARGS__; }

namespace trav::detail {

template <std::meta::info Member>
inline constexpr std::nullptr_t value_of = nullptr;
/// Whether the program gives a value for a member.
template <std::meta::info Member>
inline constexpr bool has_value_of = !std::is_same_v<decltype(value_of<Member>), std::nullptr_t const>;
consteval bool is_said(std::meta::info member) {
    return std::meta::extract<bool>(
        std::meta::substitute(^^has_value_of, {std::meta::reflect_constant(member)}));
}

/// Whether a value leads nowhere: null, or an empty Buffer.
constexpr bool is_nothing(auto const& value) {
    if constexpr (requires { value.capacity(); }) return value.capacity() == 0;
    else if constexpr (requires { static_cast<bool>(value); }) return !static_cast<bool>(value);
    else return std::is_null_pointer_v<std::remove_cvref_t<decltype(value)>>;
}

/// The members of an unnamed union with such a value, and whether another may refer to objects.
struct Said {
    std::vector<std::meta::info> members{};
    bool is_partial = false;
};
consteval void list_said(std::meta::info type, bool (*may_refer)(std::meta::info), Said& said) {
    for (auto const member : std::meta::nonstatic_data_members_of(
             type, std::meta::access_context::unchecked())) {
        if (std::meta::is_bit_field(member)) continue;
        if (!std::meta::has_identifier(member)) list_said(std::meta::type_of(member), may_refer, said);
        else if (is_said(member)) said.members.push_back(member);
        else said.is_partial |= may_refer(std::meta::type_of(member));
    }
}

}  // namespace trav::detail

#endif
