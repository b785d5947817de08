// trav/graph/detail/reflected_arrays.hpp: arrays that a class without a description keeps by a pointer, or
// behind itself, as C++26 reflection and malloc's blocks tell them.
//
// A pointer is an array if the class has a destructor of its own, and an integer member n > 1 so that the
// block of malloc at the pointer has room for n elements and malloc's rounding only. If another member of the
// same type is smaller, it may count the elements in use, and the pointer is a plain one.
//
// An array of pointers that is a member beside a pointer to such pointers is its room for a few elements. It
// is not looked into. An integer beside an array without an initialiser may be the number of its values, if
// it has the name of a number (n, count, used). Pointers from the smallest such number on are not followed,
// unless all are null.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"

#ifdef __cpp_impl_reflection

#include <cstddef>
#include <meta>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace trav::detail {

inline constexpr auto any_access = std::meta::access_context::unchecked();

/// Whether the program has written the destructor of a class.
consteval bool has_own_destructor(std::meta::info type) {
    for (auto const member : std::meta::members_of(type, any_access))
        if (std::meta::is_destructor(member) && std::meta::is_user_provided(member)) return true;
    return false;
}

/// The members of a class that may count elements.
consteval std::vector<std::meta::info> counts_in(std::meta::info type) {
    std::vector<std::meta::info> found;
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access)) {
        auto const plain = std::meta::remove_cv(std::meta::dealias(std::meta::type_of(member)));
        if (std::meta::is_integral_type(plain) && std::meta::size_of(plain) >= 2 &&
            !std::meta::is_bit_field(member))
            found.push_back(member);
    }
    return found;
}
/// Whether a member is a pointer that may be the first of an array which its class frees.
consteval bool may_be_counted(std::meta::info member) {
    if (std::meta::is_base(member)) return false;
    auto const type = std::meta::dealias(std::meta::type_of(member));
    if (!std::meta::is_pointer_type(type)) return false;
    auto const element = std::meta::remove_pointer(type);
    if (!std::meta::is_object_type(element) || !std::meta::is_complete_type(element)) return false;
    auto const type_around = std::meta::parent_of(member);
    return !counts_in(type_around).empty() && has_own_destructor(type_around);
}
/// The number of elements of the array at a pointer; 0 if it is unknown.
template <std::meta::info Pointer>
std::size_t counted(auto const& object) {
    auto const* const first = object.[:Pointer:];
    using Element = std::remove_cv_t<std::remove_pointer_t<decltype(first)>>;
    constexpr std::size_t before = std::is_trivially_destructible_v<Element> ? 0
                                   : alignof(Element) > sizeof(std::size_t)  ? alignof(Element)
                                                                             : sizeof(std::size_t);
    if (first == nullptr) return 0;
    auto const* const block = reinterpret_cast<char const*>(first) - before;
    static constexpr auto counts = std::define_static_array(counts_in(std::meta::parent_of(Pointer)));
    std::size_t found = 0;
    template for (constexpr auto count : counts) {
        auto const number = object.[:count:];
        if (number > 1 && static_cast<std::size_t>(number) <= std::size_t{1} << 48 &&
            is_block_of(block, before + static_cast<std::size_t>(number) * sizeof(Element))) {
            bool is_only = true;
            template for (constexpr auto other : counts)
                if constexpr (std::is_same_v<decltype(object.[:count:]), decltype(object.[:other:])>)
                    is_only = is_only && !(object.[:other:] >= 0 && object.[:other:] < number);
            if (is_only) found = static_cast<std::size_t>(number);
        }
    }
    return found;
}

