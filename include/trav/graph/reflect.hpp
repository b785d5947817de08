// trav/graph/reflect.hpp: Reflect<T>, the graph of a described struct. The types of the members determine
// which of them are edges.
//
//     struct Obj {
//         BOOST_HANA_DEFINE_STRUCT(Obj, (Obj*, parent), (std::vector<Obj*>, fields), (std::string, name));
//     };
//     trav::Reflect<Obj> heap;                       // edges: parent and fields, but not name
//     heap.children(obj).begin().label()             // "parent"
//
// The description is the one of trav::Objects (described.hpp): Boost.Hana's, if it is installed, or a
// trav::Described<Obj> that lists members. A function does not tell which members there are. Members are
// followed as by trav::Via, in the order of the description; other members are ignored. To leave out a
// member, describe the struct without it, or use Via or filter_edges.
//
// Hana's macros take at most 40 members, and fail with a long error message beyond that. Only edges need a
// description, so you can list them alone: BOOST_HANA_ADAPT_STRUCT(Obj, parent, fields). For more than 40
// edges use trav::Members, which has no limit, or specialise boost::hana::accessors_impl<Obj>.
#pragma once

#include "described.hpp"
#include "detail/members.hpp"

#if __has_include(<boost/hana/accessors.hpp>)
#include "described_by_hana.hpp"
#endif

#include <type_traits>

namespace trav {

namespace detail {

template <class T>
auto reflect() {
    if constexpr (!HasFields<T>) {
        static_assert(!sizeof(T), "trav: Reflect needs a struct described with BOOST_HANA_DEFINE_STRUCT or "
                                  "BOOST_HANA_ADAPT_STRUCT, or by a trav::Described<T> that lists members");
        return along<T>(Fields<>{});
    } else if constexpr (!check_description<T>()) {
        return along<T>(Fields<>{});
    } else {
        auto const graph = along<T>(fields_of<T>{});
        static_assert(!std::is_same_v<decltype(graph), decltype(along<T>(Fields<>{})) const>,
                      "trav: Reflect found no member that refers to an object of the struct's own type");
        return graph;
    }
}

}  // namespace detail

/// The graph of the objects that the described members of T refer to. Its cursors return the name of the
/// member.
template <class T>
struct Reflect : decltype(detail::reflect<T>())::type {};

}  // namespace trav
