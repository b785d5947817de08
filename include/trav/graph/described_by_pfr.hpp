// trav/graph/described_by_pfr.hpp: AllMembers, the description of an aggregate by Boost.PFR, which finds the
// members itself. One line per struct:
//
//     template <>
//     struct trav::Described<Item> : trav::AllMembers {};
//
// With Boost 1.84 or newer, members have their own names; with older versions, they are numbered from 0:
// "Item.1". Requires Boost 1.75; without it, only uses of AllMembers fail to compile. Boost.PFR rejects
// structs with a base class, a reference, a bit-field, an array such as char[8] (not std::array), or more
// than 200 members. With clang, it also rejects structs that are copyable except for a container of
// unique_ptr. Describe such structs with trav::Members<...>.
#pragma once

#include "described.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#if __has_include(<boost/pfr.hpp>)
#include <boost/pfr.hpp>
#define TRAV_HAS_PFR 1
#else
#define TRAV_HAS_PFR 0
#endif

namespace trav {

namespace detail {

/// The name of the I-th member, if Boost.PFR provides no name.
template <std::size_t I>
inline constexpr auto number_text = [] {
    static_assert(I < 1000);
    constexpr std::size_t length = I < 10 ? 1 : I < 100 ? 2 : 3;
    std::array<char, length> text{};
    for (std::size_t at = length, rest = I; at != 0; rest /= 10)
        text[--at] = static_cast<char>('0' + rest % 10);
    return text;
}();

template <class T, std::size_t I>
constexpr std::string_view field_name() {
#if defined BOOST_PFR_CORE_NAME_ENABLED && BOOST_PFR_CORE_NAME_ENABLED
    return boost::pfr::get_name<I, T>();
#else
    return {number_text<I>.data(), number_text<I>.size()};
#endif
}

#if TRAV_HAS_PFR
/// The I-th member of an aggregate.
template <class T, std::size_t I>
struct AggregateField {
    static constexpr auto& of(std::type_identity_t<T>& object) { return boost::pfr::get<I>(object); }
    static constexpr auto& of(std::type_identity_t<T> const& object) { return boost::pfr::get<I>(object); }
    static constexpr std::string_view name() { return field_name<T, I>(); }
};

#endif

}  // namespace detail

/// A description of all members of an aggregate.
struct AllMembers {
    template <class T>
    static constexpr void members(T const& object, auto&& member) {
        fields<T>().each(object, member);
    }
    template <class T>
    static constexpr auto fields() {
#if TRAV_HAS_PFR
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return detail::Fields<detail::AggregateField<T, I>...>{};
        }(std::make_index_sequence<boost::pfr::tuple_size_v<T>>{});
#else
        return detail::Fields<>{};
#endif
    }
    template <class T>
    static consteval bool check() {
        static_assert(std::is_aggregate_v<T>, "trav: AllMembers describes aggregates, which have no "
                                              "constructors and no private members: list those of others, "
                                              "trav::Members<&T::member...>");
        static_assert(TRAV_HAS_PFR || !sizeof(T),
                      "trav: AllMembers needs Boost.PFR, of Boost 1.75 or newer, and <boost/pfr.hpp> is not "
                      "found: list the members, trav::Members<&T::member...>");
        return std::is_aggregate_v<T> && TRAV_HAS_PFR;
    }
};

}  // namespace trav