/// The members of a class that are pointers to elements of an array of pointers, which is a member, too.
consteval std::vector<std::meta::info> pointers_to(std::meta::info array) {
    std::vector<std::meta::info> found;
    if (std::meta::is_base(array)) return found;
    auto const type = std::meta::dealias(std::meta::type_of(array));
    if (!std::meta::is_array_type(type)) return found;
    auto const element = std::meta::remove_extent(type);
    if (!std::meta::is_pointer_type(element)) return found;
    for (auto const member : std::meta::nonstatic_data_members_of(std::meta::parent_of(array), any_access))
        if (std::meta::dealias(std::meta::type_of(member)) == std::meta::add_pointer(element))
            found.push_back(member);
    return found;
}
/// Whether a member is room for the first elements of an array of pointers. Those not in use have no value.
consteval bool is_room_inside(std::meta::info member) {
    return !pointers_to(member).empty();
}
/// Whether a pointer leads to this room.
template <std::meta::info Room>
bool uses_room(auto const& object) {
    static constexpr auto pointers = std::define_static_array(pointers_to(Room));
    bool found = false;
    template for (constexpr auto pointer : pointers)
        for (auto const& element : object.[:Room:]) found = found || object.[:pointer:] == &element;
    return found;
}

/// Whether a member with this name may be a number of values: n, nItems, item_count, m_size, used.
constexpr bool names_a_number(std::string_view name) {
    std::string plain;
    for (char const c : name)
        if (c != '_') plain += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (name.starts_with("m_")) plain.erase(0, 1), name.remove_prefix(2);
    bool const upper = name.size() > 1 && ((name[1] >= 'A' && name[1] <= 'Z') || name[1] == '_');
    if (name.starts_with('n') && (name.size() == 1 || upper)) return true;
    for (std::string_view const word : {"count", "cnt", "num", "size", "len", "used"})
        if (plain.find(word) != plain.npos) return true;
    return plain == "top" || plain == "last" || plain == "end";
}
/// The integer members of a class with the name of a number.
consteval std::vector<std::meta::info> integers_in(std::meta::info type) {
    std::vector<std::meta::info> found;
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access)) {
        auto const plain = std::meta::remove_cv(std::meta::dealias(std::meta::type_of(member)));
        if (std::meta::is_integral_type(plain) && std::meta::has_identifier(member) &&
            names_a_number(std::meta::identifier_of(member)) && plain != ^^bool)
            found.push_back(member);
    }
    return found;
}
/// Whether a member is an array of pointers to classes, perhaps with values in its first elements only.
consteval bool may_be_partly_set(std::meta::info member) {
    if (std::meta::is_base(member) || std::meta::has_default_member_initializer(member)) return false;
    auto const type = std::meta::dealias(std::meta::type_of(member));
    if (!std::meta::is_array_type(type) || std::meta::extent(type) == 0) return false;
    auto const element = std::meta::remove_extent(type);
    return std::meta::is_pointer_type(element) && !std::meta::is_const_type(element) &&
           std::meta::is_class_type(std::meta::remove_pointer(element)) &&
           !integers_in(std::meta::parent_of(member)).empty();
}
/// The number of its elements with a value for sure: all, or the smallest such integer.
template <std::meta::info Array>
std::size_t surely_set(auto const& object) {
    auto const& array = object.[:Array:];
    constexpr std::size_t all = std::extent_v<std::remove_reference_t<decltype(array)>>;
    static constexpr auto counts = std::define_static_array(integers_in(std::meta::parent_of(Array)));
    std::size_t set = all;
    template for (constexpr auto count : counts) {
        auto const number = static_cast<long long>(object.[:count:]);
        if (number >= 0 && static_cast<std::size_t>(number) < set) set = static_cast<std::size_t>(number);
    }
    for (std::size_t i = set; i != all; ++i)
        if (array[i] != nullptr) return set;
    return all;
}

/// Whether a member is the array of unknown length behind a struct.
consteval bool is_tail(std::meta::info member) {
    auto const type = std::meta::dealias(std::meta::type_of(member));
    return std::meta::is_array_type(type) && std::meta::extent(type) == 0;
}
/// The type of its elements; void if a class has none.
consteval std::meta::info tail_of(std::meta::info type) {
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access))
        if (is_tail(member)) return std::meta::remove_all_extents(std::meta::type_of(member));
    return ^^void;
}
/// The elements of the array behind a T.
template <class T, class Element = typename [:tail_of(^^T):]>
struct Tail {
    using tail = Element;
};
template <class T>
struct Tail<T, void> {};

}  // namespace trav::detail

#endif
