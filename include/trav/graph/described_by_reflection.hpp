// trav/graph/described_by_reflection.hpp: descriptions by the compiler, with C++26 reflection. described.hpp
// includes this header if the compiler has reflection: g++ 16 with -std=c++26 -freflection. Then no class of
// the program needs a line:
//
//     class Player {
//         std::map<std::string, std::unique_ptr<Item>> bag_;      // listed as "bag_", though it is private
//     };
//     trav::Objects<> heap;                                       // no Described<Player>
//
// All non-static data members are listed under their names, those of base classes too; a virtual base once.
// Anonymous structs are entered. Bit-fields and unions of numbers hold no references and are omitted. Any
// other union is opaque: no one but the program knows its active member. A pointer and its length are an
// array (detail/reflected_arrays.hpp).
//
// A line of the program gives the meaning of a member of an ambiguous type: value_of.hpp.
//
// A hand-written Described<T> wins, also for a base class of T; so does a description by Boost.Hana.
//
// Classes of std are recognised by their shape, as without reflection. So is a class of the program that
// looks like a container, a pointer or an optional and manages raw pointers or a union, in its own destructor
// or as a view without one. Any other is listed by its members, such as a range of a member's elements.
#pragma once

#include "described.hpp"
#include "detail/reflected_arrays.hpp"
#include "detail/reflected_class.hpp"
#include "detail/reflected_room.hpp"
#include "value_of.hpp"

#ifdef __cpp_impl_reflection

#include <cstddef>
#include <meta>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace trav {

namespace detail {

/// Whether the compiler made the description of T.
template <class T>
inline constexpr bool is_described_by_reflection = requires { typename Described<T>::by_reflection; };

/// A reference that is a member, as a value.
template <class T>
class MemberReference {
  public:
    using type = T;
    constexpr explicit MemberReference(T& to) : to_(detail::address_of(to)) {}
    constexpr T& get() const { return *to_; }
    constexpr operator T&() const { return *to_; }  // NOLINT(google-explicit-constructor)

