// trav/graph/via.hpp: Via<&T::member...>, the graph of the objects that some members of T refer to.
//
//     struct Obj { Obj* parent; std::vector<Obj*> fields; std::map<int, std::unique_ptr<Obj>> named; };
//     trav::Via<&Obj::fields, &Obj::named> heap;                       // parent is not listed: not followed
//
// A node is a T* (T const* if a member points to const objects). Children come in the order of the list. A
// member may be
//   - T*, a pointer to a class derived from T, or a smart pointer, with get() and *;
//   - a range (vector, array, C array, span, list, set ...) of these, or of T by value: inline children;
//   - a map to any of these;
//   - a const member function that returns a pointer, or a reference to one of these.
// A weak_ptr keeps nothing alive and is not followed. For other members, use trav::graph<T*>(callable).
//
// If the only member is a container of plain pointers, the engine reads it directly. Otherwise a cursor of
// three words (more if the iterators are larger) steps from member to member; worklists do not need it.
#pragma once

#include "detail/members.hpp"

#include <concepts>
#include <type_traits>

namespace trav {

namespace detail {

/// The class that has all the members; some may be inherited.
template <class T, class... Rest>
struct most_derived {
    using type = T;
};
template <class T, class U, class... Rest>
struct most_derived<T, U, Rest...>
    : most_derived<std::conditional_t<std::derived_from<U, T>, U, T>, Rest...> {};

template <class T, auto... Member>
consteval bool check_via() {
    if constexpr (!(std::derived_from<T, class_of<Member>> && ...)) {
        static_assert(!sizeof(T), "trav: the members of one Via must belong to one class or to its bases");
    } else if constexpr (!(Edge<PointerField<Member>, T*> && ...) &&
                         !(Edge<PointerField<Member>, T const*> && ...)) {
        static_assert(
            !sizeof(T),
            "trav: a member of Via is no edge; it must be a pointer or smart pointer to an object of the "
            "class, or a range or map of them. For anything else write trav::graph<T*>(callable)");
    } else {
        return true;
    }
    return false;
}

template <class T, auto... Member>
auto via() {
    if constexpr (check_via<T, Member...>()) return along<T>(Fields<PointerField<Member>...>{});
    else return along<T>(Fields<>{});  // without members, so that a mistake is reported only once
}

}  // namespace detail

/// The graph of the objects that these members refer to: `Via<&Obj::left, &Obj::right>`.
template <auto First, auto... Member>
struct Via
    : decltype(detail::via<
               typename detail::most_derived<detail::class_of<First>, detail::class_of<Member>...>::type,
               First, Member...>())::type {};

}  // namespace trav
