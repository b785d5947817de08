// trav/graph/detail/reflected_room.hpp: members of a class without a description that may be, or lead to,
// room without values, as C++26 reflection tells them.
//
// A pointer whose value cannot be an object's address, such as one with a tag, or one that was never set, is
// not looked into.
//
// Two pointers of one type, of which one leads into the block at the other, are no objects: they may be the
// end of an array, or room without elements. They are not looked into if the class has a destructor of its
// own, or if one leads to the block's end. Nor are bytes that are aligned like an object, and pointers that
// are called an end, unless they lead to a block, or to what has pointers to its like, as lists have.
//
// An array of pointers that is a member beside a pointer to such pointers is its room for a few elements. It
// is not looked into. An integer beside an array without an initialiser may be the number of its values, if
// it has the name of a number (n, count, used). Pointers from the smallest such number on are not followed,
// unless all are null.
#pragma once

#include "../../detail/malloc_block.hpp"
#include "reflected_arrays.hpp"

#ifdef __cpp_impl_reflection

#include <cstddef>
#include <cstdint>
#include <meta>
#include <type_traits>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace trav::detail {

/// Whether a member is a pointer to objects of a known size.
consteval bool is_pointer_to_object(std::meta::info member) {
    if (std::meta::is_base(member)) return false;
    auto const type = std::meta::dealias(std::meta::type_of(member));
    if (!std::meta::is_pointer_type(type)) return false;
    auto const element = std::meta::remove_pointer(type);
    return std::meta::is_object_type(element) && std::meta::is_complete_type(element);
}
/// Whether a pointer is null, or an address that an object may have.
template <class T>
bool may_be_address(T* pointer) {
    constexpr std::uint64_t page = 4096;
    std::uint64_t const at = address(const_cast<std::remove_cv_t<T>*>(pointer));
    return at == 0 || (at % alignof(T) == 0 && at >= page && at >> 57 == 0);
}

/// The members of a class that are pointers of the same type as this one, which is one of them.
consteval std::vector<std::meta::info> pointers_like(std::meta::info pointer) {
    std::vector<std::meta::info> found;
    if (!is_pointer_to_object(pointer)) return found;
    auto const type = std::meta::dealias(std::meta::type_of(pointer));
    for (auto const member : std::meta::nonstatic_data_members_of(std::meta::parent_of(pointer), any_access))
        if (std::meta::dealias(std::meta::type_of(member)) == type) found.push_back(member);
    return found;
}
/// The members that are pointers of this type and are called an end. Lists have ends that are objects.
consteval std::vector<std::meta::info> ends_like(std::meta::info pointer) {
    std::vector<std::meta::info> found;
    auto const all = pointers_like(pointer);
    if (all.empty()) return found;
    auto const element = std::meta::remove_cv(std::meta::dealias(
        std::meta::remove_pointer(std::meta::dealias(std::meta::type_of(pointer)))));
    if (std::meta::is_class_type(element))
        for (auto const member : std::meta::nonstatic_data_members_of(element, any_access)) {
            auto const type = std::meta::dealias(std::meta::type_of(member));
            auto const to = std::meta::remove_cv(std::meta::dealias(std::meta::remove_pointer(type)));
            if (std::meta::is_pointer_type(type) && to == element) return found;
        }
    for (auto const member : all)
        if (std::meta::has_identifier(member) && names_an_end(std::meta::identifier_of(member)))
            found.push_back(member);
    return found;
}
/// Whether a pointer may be the end of an array: it is called so, or equal to one that is.
template <std::meta::info Pointer>
bool may_be_end(auto const& object) {
    static constexpr auto ends = std::define_static_array(ends_like(Pointer));
    [[maybe_unused]] auto const at = address(object.[:Pointer:]);
    bool found = false;
    template for (constexpr auto end : ends)
        found = found || (at != 0 && at == address(object.[:end:]) && malloc_block(at) == 0);
    return found;
}
/// Whether a pointer leads into the block at another one, or to its end, or another one into its block.
template <std::meta::info Pointer>
bool shares_block(auto const& object) {
    static constexpr auto others = std::define_static_array(pointers_like(Pointer));
    using Element = std::remove_pointer_t<std::remove_cvref_t<decltype(object.[:Pointer:])>>;
    constexpr std::size_t more = has_own_destructor(std::meta::parent_of(Pointer)) ? 0 : sizeof(Element);
    auto const at = address(object.[:Pointer:]);
    bool found = false;
    template for (constexpr auto member : others) {
        auto const other = address(object.[:member:]);
        std::uintptr_t const first = at < other ? at : other, apart = at < other ? other - at : at - other;
        std::size_t const usable =
            first != 0 && apart != 0 ? usable_size_at(reinterpret_cast<void const*>(first)) : 0;
        if (!found && apart <= usable && (more == 0 || usable < apart + more))
            found = usable != 0 && usable == malloc_block(first);
    }
    return found;
}

/// Whether a member is an array of bytes that is aligned like an object, which may be in it.
consteval bool is_room_for_object(std::meta::info member) {
    if (std::meta::is_base(member) || std::meta::is_bit_field(member)) return false;
    auto const type = std::meta::dealias(std::meta::type_of(member));
    if (!std::meta::is_array_type(type)) return false;
    auto const byte = std::meta::remove_cv(std::meta::dealias(std::meta::remove_all_extents(type)));
    bool const is_byte = byte == ^^char || byte == ^^unsigned char || byte == ^^std::byte;
    return is_byte && std::meta::alignment_of(member) >= alignof(void*) &&
           std::meta::size_of(type) >= sizeof(void*);
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

/// The type of the elements of an array or a std::array, which may have no value at first; void of others.
consteval std::meta::info element_in_array(std::meta::info type) {
    if (std::meta::is_array_type(type))
        return std::meta::extent(type) == 0 ? ^^void : std::meta::remove_extent(type);
    bool const is_array = std::meta::has_template_arguments(type) &&
                          std::meta::has_identifier(std::meta::template_of(type)) &&
                          std::meta::identifier_of(std::meta::template_of(type)) == "array" &&
                          std::meta::is_aggregate_type(type);
    return is_array ? std::meta::dealias(std::meta::template_arguments_of(type)[0]) : ^^void;
}
/// Whether a member is an array of pointers to classes, perhaps with values in its first elements only.
consteval bool may_be_partly_set(std::meta::info member) {
    if (std::meta::is_base(member) || std::meta::has_default_member_initializer(member)) return false;
    auto const element = element_in_array(std::meta::dealias(std::meta::type_of(member)));
    return std::meta::is_pointer_type(element) && !std::meta::is_const_type(element) &&
           std::meta::is_class_type(std::meta::remove_pointer(element)) &&
           !integers_in(std::meta::parent_of(member)).empty();
}
/// The number of its elements with a value for sure: all, or the smallest such integer.
template <std::meta::info Array>
std::size_t surely_set(auto const& object) {
    auto const& array = object.[:Array:];
    std::size_t const all = std::size(array);
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

}  // namespace trav::detail

#endif
