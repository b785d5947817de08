// trav/policy/detail/fused.hpp: what fusions are made of: tuples of what their parts declare, and the share
// of each part.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../policy.hpp"
#include "check.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// Member I of a tuple.
template <std::size_t I, class T>
struct TupleMember {
    [[no_unique_address]] T value{};
};
/// A tuple that is an aggregate, and whose empty members take no room; std::tuple promises neither.
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

/// What a part that keeps nothing is shown: an empty object.
template <absent T>
inline T nothing{};

/// Member I, a T, of a pack, or of a struct with a pack and a mask.
template <std::size_t I, class T, class Pack>
TRAV_INLINE auto& part_of(Pack& pack) {
    if constexpr (absent<T>) return nothing<T>;
    else if constexpr (requires { pack.each; }) return get<I>(pack.each);
    else return get<I>(pack);
}
/// What part I, a P, is told: the same as if it were alone.
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
