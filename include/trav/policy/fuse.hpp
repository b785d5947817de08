// trav/policy/fuse.hpp: runs several policies in one pass.
//
//     auto both = trav::fuse(count, sizes);
//     trav::traverse(heap, roots, both);
//
//     auto cheaper = trav::fuse<Obj*>(count, sizes);     // Obj*: the type of the nodes
//
// Each part sees exactly the visits that it would see alone, in the same order (DepthFirst, MarkStack,
// BreadthFirst); under Prefetch it reaches the same fixed point. Parts prune, revisit and stop
// independently.
//
// Given the node type, fuse() can determine whether any visit returns a value, which may depend on that
// type. If none does, all parts take the same paths, and the fusion costs the same as one policy written by
// hand (FusedVoid). Otherwise the result is the same as without the node type (Fused), with one bit per part
// in node_data and one in `inherited`. Only Fused lets each part have its own roots.
//
// A part that has said stop stays stopped; call fuse() again for another pass.
#pragma once

#include "../detail/compiler.hpp"
#include "check.hpp"
#include "detail/pack.hpp"
#include "policy.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// A pack of the data that the parts declare. Absent if none does.
template <int Tag, class... Ts>
using pack_or_absent_t = optional_t<(!absent<Ts> || ...), Pack<Ts...>, Tag>;

/// A fusion has a leave() only if a part has one, since strategies that never return reject policies with
/// leave().
template <bool Any, class Fusion>
struct FusedLeave {};
template <class Fusion>
struct FusedLeave<true, Fusion> {
    TRAV_INLINE void leave(auto& here) { static_cast<Fusion&>(*this).leave_parts(here); }
};
template <class P>
concept may_leave = names_leave<P> || std::is_final_v<P>;  // a final class cannot be inspected

/// P descends from a node of type N on its first arrival only.
template <class P, class N>
concept returns_void = !Visits<P, N> || answers_nothing<P, N>;

template <class Parts, class... Ps>
class FusionOfVoid;
template <std::size_t... Part, class... Ps>
class FusionOfVoid<std::index_sequence<Part...>, Ps...>
    : public FusedLeave<(may_leave<Ps> || ...), FusionOfVoid<std::index_sequence<Part...>, Ps...>> {
    friend FusedLeave<true, FusionOfVoid>;

  public:
    using node_data = pack_or_absent_t<0, node_data_t<Ps>...>;
    using inherited = pack_or_absent_t<1, inherited_t<Ps>...>;
    using returned = pack_or_absent_t<2, returned_t<Ps>...>;
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);
    static constexpr bool once = (VisitsOnce<Ps> && ...);

    explicit FusionOfVoid(Ps&... parts) : parts_{{&parts}...} {}

    /// The share of one part in the node_data, inherited or returned of all.
    template <std::size_t I>
    static auto& at(auto& of_all) {
        return member<I>(of_all);
    }

    TRAV_INLINE void visit(auto& here) {
        if constexpr (!(VisitsOnce<Ps> || ...)) {
            (visit_part<Part>(here, here.first, *member<Part>(parts_)), ...);
        } else {  // one branch for all parts
            if (here.first) (visit_part<Part>(here, true, *member<Part>(parts_)), ...);
            else (visit_part<Part>(here, false, *member<Part>(parts_)), ...);
        }
    }

  private:
    template <std::size_t I, class P>
    TRAV_INLINE void visit_part(auto& here, bool first, P& policy) {
        using N = decltype(here.node);
        if constexpr (check_policy<P, N>()) {
            auto mine = share<I, P>(here, first);
            detail::visit<P, N>(policy, mine);
        }
    }
    TRAV_INLINE void leave_parts(auto& here) { (leave_part<Part>(here, *member<Part>(parts_)), ...); }
    template <std::size_t I, class P>
    TRAV_INLINE void leave_part(auto& here, P& policy) {
        if constexpr (Leaves<P, decltype(here.node)>) {
            auto mine = share<I, P>(here, false);
            policy.leave(mine);
        }
    }

    Pack<Ps*...> parts_;
};

