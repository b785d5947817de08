// trav/graph/described.hpp: Described<T>, the description of a struct's members. Specialise it for each
// struct that trav::Objects must look into.
//
//     template <>
//     struct trav::Described<Player> : trav::Members<&Player::inventory, &Player::look> {};
//
//     template <>                                               // the members of a base class, and these
//     struct trav::Described<Monster> : trav::Extends<Entity, &Monster::target> {};
//
//     template <>                                               // all members of an aggregate, by Boost.PFR
//     struct trav::Described<Item> : trav::AllMembers {};       // described_by_pfr.hpp
//
//     template <>                                               // anything else: a function
//     struct trav::Described<Tree> {
//         static constexpr auto name = "Tree";                // optional: replaces the compiler's spelling
//         static void members(Tree const& tree, auto&& member) {
//             member("left", untagged(tree.left));
//             member("right", tree.right, trav::EdgeKind::owns);    // an owning plain pointer
//         }
//     };
//
//     template <>                                               // a base class with a tag, no vtable
//     struct trav::Described<Obj> {
//         static void whole(Obj const& obj, auto&& is) {           // an Obj* leads to this object
//             if (obj.tag == Tag::string) is(static_cast<String const&>(obj));
//             if (obj.tag == Tag::table) is(static_cast<Table const&>(obj));
//         }
//     };
//
//     template <>
//     struct trav::Described<Instance> : trav::Members<&Instance::fields> {
//         static std::string label(Instance const& i) { return i.type->name; }  // heap.label(o)
//     };
//
// With C++26 reflection, no class needs a description (described_by_reflection.hpp).
//
// A member may be a value of any type; members without references cost nothing. They need not be listed, but
// sizes are correct only if all members that own memory are listed. An array that is allocated manually, or a
// flexible array member, is listed as a trav::Buffer (buffer.hpp). The name of a member may be any text, such
// as a key, or "", which is omitted from labels. A struct without members uses trav::Members<>. To describe
// private members, make the description a friend: `friend struct trav::Described<Player>;`. A struct
// described with Boost.Hana needs no Described, only an include of described_by_hana.hpp. All descriptions
// except functions are lists of members (detail/fields.hpp), which trav::Reflect follows, too. Inside a
// description, names are looked up in trav first: write :: before your own Type.
#pragma once

#include "../detail/absent.hpp"
#include "buffer.hpp"
#include "detail/fields.hpp"
#include "named_edge.hpp"
#include "type_name.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