  private:
    T* to_;
};

/// A member, behind the base classes that lead to it; or a base class.
template <std::meta::info First, std::meta::info... Rest>
struct ReflectedField {
    static constexpr decltype(auto) of(auto& object) {
        if constexpr (sizeof...(Rest) != 0) return ReflectedField<Rest...>::of(object.[:First:]);
        else if constexpr (has_value_of<First>) return value_of<First>(std::as_const(object));
        else if constexpr (std::meta::is_reference_type(std::meta::type_of(First)))
            return MemberReference(object.[:First:]);
        else return (object.[:First:]);
    }
    static constexpr std::string_view name() {
        if constexpr (sizeof...(Rest) != 0) return ReflectedField<Rest...>::name();
        else if constexpr (std::meta::has_identifier(First) && !std::meta::is_base(First))
            return std::define_static_string(std::meta::identifier_of(First));
        else return {};
    }
    /// Calls member(name, value), or member(name, array) for a pointer and its count. Room that may be
    /// without a value is opaque.
    static constexpr void list(auto const& object, auto&& member) {
        if constexpr (sizeof...(Rest) != 0) {
            ReflectedField<Rest...>::list(object.[:First:], member);
        } else if constexpr (!has_value_of<First> && is_pointer_to_object(First)) {
            CountedArray array;
            if constexpr (may_be_counted(First))
                if (may_be_address(object.[:First:])) array = counted<First>(object);
            if (!may_be_address(object.[:First:]) || shares_block<First>(object) ||
                may_be_end<First>(object)) {
                member(name(), of(object), EdgeKind::opaque);
            } else if (array.room == 0 || array.may_be_object) {
                member(name(), of(object));
                constexpr bool is_opaque = std::is_pointer_v<std::remove_cvref_t<decltype(*of(object))>>;
                if (array.may_be_object && !is_opaque) member(name(), of(object), EdgeKind::opaque);
            } else {
                member(name(), Buffer{object.[:First:], array.set, array.room});
                if (auto const* const rest = first_in_room(object.[:First:], array))
                    member(name(), *rest, EdgeKind::opaque);
            }
        } else if constexpr (!has_value_of<First> && is_room_for_object(First)) {
            member(name(), of(object), EdgeKind::opaque);
        } else if constexpr (!has_value_of<First> && is_room_inside(First)) {
            if (uses_room<First>(object)) member(name(), of(object), EdgeKind::opaque);
        } else if constexpr (!has_value_of<First> && may_be_partly_set(First)) {
            std::span const all(of(object));
            std::size_t const set = surely_set<First>(object);
            member(name(), all.first(set));
            if (set != all.size()) member(name(), of(object), EdgeKind::opaque);
        } else {
            member(name(), of(object));
        }
    }
};

/// An unnamed union, behind the base classes that lead to it. No ReflectedField: its function would have
/// the name of the one for the first member of the union, with g++ 16.
template <std::meta::info First, std::meta::info... Rest>
struct UnnamedUnion {
    static constexpr auto& of(auto& object) {
        if constexpr (sizeof...(Rest) != 0) return UnnamedUnion<Rest...>::of(object.[:First:]);
        else return object.[:First:];
    }
};

/// An unnamed union of which some members have a value by the program. It is listed if none of these leads
/// anywhere: another member may be the active one.
template <class Union, class... Said>
struct UnsaidField {
    static constexpr decltype(auto) of(auto& object) { return Union::of(object); }
    static constexpr std::string_view name() { return {}; }
    static void list(auto const& object, auto&& member) {
        unsigned char bytes[sizeof(of(object))], any = 0;
        copy_bytes(bytes, detail::address_of(of(object)), sizeof bytes);
        for (unsigned char const byte : bytes) any |= byte;
        if (any != 0 && (is_nothing(Said::of(object)) && ...)) member(name(), of(object));
    }
};

/// Lists the members of an object.
template <class... Field>
constexpr void list_members(Fields<Field...>, auto const& object, auto&& member) {
    (Field::list(object, member), ...);
}

/// Appends the fields of a class, which `path` leads to. A virtual base is listed where it is first met.
consteval void list_fields(std::meta::info type, std::vector<std::meta::info> const& path,
                           std::vector<std::meta::info>& virtual_bases,
                           std::vector<std::meta::info>& fields) {
    auto const with = [&](std::meta::info last) {
        auto longer = path;
        longer.push_back(last);
        return longer;
    };
    auto const field = [&](std::meta::info last, std::meta::info kind = ^^ReflectedField) {
        std::vector<std::meta::info> arguments;
        for (auto const step : with(last)) arguments.push_back(std::meta::reflect_constant(step));
        return std::meta::substitute(kind, arguments);
    };
    for (auto const base : std::meta::bases_of(type, any_access)) {
        auto const of_base = std::meta::dealias(std::meta::type_of(base));
        if (is_shared_from_this(of_base)) continue;
        if (std::meta::is_virtual(base)) {
            bool met = false;
            for (auto const other : virtual_bases) met |= other == of_base;
            if (met) continue;
            virtual_bases.push_back(of_base);
        }
        if (std::meta::extract<bool>(std::meta::substitute(^^is_described_by_reflection, {of_base})))
            list_fields(of_base, with(base), virtual_bases, fields);
        else fields.push_back(field(base));
    }
    for (auto const member : std::meta::nonstatic_data_members_of(type, any_access)) {
        bool const anonymous = !std::meta::has_identifier(member) && !std::meta::is_bit_field(member);
        auto const plain = std::meta::remove_all_extents(std::meta::type_of(member));
        bool const is_union = std::meta::is_union_type(plain);
        if (is_union && is_numbers(plain)) continue;
        Said said;
        if (anonymous && is_union)
            list_said(std::meta::type_of(member), may_refer_to_objects, said);
        if (!said.members.empty()) {
            std::vector<std::meta::info> all{field(member, ^^UnnamedUnion)};
            for (auto const one : said.members) {
                all.push_back(field(one));
                fields.push_back(all.back());
            }
            if (said.is_partial) fields.push_back(std::meta::substitute(^^UnsaidField, all));
            continue;
        }
        if (anonymous && std::meta::is_class_type(std::meta::type_of(member)))
            list_fields(std::meta::type_of(member), path, virtual_bases, fields);
        else if (!std::meta::is_bit_field(member) && !is_tail(member))
            fields.push_back(field(member));
    }
}

consteval std::meta::info reflected_fields(std::meta::info type) {
    std::vector<std::meta::info> virtual_bases, fields;
    list_fields(type, {}, virtual_bases, fields);
    return std::meta::substitute(^^Fields, fields);
}

}  // namespace detail

template <class T>
    requires detail::Reflected<T>
struct Described<T> : detail::Tail<T> {
    using by_reflection = T;
    template <class = T>
    static constexpr typename [:detail::reflected_fields(^^T):] fields() {
        return {};
    }
    static constexpr void members(T const& object, auto&& member) {
        detail::list_members(fields(), object, member);
    }
};

}  // namespace trav

#endif
