// trav/policy/fuse.hpp: several policies in one pass.
//
//     auto both = trav::fuse(count, sizes);
//     trav::traverse(heap, roots, both);
//
// The law: each part sees exactly the visits, in exactly the order, that it would see alone (depth first, mark stack, breadth
// first; under prefetching it reaches the same fixpoint). Pruning, revisits and stop are per part. The price is one bit per part
// in node_data and in what is inherited; parts that keep nothing take no more.
#pragma once

#include "policy.hpp"

#include <boost/hana/basic_tuple.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

template <std::size_t Parts>
using mask_t = std::conditional_t<Parts <= 8, std::uint8_t,
                                  std::conditional_t<Parts <= 32, std::uint32_t, std::uint64_t>>;

/// Absent parts become distinct types, so that they share an address.
template <class T, std::size_t I>
using packed_t = std::conditional_t<absent<T>, Absent<static_cast<int>(16 + I)>, T>;

template <class Indices, class... Ts> struct pack_of;
template <std::size_t... I, class... Ts> struct pack_of<std::index_sequence<I...>, Ts...> {
    using type = boost::hana::basic_tuple<packed_t<Ts, I>...>;
};
template <class... Ts> using pack_t = typename pack_of<std::index_sequence_for<Ts...>, Ts...>::type;

/// Member I of a pack; an absent one is made up.
template <std::size_t I, class T, class Pack> TRAV_INLINE decltype(auto) part_of(Pack& pack, T& made_up) {
    if constexpr (absent<std::remove_const_t<T>>) return (made_up);
    else return (boost::hana::at_c<I>(pack));
}

template <bool Any, class... Ps> struct FusedReturned {};
template <class... Ps> struct FusedReturned<true, Ps...> { using returned = pack_t<returned_t<Ps>...>; };

}  // namespace detail

/// The policies `Ps` as one policy. Made by fuse(); refers to them.
template <class... Ps>
class Fused : public detail::FusedReturned<(!detail::absent<returned_t<Ps>> || ...), Ps...> {
    static_assert(sizeof...(Ps) >= 1 && sizeof...(Ps) <= 64, "trav: fuse takes 1 to 64 policies");
    using Parts = std::index_sequence_for<Ps...>;

public:
    using Mask = detail::mask_t<sizeof...(Ps)>;
    static constexpr Mask all = static_cast<Mask>(~std::uint64_t{0} >> (64 - sizeof...(Ps)));

    struct node_data {
        Mask seen = 0;  // the parts that have been here
        [[no_unique_address]] detail::pack_t<node_data_t<Ps>...> each{};
    };
    struct inherited {
        Mask active = all;  // the parts that travel on this path
        [[no_unique_address]] detail::pack_t<inherited_t<Ps>...> each{};
    };
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);

    explicit Fused(Ps&... parts) : parts_(&parts...) {}

    /// What a root hands to part I.
    template <std::size_t I> static auto& at(inherited& from) { return boost::hana::at_c<I>(from.each); }
    /// What part I keeps for a node.
    template <std::size_t I> static auto const& at(node_data const& data) { return boost::hana::at_c<I>(data.each); }

    template <class H>
    TRAV_INLINE go visit(H& here) {
        Mask down = 0;
        each(Parts{}, [&](auto index, auto& policy) {
            constexpr std::size_t i = index;
            constexpr Mask bit = static_cast<Mask>(Mask{1} << i);
            if (!(here.inherited.active & bit & ~stopped_)) return;
            bool const first = !(here.data.seen & bit);
            here.data.seen = static_cast<Mask>(here.data.seen | bit);
            with_part<i>(policy, here, first, [&](auto& part) {
                using P = std::remove_reference_t<decltype(policy)>;
                go const answer = detail::visit<P, std::remove_cvref_t<decltype(here.node)>>(policy, part);
                if (answer == go::down) down = static_cast<Mask>(down | bit);
                if (answer == go::stop) stopped_ = static_cast<Mask>(stopped_ | bit);
            });
        });
        here.to_children.active = down;
        return stopped_ == all ? go::stop : down ? go::down : go::skip;
    }

    template <class H>
        requires(Leaves<Ps, std::remove_cvref_t<decltype(std::declval<H&>().node)>> || ...)
    TRAV_INLINE void leave(H& here) {
        each(Parts{}, [&](auto index, auto& policy) {
            constexpr std::size_t i = index;
            constexpr Mask bit = static_cast<Mask>(Mask{1} << i);
            using P = std::remove_reference_t<decltype(policy)>;
            if constexpr (Leaves<P, std::remove_cvref_t<decltype(here.node)>>)
                if (here.to_children.active & bit & ~stopped_)
                    with_part<i>(policy, here, false, [&](auto& part) { policy.leave(part); });
        });
    }

private:
    template <std::size_t... I, class F> TRAV_INLINE void each(std::index_sequence<I...>, F f) {
        (f(std::integral_constant<std::size_t, I>{}, *boost::hana::at_c<I>(parts_)), ...);
    }
    /// Calls f with what part I alone would be told.
    template <std::size_t I, class P, class H, class F>
    TRAV_INLINE static void with_part(P&, H& h, bool first, F f) {
        using N = std::remove_cvref_t<decltype(h.node)>;
        node_data_t<P> no_data{};
        inherited_t<P> nothing_inherited{}, nothing_to_hand_down{};
        returned_t<P> nothing_returned{}, nobody{};
        parent_t<P, N> parent{};
        if constexpr (detail::wants_parent<P>) parent = h.parent;
        here_t<P, N> part{h.node,
                          parent,
                          first,
                          detail::part_of<I, node_data_t<P>>(h.data.each, no_data),
                          detail::part_of<I, inherited_t<P> const>(h.inherited.each, nothing_inherited),
                          detail::part_of<I, inherited_t<P>>(h.to_children.each, nothing_to_hand_down),
                          detail::part_of<I, returned_t<P>>(h.returned, nothing_returned),
                          detail::part_of<I, returned_t<P>>(h.to_parent, nobody)};
        f(part);
    }

    boost::hana::basic_tuple<Ps*...> parts_;
    Mask stopped_ = 0;  // the parts that said stop
};

/// One policy of several, which are used by reference. A part that said stop stays stopped: fuse anew for another pass.
template <class... Ps>
Fused<Ps...> fuse(Ps&... policies) {
    return Fused<Ps...>(policies...);
}

}  // namespace trav