template <class Parts, class... Ps>
class FusionOf;
template <std::size_t... Part, class... Ps>
class FusionOf<std::index_sequence<Part...>, Ps...>
    : public FusedLeave<(may_leave<Ps> || ...), FusionOf<std::index_sequence<Part...>, Ps...>> {
    static constexpr std::size_t count = sizeof...(Ps);
    static_assert(count >= 1 && count <= 64, "trav: fuse takes 1 to 64 policies");
    friend FusedLeave<true, FusionOf>;
    template <class, class...>
    friend class FusionOf;

  public:
    using Mask = std::conditional_t<count <= 8, std::uint8_t,
                                    std::conditional_t<count <= 32, std::uint32_t, std::uint64_t>>;
    static constexpr Mask all = static_cast<Mask>(~std::uint64_t{0} >> (64 - count));
    template <std::size_t I>
    static constexpr Mask bit = static_cast<Mask>(std::uint64_t{1} << I);

    struct node_data : Pack<node_data_t<Ps>...> {
        Mask seen = 0;  // the parts that have visited this node
    };
    struct inherited : Pack<inherited_t<Ps>...> {
        Mask active = all;  // the parts that are active on this path
    };
    using returned = pack_or_absent_t<2, returned_t<Ps>...>;
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);

    explicit FusionOf(Ps&... parts) : parts_{{&parts}...} {}

    /// The share of one part in the node_data, inherited or returned of all.
    template <std::size_t I>
    static auto& at(auto& of_all) {
        return member<I>(of_all);
    }

    TRAV_INLINE go visit(auto& here) {
        Mask const arriving = here.inherited.active & ~stopped_;
        Mask const first = arriving & ~here.data.seen;
        here.data.seen |= arriving;
        here.to_children.active = first;  // unless a visit says otherwise
        (visit_part<Part>(here, arriving, first, *member<Part>(parts_)), ...);
        return stopped_ == all ? go::stop : here.to_children.active ? go::down : go::skip;
    }

    /// One thread's share: it owns the policies split from the parts, and fuses them.
    struct Split : Pack<split_t<Ps>...>, FusionOf<std::index_sequence<Part...>, split_t<Ps>...> {
        explicit Split(Ps*... wholes)
            : Pack<split_t<Ps>...>{{wholes->split()}...},
              FusionOf<std::index_sequence<Part...>, split_t<Ps>...>(member<Part>(*this)...) {}
        Split(Split const&) = delete;  // the fusion refers to the parts
        Split& operator=(Split const&) = delete;
    };
    /// For several threads, if every part can be split. A part that says stop stops only in its own thread.
    auto split() const
        requires(Splits<Ps> && ...)
    {
        return Split(member<Part>(parts_)...);
    }
    void merge(Split&& found)
        requires(Splits<Ps> && ...)
    {
        (member<Part>(parts_)->merge(std::move(member<Part>(found))), ...);
        stopped_ |= found.stopped_;
    }

  private:
    template <std::size_t I, class P>
    TRAV_INLINE void visit_part(auto& here, Mask arriving, Mask first, P& policy) {
        using N = decltype(here.node);
        if constexpr (check_policy<P, N>()) {
            if (!((VisitsOnce<P> ? first : arriving) & bit<I>)) return;
            bool const is_first = first & bit<I>;
            auto mine = share<I, P>(here, is_first);
            go const answer = detail::visit<P, N>(policy, mine);
            if ((answer == go::down) != is_first) here.to_children.active ^= bit<I>;
            if (answer == go::stop) stopped_ |= bit<I>;
        }
    }
    TRAV_INLINE void leave_parts(auto& here) { (leave_part<Part>(here, *member<Part>(parts_)), ...); }
    template <std::size_t I, class P>
    TRAV_INLINE void leave_part(auto& here, P& policy) {
        if constexpr (Leaves<P, decltype(here.node)>) {
            if (!(here.to_children.active & ~stopped_ & bit<I>)) return;  // it did not descend from here
            auto mine = share<I, P>(here, false);
            policy.leave(mine);
        }
    }

    Pack<Ps*...> parts_;
    Mask stopped_ = 0;  // the parts that have said stop
};

}  // namespace detail

/// Several policies as one policy, which refers to them: they may prune, revisit or stop. Made by fuse().
template <class... Ps>
using Fused = detail::FusionOf<std::index_sequence_for<Ps...>, Ps...>;

/// Several policies with visits that return nothing, as one policy. It refers to them. Made by fuse<Node>().
template <class... Ps>
using FusedVoid = detail::FusionOfVoid<std::index_sequence_for<Ps...>, Ps...>;

/// Combines several policies into one, which refers to them.
template <class... Ps>
Fused<Ps...> fuse(Ps&... policies) {
    return Fused<Ps...>(policies...);
}

/// The same for nodes of type N, at no cost if no visit returns a value.
template <class N, class... Ps>
    requires(sizeof...(Ps) >= 1 && !std::is_same_v<N, void>)
auto fuse(Ps&... policies) {
    if constexpr ((detail::returns_void<Ps, N> && ...)) return FusedVoid<Ps...>(policies...);
    else return Fused<Ps...>(policies...);
}

/// Rejects policies without a name.
template <class... Ps>
    requires(std::is_rvalue_reference_v<Ps &&> || ...)
auto fuse(Ps&&...) {
    static_assert(detail::never<Ps...>,
                  "trav: fuse() uses policies by reference: give each one a name first");
    return detail::Refused{};
}
template <class N, class... Ps>
    requires(std::is_rvalue_reference_v<Ps &&> || ...)
auto fuse(Ps&&...) {
    static_assert(detail::never<N>, "trav: fuse() uses policies by reference: give each one a name first");
    return detail::Refused{};
}

}  // namespace trav
