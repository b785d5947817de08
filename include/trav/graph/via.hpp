// trav/graph/via.hpp: Via<&T::member...>, the graph of the objects that some members of T refer to.
//
//     struct Obj { Obj* parent; std::vector<Obj*> fields; std::map<int, std::unique_ptr<Obj>> named; };
//     trav::Via<&Obj::fields, &Obj::named> heap;                       // parent is not listed: not followed
//
// A node is a T* (T const* if a member points to const objects). Children come in the order of the list. A
// member may be
//   - T*, a pointer to a class derived from T, or a smart pointer, with get() and *;
//   - a range (vector, array, C array, span, list, set ...) of these, or of T by value: inline children;
//   - a map to any of these.
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

template <auto Pointer>
struct MemberPointer;
template <class T, class V, V T::* Pointer>
struct MemberPointer<Pointer> {
    using owner = T;
    static constexpr auto& of(auto* n)
        requires(!std::is_function_v<V>)
    {
        return n->*Pointer;
    }
};

/// The class that has all the members; some may be inherited.
template <class T, class... Rest>
struct most_derived {
    using type = T;
};
template <class T, class U, class... Rest>
struct most_derived<T, U, Rest...>
    : most_derived<std::conditional_t<std::derived_from<U, T>, U, T>, Rest...> {};

template <class T, class... M>
consteval bool check_via() {
    if constexpr (!(std::derived_from<T, typename M::owner> && ...)) {
        static_assert(!sizeof(T), "trav: the members of one Via must belong to one class or to its bases");
    } else if constexpr (!(Edge<M, T*> && ...) && !(Edge<M, T const*> && ...)) {
        static_assert(
            !sizeof(T),
            "trav: a member of Via is no edge; it must be a pointer or smart pointer to an object of the "
            "class, or a range or map of them. For anything else write trav::graph<T*>(callable)");
    } else {
        return true;
    }
    return false;
}

template <class T, bool, class... M>
struct via {
    using type = MemberGraph<T, T*>;  // without members, so that a mistake is reported only once
};
template <class T, class... M>
struct via<T, true, M...> {
    using type = MemberGraph<T, std::conditional_t<(Edge<M, T*> && ...), T*, T const*>, M...>;
};
template <class T, class... M>
using via_t = typename via<T, check_via<T, M...>(), M...>::type;

}  // namespace detail

/// The graph of the objects that these members refer to: `Via<&Obj::left, &Obj::right>`.
template <auto First, auto... Member>
struct Via
    : detail::via_t<typename detail::most_derived<typename detail::MemberPointer<First>::owner,
                                                  typename detail::MemberPointer<Member>::owner...>::type,
                    detail::MemberPointer<First>, detail::MemberPointer<Member>...> {};

}  // namespace trav
