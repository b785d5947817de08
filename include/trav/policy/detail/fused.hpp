// trav/policy/detail/fused.hpp: the building blocks of fusions: tuples of the members that the parts
// declare, and each part's share of them.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../check.hpp"
#include "../policy.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// Member I of a tuple.
template <std::size_t I, class T>
struct TupleMember {
    [[no_unique_address]] T value{};
};
/// An aggregate tuple in which empty members occupy no space; std::tuple promises neither.
template <class Indices, class... Ts>
struct TupleOf;
template <std::size_t... I, class... Ts>
struct TupleOf<std::index_sequence<I...>, Ts...> : TupleMember<I, Ts>... {};
template <class... Ts>
using Tuple = TupleOf<std::index_sequence_for<Ts...>, Ts...>;

template <std::size_t I, class T>
TRAV_INLINE T& get(TupleMember<I, T>& member) {
    return member.value;
}
template <std::size_t I, class T>
TRAV_INLINE T const& get(TupleMember<I, T> const& member) {
    return member.value;
}

/// A tuple in which absent members have distinct types, so that they can share an address.
template <class Indices, class... Ts>
struct pack_of;
template <std::size_t... I, class... Ts>
struct pack_of<std::index_sequence<I...>, Ts...> {
    using type = Tuple<optional_t<!absent<Ts>, Ts, 16 + static_cast<int>(I)>...>;
};
template <class... Ts>
using pack_t = typename pack_of<std::index_sequence_for<Ts...>, Ts...>::type;

/// The empty object that stands for the data of a part without data.
template <absent T>
inline T nothing{};

/// Member I, a T, of a pack, or of a struct with a pack and a mask.
template <std::size_t I, class T, class Pack>
TRAV_INLINE auto& part_of(Pack& pack) {
    if constexpr (absent<T>) return nothing<T>;
    else if constexpr (requires { pack.each; }) return get<I>(pack.each);
    else return get<I>(pack);
}
/// The `here` of part I, a P. The part receives the same values as if it were alone.
template <std::size_t I, class P>
TRAV_INLINE auto share(auto& h, bool first) {
    return here_t<P, decltype(h.node)>{h.node,
                                       as_parent<P>(h.parent),
                                       first,
                                       part_of<I, node_data_t<P>>(h.data),
                                       part_of<I, inherited_t<P>>(h.inherited),
                                       part_of<I, inherited_t<P>>(h.to_children),
                                       part_of<I, returned_t<P>>(h.returned),
                                       part_of<I, returned_t<P>>(h.to_parent)};
}

template <bool Any, class... Ps>
struct FusedReturned {};
template <class... Ps>
struct FusedReturned<true, Ps...> {
    using returned = pack_t<returned_t<Ps>...>;
};

/// A fusion has a leave() only if a part has one, since strategies that never return reject policies with
/// leave().
template <bool Any, class Fusion>
struct FusedLeave {};
template <class Fusion>
struct FusedLeave<true, Fusion> {
    TRAV_INLINE void leave(auto& here) {
        static_cast<Fusion&>(*this).leave_parts(here, typename Fusion::Parts{});
    }
};
template <class P>
concept may_leave = names_leave<P> || std::is_final_v<P>;  // a final class cannot be inspected

}  // namespace trav::detail
