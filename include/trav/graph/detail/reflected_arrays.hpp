// trav/graph/detail/reflected_arrays.hpp: arrays that a class without a description keeps by a pointer, or
// behind itself, as C++26 reflection and malloc's blocks tell them.
//
// A pointer is an array if the class has a destructor of its own, and an integer member n so that the block
// of malloc at the pointer has room for n > 1 elements and malloc's rounding only, or for n + 1, a power of
// two. Then n may be the mask of a hash table, or the number of elements in use: n + 1 have a value only if
// the member is called a mask. A smaller member may also be the number of elements in use. So only as many
// are followed as the smallest one says, and none if another member may be the index of the first.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "member_names.hpp"

#ifdef __cpp_impl_reflection

#include <cstddef>
#include <meta>
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
/// An array at a pointer.
struct CountedArray {
    std::size_t room = 0;        // its elements; 0: unknown
    std::size_t set = 0;         // its first elements, which have a value for sure
    bool may_be_object = false;  // the block is the smallest: it may also be that of one small object
};
/// The array at a pointer by the class's integers, if its block begins `before` bytes in front of it.
template <std::meta::info Pointer, std::size_t before>
CountedArray counted_behind(auto const& object) {
    auto const* const first = object.[:Pointer:];
    using Element = std::remove_cv_t<std::remove_pointer_t<decltype(first)>>;
    std::size_t const usable = usable_size_at(reinterpret_cast<char const*>(first) - before);
    if (usable == 0) return {};
    auto const fits = [&](std::size_t n, std::size_t more = 0) {
        return n <= usable / sizeof(Element) && may_be_for(before + n * sizeof(Element), usable, more);
    };
    static constexpr auto counts = std::define_static_array(counts_in(std::meta::parent_of(Pointer)));
    static constexpr auto named = std::define_static_array(integers_in(std::meta::parent_of(Pointer)));
    CountedArray found;
    template for (constexpr auto count : counts) {
        auto const number = object.[:count:];
        if (number > 0 && static_cast<std::size_t>(number) <= std::size_t{1} << 48) {
            auto const n = static_cast<std::size_t>(number);
            bool const may_be_mask = (n & (n + 1)) == 0 && fits(n + 1);
            constexpr std::size_t left_over = 2 * sizeof(std::size_t);
            bool const is_number = fits(n) || (fits(n, left_over) && !fits(n + 1));
            std::size_t const room = may_be_mask ? n + 1 : is_number ? n : 0;
            if (room > 1 && (before == 0 || word_before(first) == room)) {
                found = {room, room, fits(1)};
                if (before != 0) return found;  // `new` has given each a value
                if (!names_a_mask(std::meta::identifier_of(count))) found.set = n;
                auto const has = [&](auto const used) {
                    if (used >= 0 && static_cast<std::size_t>(used) < found.set && used < number)
                        found.set = static_cast<std::size_t>(used);
                };
                template for (constexpr auto other : counts)
                    if constexpr (std::is_same_v<decltype(object.[:count:]), decltype(object.[:other:])>)
                        has(object.[:other:]);
                template for (constexpr auto other : named)
                    has(static_cast<std::remove_cvref_t<decltype(number)>>(object.[:other:]));
                template for (constexpr auto other : counts)
                    if constexpr (std::meta::has_identifier(other) &&
                                  names_a_first(std::meta::identifier_of(other)))
                        if (object.[:other:] != 0) found.set = 0;
                return found;
            }
        }
    }
    return found;
}
/// The array at a pointer. `new` writes the number of elements in front of those that `delete` must destroy;
/// memory from malloc or `operator new` has none. One object of a derived class may fill a block of any size.
template <std::meta::info Pointer>
CountedArray counted(auto const& object) {
    auto const* const first = object.[:Pointer:];
    using Element = std::remove_cv_t<std::remove_pointer_t<decltype(first)>>;
    constexpr std::size_t before = std::is_trivially_destructible_v<Element> ? 0
                                   : alignof(Element) > sizeof(std::size_t)  ? alignof(Element)
                                                                             : sizeof(std::size_t);
    CountedArray found;
    if (first != nullptr) found = counted_behind<Pointer, before>(object);
    if constexpr (before != 0 && !std::is_polymorphic_v<Element>)
        if (first != nullptr && found.room == 0) found = counted_behind<Pointer, 0>(object);
    return found;
}

/// An element that may have a value, or none: it is not looked into.
template <class T>
struct MayBeUnset {
    unsigned char bytes[sizeof(T)];
};
/// The first element that may have a value, and is not zero; null if there is none.
template <class T>
MayBeUnset<T> const* first_in_room(T const* first, CountedArray const& array) {
    for (std::size_t i = array.set; i < array.room; ++i) {
        unsigned char bytes[sizeof(T)], any = 0;
        copy_bytes(bytes, first + i, sizeof(T));
        for (unsigned char const byte : bytes) any |= byte;
        if (any != 0) return reinterpret_cast<MayBeUnset<T> const*>(first + i);
    }
    return nullptr;
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
