// trav/detail/absent.hpp: empty types for the members that a policy does not declare. They are distinct, so
// that several of them in one frame occupy no space under [[no_unique_address]].
//
// The first four replace members of trav::here. If a visit uses such a member without declaring it, the
// compiler reports the mistake by the name of the type or by a static_assert.
#pragma once

#include "compiler.hpp"

#include <type_traits>

namespace trav::detail {

/// Always false, but dependent on the types: a static_assert of it fails only when it is instantiated.
template <class...>
inline constexpr bool never = false;
/// A concept in a static_assert, which compilers explain at length unless it is a constant.
template <bool concept_holds>
inline constexpr bool holds = concept_holds;

/// Accepts any use of a member of `here`, in order to reject it with a clear message.
template <int Tag>
struct NotDeclared {
    using stands_for_nothing = void;

    template <class Use>
    static constexpr void refuse() {
        static_assert(Tag != 0 || never<Use>, "trav: here.data is for policies with 'using node_data = ...'");
        static_assert(
            Tag != 1 || never<Use>,
            "trav: here.inherited and here.to_children are for policies with 'using inherited = ...'");
        static_assert(Tag != 2 || never<Use>,
                      "trav: here.returned and here.to_parent are for policies with 'using returned = ...'");
        static_assert(Tag != 3 || never<Use>,
                      "trav: here.parent is for policies with 'static constexpr bool wants_parent = true;'");
    }

    template <class T>
    constexpr operator T() const {
        return refuse<T>(), T();
    }
    template <class T = int>
    constexpr T* operator->() const {
        return refuse<T>(), nullptr;
    }
    template <class T = int>
    constexpr int operator*() const {
        return refuse<T>(), 0;
    }
    template <class T>
    constexpr int operator[](T const&) const {
        return refuse<T>(), 0;
    }

    // operators of numbers, pointers and sets of bits
    template <class T = int>
    constexpr int operator++() const {
        return refuse<T>(), 0;
    }
    template <class T = int>
    constexpr int operator++(int) const {
        return refuse<T>(), 0;
    }
    template <class T>
    constexpr int operator+=(T const&) const {
        return refuse<T>(), 0;
    }
    template <class T>
    constexpr int operator|=(T const&) const {
        return refuse<T>(), 0;
    }
    template <class T>
    constexpr bool operator==(T const&) const {
        return refuse<T>(), false;
    }
    template <class T>
    constexpr int operator<=>(T const&) const {
        return refuse<T>(), 0;
    }
};

struct the_policy_declares_no_node_data : NotDeclared<0> {
    constexpr the_policy_declares_no_node_data& operator=(auto const& value) {
        refuse<decltype(value)>();
        return *this;
    }
};
struct the_policy_declares_no_inherited : NotDeclared<1> {
    constexpr the_policy_declares_no_inherited& operator=(auto const& value) {
        refuse<decltype(value)>();
        return *this;
    }
};
struct the_policy_declares_no_returned : NotDeclared<2> {
    constexpr the_policy_declares_no_returned& operator=(auto const& value) {
        refuse<decltype(value)>();
        return *this;
    }
};
struct the_policy_does_not_say_wants_parent : NotDeclared<3> {
    constexpr the_policy_does_not_say_wants_parent& operator=(auto const& value) {
        refuse<decltype(value)>();
        return *this;
    }
};

template <int>
struct Unused {
    using stands_for_nothing = void;
};

template <int Tag>
struct absent_of : std::type_identity<Unused<Tag>> {};
template <>
struct absent_of<0> : std::type_identity<the_policy_declares_no_node_data> {};
template <>
struct absent_of<1> : std::type_identity<the_policy_declares_no_inherited> {};
template <>
struct absent_of<2> : std::type_identity<the_policy_declares_no_returned> {};
template <>
struct absent_of<3> : std::type_identity<the_policy_does_not_say_wants_parent> {};

template <int Tag>
using Absent = typename absent_of<Tag>::type;

template <class T>
concept absent = requires { typename T::stands_for_nothing; };

/// T if `Present`, otherwise a distinct empty type.
template <bool Present, class T, int Tag>
using optional_t = std::conditional_t<Present, T, Absent<Tag>>;

}  // namespace trav::detail