namespace trav {

/// The description of T's members: specialise it before the first use of T's description. This definition
/// makes the compiler refuse a later one.
template <class T>
struct Described {
    using none = T;
};

/// T is described.
template <class T>
concept IsDescribed = !requires { typename Described<T>::none; };

namespace detail {

template <class T, auto Pointer>
inline constexpr bool is_member_of =
    requires(T const& object) { object.*Pointer; } || requires(T const& object) { (object.*Pointer)(); };

/// Whether this is the class C; false without RTTI.
template <class C>
bool is_class([[maybe_unused]] std::type_info const& info) {
#ifdef __cpp_rtti
    return info == typeid(C);
#else
    return false;
#endif
}

/// A member with the name that it is declared with.
template <auto Pointer>
struct NamedField : PointerField<Pointer> {
    static consteval std::string_view name() { return spelled_member<Pointer>(); }
};

struct IgnoreMember {
    void operator()(std::string_view, auto const&, auto...) const {}
};
struct IgnoreWhole {
    void operator()(auto const&) const {}
};

/// Checks the arguments that a description's `members` passes to `member`.
template <class Name, class V, class... Kind>
consteval bool check_member() {
    constexpr bool called_well = std::is_convertible_v<Name, std::string_view> && sizeof...(Kind) < 2 &&
                                 (std::is_same_v<EdgeKind, Kind> && ...);
    static_assert(called_well, "trav: a description calls member(name, value) or member(name, value, "
                               "trav::EdgeKind::owns)");
    static_assert(!std::is_unbounded_array_v<V>,
                  "trav: the length of a flexible array member is unknown: a description calls "
                  "member(name, trav::Buffer{object.array, length})");
    return called_well && !std::is_unbounded_array_v<V>;
}

struct RefusedMember {
    constexpr void operator()(auto const& name) const {
        static_assert(never<decltype(name)>, "trav: a description calls member(name, value) or member(name, "
                                             "value, trav::EdgeKind::owns)");
    }
    /// A traversal keeps the address of such a value.
    template <class V>
        requires requires { typename V::must_be_member; }
    constexpr void operator()(auto const&, V const&&, auto...) const {
        static_assert(never<V>, "trav: a Resource is a member of an object; a description cannot make one");
    }
};
/// A call member(name, value), and a sentence for one without a value.
template <class F>
struct MemberCall : F, RefusedMember {
    constexpr explicit MemberCall(F const& f) : F(f) {}
    using F::operator();
    using RefusedMember::operator();
};

template <class T>
concept HasMembers = requires(T const& object) { Described<T>::members(object, IgnoreMember{}); };
/// A description that lists its members for the compiler.
template <class T>
concept HasFields = requires { Described<T>::template fields<T>(); };
template <class T>
using fields_of = decltype(Described<T>::template fields<T>());
/// A base class with a tag that determines the class of an object.
template <class T>
concept HasWhole = requires(T const& object) { Described<T>::whole(object, IgnoreWhole{}); };
template <class T>
concept HasLabel = requires(T const& object) { std::string(Described<T>::label(object)); };

/// Checks a description that Objects uses.
template <class T>
consteval bool check_description() {
    if constexpr (!IsDescribed<T>) {
        return true;
    } else if constexpr (!HasMembers<T> && !HasWhole<T>) {
        static_assert(
            !sizeof(T),
            "trav: Described<T> needs 'static void members(T const& object, auto&& member)', "
            "which calls member(name, object.part) for each part; or base it on "
            "trav::Members<&T::part...>; or, if a tag says what a T is, 'static void whole(T const& "
            "object, auto&& is)', which calls is(static_cast<Derived const&>(object))");
        return false;
    } else if constexpr (HasWhole<T> && !requires(T const& object) {
                             { Described<T>::whole(object, IgnoreWhole{}) } -> std::same_as<void>;
                         }) {
        static_assert(!sizeof(T), "trav: Described<T>::whole(object, is) returns nothing: it calls "
                                  "is(static_cast<Derived const&>(object))");
        return false;
    } else if constexpr (requires { &Described<T>::label; } && !HasLabel<T>) {
        static_assert(!sizeof(T), "trav: Described<T>::label is 'static std::string label(T const& object)'");
        return false;
    } else if constexpr (requires { requires !Described<T>::are_pointers; }) {
        static_assert(!sizeof(T), "trav: Members<...> lists pointers to members: trav::Members<&T::name>");
        return false;
    } else if constexpr (requires { requires !Described<T>::template fits<T>; }) {
        static_assert(!sizeof(T), "trav: Members<...> lists a member of another class");
        return false;
    } else if constexpr (requires { Described<T>::template check<T>(); }) {
        return Described<T>::template check<T>();
    } else {
        return true;
    }
}

}  // namespace detail

/// A description by pointers to members, or to member functions that return a value or a reference.
template <auto... Member>
struct Members {
    template <class T>
    TRAV_ALWAYS_INLINE static constexpr void members(T const& object, auto&& member) {
        if constexpr ((requires { object.*Member; } && ...))  // no function for each
            (member(detail::spelled_member<Member>(), object.*Member), ...);
        else (member(detail::spelled_member<Member>(), detail::PointerField<Member>::of(object)), ...);
    }
    template <class>
    static constexpr detail::Fields<detail::NamedField<Member>...> fields() {
        return {};
    }
    static constexpr bool are_pointers = (std::is_member_pointer_v<decltype(Member)> && ...);
    /// Whether all are members of T.
    template <class T>
    static constexpr bool fits = (detail::is_member_of<T, Member> && ...);
    /// Whether it lists members of this class.
    static bool lists(std::type_info const& base) {
        return (detail::is_class<detail::class_of<Member>>(base) || ...);
    }
    static constexpr std::size_t listed_bytes() { return (detail::bytes_of<Member> + ... + 0); }
    /// Whether no member is of a base class of T.
    template <class T>
    static constexpr bool leaves_out_bases = (std::is_same_v<detail::class_of<Member>, T> && ...);
};

/// A description of a class derived from a described `Base`: the members of `Base`, then these.
template <class Base, auto... Member>
struct Extends {
    template <class T>
    static constexpr void members(T const& object, auto&& member) {
        if constexpr (detail::HasMembers<Base>)
            Described<Base>::members(static_cast<Base const&>(object), member);
        Members<Member...>::members(object, member);
    }
    template <class T>
        requires detail::HasFields<Base>
    static constexpr auto fields() {
        return Described<Base>::template fields<Base>() + Members<Member...>::template fields<T>();
    }
    template <class T>
    static constexpr bool fits = Members<Member...>::template fits<T>;
    static bool lists(std::type_info const& base)
        requires requires { Described<Base>::lists(base); }
    {
        return detail::is_class<Base>(base) || Described<Base>::lists(base) ||
               Members<Member...>::lists(base);
    }
    static constexpr std::size_t listed_bytes() {
        return Described<Base>::listed_bytes() + Members<Member...>::listed_bytes();
    }
    template <class T>
    static constexpr bool leaves_out_bases = false;
    template <class T>
    static consteval bool check() {
        if constexpr (!std::is_base_of_v<Base, T>) {
            static_assert(!sizeof(T), "trav: Extends<Base, ...> describes what is derived from Base");
            return false;
        } else if constexpr (!IsDescribed<Base>) {
            static_assert(!sizeof(T), "trav: Extends<Base, ...>: Base is not described");
            return false;
        } else {
            return detail::check_description<Base>();
        }
    }
};

}  // namespace trav

#include "../detail/malloc_block.hpp"  // without the condition, for a single header of all compilers
#ifdef __cpp_impl_reflection
#include "described_by_reflection.hpp"
#endif
