// trav/graph/roots.hpp: object(variable) and roots(variables...), variables as nodes of trav::Objects; and
// as<T>(object), a node as a value of its type.
//
//     trav::traverse(heap, trav::roots(server, cache), policy);
//     trav::RootSets<trav::Object> sets{{"server", trav::object(server)}, {"cache", trav::object(cache)}};
//     Player const* const player = trav::as<Player>(object);    // null if it is no Player
#pragma once

#include "described.hpp"  // first: messages name few headers

#include "../detail/compiler.hpp"
#include "detail/make_type.hpp"
#include "detail/targets.hpp"
#include "object.hpp"

#include <array>
#include <type_traits>

namespace trav {

/// `value` as an Object, with the class that its tag names, if it has a tag. `value` must outlive the Object.
template <class T>
constexpr Object object(T& value) {
    static_assert(!std::is_pointer_v<T>, "trav: object(p) would be the pointer itself: write object(*p)");
    using Plain = std::remove_cv_t<T>;
    if constexpr (!detail::check_description<Plain>()) {  // first here: the message is short
        return {};
    } else if constexpr (!detail::HasWhole<Plain>) {
        if constexpr (detail::HasMembers<Plain>)  // likewise
            static_cast<void>(
                [&] { Described<Plain>::members(value, detail::MemberCall{detail::IgnoreMember{}}); });
        return {detail::address_of(value), &type_of<Plain>};
    } else {
        Object found;
        detail::with_whole(const_cast<Plain const&>(value), [&]<class W>(W const& whole) {
            found = {detail::address_of(whole), &type_of<W>};
        });
        return found;
    }
}

/// Refused: an object that is gone after the call.
template <class T>
constexpr Object object(T const&&) {
    if constexpr (std::is_pointer_v<T>)
        static_assert(!sizeof(T), "trav: object(p) would be the pointer itself: write object(*p)");
    else static_assert(!sizeof(T), "trav: object(x) of a temporary: give it a name first");
    return {};
}

/// Roots for a traversal: these variables.
template <class... T>
constexpr std::array<Object, sizeof...(T)> roots(T&... variables) {
    return {object(variables)...};
}

/// `object` as a T, or null if it is of another type.
template <class T>
constexpr T const* as(Object const& object) {
    return object.type == &type_of<T> ? static_cast<T const*>(object.address) : nullptr;
}

}  // namespace trav
