// trav/graph/detail/reflected_class.hpp: Reflected, the classes that C++26 reflection describes by their
// members: those of the program, except containers and pointers that manage raw memory.
#pragma once

#include "reflected_arrays.hpp"

#ifdef __cpp_impl_reflection

#include <concepts>
#include <meta>
#include <type_traits>
#include <utility>

// clang-format 19 does not know reflection.
// clang-format off

namespace trav::detail {

enum class Shape;
template <class V>
consteval Shape shape_without_description();
template <class V>
consteval bool is_recognised();

/// Whether a class is the standard library's, or trav's.
consteval bool is_of_library(std::meta::info type) {
    for (; std::meta::has_parent(type); type = std::meta::parent_of(type))
        if (type == ^^::std || type == ^^::trav || type == ^^::__gnu_cxx) return true;
    return false;
}

/// Whether a base class refers to the object itself only.
consteval bool is_shared_from_this(std::meta::info type) {
    return is_of_library(type) && std::meta::has_template_arguments(type) &&
           std::meta::identifier_of(std::meta::template_of(type)) == "enable_shared_from_this";
}

/// Whether the compiler lists all members of a class. It lists no captures of a lambda.
consteval bool lists_members(std::meta::info type) {
    return std::meta::is_class_type(type) && std::meta::is_complete_type(type) && !is_of_library(type) &&
           (std::meta::is_empty_type(type) || std::meta::is_polymorphic_type(type) ||
            !std::meta::nonstatic_data_members_of(type, any_access).empty() ||
            !std::meta::bases_of(type, any_access).empty());
}

/// Whether a value holds a pointer or a union, outside of the library's classes.
consteval bool holds_raw_memory(std::meta::info type) {
    type = std::meta::dealias(std::meta::remove_cv(std::meta::remove_all_extents(type)));
    if (std::meta::is_pointer_type(type) || std::meta::is_union_type(type)) return true;
    if (!lists_members(type)) return false;
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access))
        if (holds_raw_memory(std::meta::type_of(member))) return true;
    for (auto const base : std::meta::bases_of(type, any_access))
        if (holds_raw_memory(std::meta::type_of(base))) return true;
    return false;
}

/// Whether a value is numbers, in any order and under any names.
consteval bool is_numbers(std::meta::info type) {
    type = std::meta::dealias(std::meta::remove_cv(std::meta::remove_all_extents(type)));
    if (std::meta::is_arithmetic_type(type) || std::meta::is_enum_type(type)) return true;
    if (!std::meta::is_union_type(type) && !lists_members(type)) return false;
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access))
        if (!is_numbers(std::meta::type_of(member))) return false;
    return !std::meta::is_polymorphic_type(type) && std::meta::bases_of(type, any_access).empty();
}

/// Whether a member of a union may be or own a reference.
consteval bool may_refer_to_objects(std::meta::info type) {
    return holds_raw_memory(type) || !std::meta::is_trivially_destructible_type(type);
}

/// Whether a destructor of the program frees what a value holds.
consteval bool frees_by_hand(std::meta::info type) {
    type = std::meta::dealias(std::meta::remove_cv(std::meta::remove_all_extents(type)));
    if (!lists_members(type)) return false;
    if (has_own_destructor(type)) return true;
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access))
        if (frees_by_hand(std::meta::type_of(member))) return true;
    for (auto const base : std::meta::bases_of(type, any_access))
        if (frees_by_hand(std::meta::type_of(base))) return true;
    return false;
}

/// Whether a range has these elements.
template <class Range, class Element>
concept HasElements = requires(Range const& range) {
    requires std::same_as<std::remove_cvref_t<decltype(*range.begin())>, Element>;
};
/// Whether a range has pointers to them.
template <class Range, class Element>
concept HasPointersTo = requires(Range const& range) {
    requires std::same_as<std::remove_cvref_t<decltype(**range.begin())>, Element>;
};
template <class Range, class Element>
inline constexpr bool leads_to_elements = HasElements<Range, Element> || HasPointersTo<Range, Element>;
/// Whether a range has the elements of one of its members, a container: it does not manage them itself. An
/// array does not count, since it may be room of the range's. Neither does a view, perhaps of its memory.
template <class T>
consteval bool has_elements_of_member() {
    if constexpr (requires(T const& range) { *range.begin(); }) {
        auto const element = ^^std::remove_cvref_t<decltype(*std::declval<T const&>().begin())>;
        for (auto const member : std::meta::nonstatic_data_members_of(^^T, any_access))
            if (std::meta::is_class_type(std::meta::type_of(member)) &&
                !std::meta::is_aggregate_type(std::meta::type_of(member)) &&
                !std::meta::is_trivially_destructible_type(std::meta::type_of(member)) &&
                std::meta::extract<bool>(
                    std::meta::substitute(^^leads_to_elements, {std::meta::type_of(member), element})))
                return true;
    }
    return false;
}

/// A class of the program that the compiler describes.
template <class T>
concept Reflected = lists_members(^^T) &&
                    !(is_recognised<T>() && holds_raw_memory(^^T) &&
                      (std::is_trivially_destructible_v<T> || frees_by_hand(^^T)) &&
                      !has_elements_of_member<T>());

}  // namespace trav::detail

#endif
