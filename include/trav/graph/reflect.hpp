// trav/graph/reflect.hpp: Reflect<T>, the graph of a struct described with Boost.Hana. The types of the
// members determine which of them are edges.
//
//     struct Obj {
//         BOOST_HANA_DEFINE_STRUCT(Obj, (Obj*, parent), (std::vector<Obj*>, fields), (std::string, name));
//     };
//     trav::Reflect<Obj> heap;                       // edges: parent and fields, but not name
//     heap.children(obj).begin().label()             // "parent"
//
// Members are followed as by trav::Via, in the order of the description; other members are ignored. To leave
// out a member, describe the struct without it, or use Via or filter_edges.
//
// Hana's macros take at most 40 members, and fail with a long error message beyond that. Only edges need a
// description, so you can list them alone: BOOST_HANA_ADAPT_STRUCT(Obj, parent, fields). For more than 40
// edges use Via, which has no limit, or specialise boost::hana::accessors_impl<Obj>.
#pragma once

#include "detail/members.hpp"

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// The I-th member of T's description.
template <class T, std::size_t I>
struct Field {
    static constexpr decltype(auto) of(auto* n) {
        return boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<T>()))(*n);
    }
    static constexpr char const* label() {
        return std::remove_cvref_t<decltype(boost::hana::first(
            boost::hana::at_c<I>(boost::hana::accessors<T>())))>::c_str();
    }
};

template <class... F>
struct Fields {};
template <class... A, class... B>
Fields<A..., B...> operator+(Fields<A...>, Fields<B...>);
template <class N, class... F>
using edges_t = decltype((Fields<>{} + ... + std::conditional_t<Edge<F, N>, Fields<F>, Fields<>>{}));

template <class T, class N, class... F>
std::type_identity<MemberGraph<T, N, F...>> graph_of(Fields<F...>);

template <class T, std::size_t... I>
consteval auto reflect(std::index_sequence<I...>) {
    constexpr bool to_mutable = ((!Edge<Field<T, I>, T const*> || Edge<Field<T, I>, T*>) && ...);
    using N = std::conditional_t<to_mutable, T*, T const*>;
    using Edges = edges_t<N, Field<T, I>...>;
    static_assert(!std::same_as<Edges, Fields<>>,
                  "trav: Reflect found no member that refers to an object of the struct's own type");
    return decltype(graph_of<T, N>(Edges{})){};
}

template <class T>
consteval auto reflect() {
    if constexpr (!boost::hana::Struct<T>::value) {
        static_assert(!sizeof(T), "trav: Reflect needs a struct described with BOOST_HANA_DEFINE_STRUCT or "
                                  "BOOST_HANA_ADAPT_STRUCT");
        return std::type_identity<MemberGraph<T, T*>>{};
    } else {
        return reflect<T>(
            std::make_index_sequence<decltype(boost::hana::length(boost::hana::accessors<T>()))::value>{});
    }
}

}  // namespace detail

/// The graph of the objects that the described members of T refer to. Its cursors return the name of the
/// member.
template <class T>
struct Reflect : decltype(detail::reflect<T>())::type {};

}  // namespace trav
