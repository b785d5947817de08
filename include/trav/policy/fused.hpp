// trav/policy/fused.hpp: Fused, the result of fuse() for policies that may prune, revisit or stop.
//
// Two bits per part allow each part to go its own way: a bit in node_data says whether it has visited a
// node, and a bit in `inherited` says whether it is active on a path. A part without data needs no more
// space than that.
#pragma once

#include "../detail/compiler.hpp"
#include "check.hpp"
#include "detail/fused.hpp"
#include "policy.hpp"
#include "split.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

template <std::size_t Parts>
using mask_t = std::conditional_t<Parts <= 8, std::uint8_t,
                                  std::conditional_t<Parts <= 32, std::uint32_t, std::uint64_t>>;

template <class Indices, class... Ps>
class SplitFused;

}  // namespace detail

/// Several policies as one policy, which refers to them. Made by fuse().
template <class... Ps>
class Fused : public detail::FusedReturned<(!detail::absent<returned_t<Ps>> || ...), Ps...>,
              public detail::FusedLeave<(detail::may_leave<Ps> || ...), Fused<Ps...>> {
    static_assert(sizeof...(Ps) >= 1 && sizeof...(Ps) <= 64, "trav: fuse takes 1 to 64 policies");
    friend detail::FusedLeave<true, Fused>;
    template <class...>
    friend class Fused;
    using Parts = std::index_sequence_for<Ps...>;

  public:
    using Mask = detail::mask_t<sizeof...(Ps)>;
    static constexpr Mask all = static_cast<Mask>(~std::uint64_t{0} >> (64 - sizeof...(Ps)));
    template <std::size_t Part>
    static constexpr Mask bit = static_cast<Mask>(std::uint64_t{1} << Part);

    struct node_data {
        Mask seen = 0;  // the parts that have visited this node
        [[no_unique_address]] detail::pack_t<node_data_t<Ps>...> each{};
    };
    struct inherited {
        Mask active = all;  // the parts that are active on this path
        [[no_unique_address]] detail::pack_t<inherited_t<Ps>...> each{};
    };
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);

    explicit Fused(Ps&... parts) : parts_{{&parts}...} {}

    /// The share of one part in the node_data, inherited or returned of all.
    template <std::size_t Part>
    static auto& at(auto& of_all) {
        if constexpr (requires { of_all.each; }) return detail::get<Part>(of_all.each);
        else return detail::get<Part>(of_all);
    }

    TRAV_INLINE go visit(auto& here) {
        Mask const arriving = here.inherited.active & ~stopped_;
        Mask const first = arriving & ~here.data.seen;
        here.data.seen |= arriving;
        here.to_children.active = first;  // unless a visit says otherwise
        visit_parts(here, arriving, first, Parts{});
        return stopped_ == all ? go::stop : here.to_children.active ? go::down : go::skip;
    }

    /// For several threads, if every part can be split. A part that says stop stops only in its own thread.
    auto split() const
        requires(Splits<Ps> && ...)
    {
        return split_parts(Parts{});
    }
    void merge(detail::SplitFused<Parts, Ps...>&& found)
        requires(Splits<Ps> && ...)
    {
        merge_parts(found, Parts{});
        stopped_ |= found.stopped_;
    }

  private:
    template <std::size_t... Part>
    auto split_parts(std::index_sequence<Part...>) const {
        return detail::SplitFused<Parts, Ps...>(*detail::get<Part>(parts_)...);
    }
    template <std::size_t... Part>
    void merge_parts(auto& found, std::index_sequence<Part...>) {
        (detail::get<Part>(parts_)->merge(std::move(found.template part<Part>())), ...);
    }
    template <std::size_t... Part>
    TRAV_INLINE void visit_parts(auto& here, Mask arriving, Mask first, std::index_sequence<Part...>) {
        (visit_part<Part>(here, arriving, first, *detail::get<Part>(parts_)), ...);
    }
    template <std::size_t Part, class P>
    TRAV_INLINE void visit_part(auto& here, Mask arriving, Mask first, P& policy) {
        using N = decltype(here.node);
        if constexpr (detail::check_policy<P, N>()) {
            if (!((VisitsOnce<P> ? first : arriving) & bit<Part>)) return;
            bool const is_first = first & bit<Part>;
            auto mine = detail::share<Part, P>(here, is_first);
            go const answer = detail::visit<P, N>(policy, mine);
            if ((answer == go::down) != is_first) here.to_children.active ^= bit<Part>;
            if (answer == go::stop) stopped_ |= bit<Part>;
        }
    }
    template <std::size_t... Part>
    TRAV_INLINE void leave_parts(auto& here, std::index_sequence<Part...>) {
        (leave_part<Part>(here, *detail::get<Part>(parts_)), ...);
    }
    template <std::size_t Part, class P>
    TRAV_INLINE void leave_part(auto& here, P& policy) {
        if constexpr (Leaves<P, decltype(here.node)>) {
            if (!(here.to_children.active & ~stopped_ & bit<Part>)) return;  // it did not descend from here
            auto mine = detail::share<Part, P>(here, false);
            policy.leave(mine);
        }
    }

    detail::Tuple<Ps*...> parts_;
    Mask stopped_ = 0;  // the parts that have said stop
};

namespace detail {

template <std::size_t I, class P>
struct SplitPart {
    split_t<P> part;
    explicit SplitPart(P& whole) : part(whole.split()) {}
};
/// One thread's share of a fusion. It owns the policies split from the parts, and fuses them.
template <std::size_t... I, class... Ps>
class SplitFused<std::index_sequence<I...>, Ps...> : SplitPart<I, Ps>..., public Fused<split_t<Ps>...> {
  public:
    explicit SplitFused(Ps&... wholes)
        : SplitPart<I, Ps>(wholes)..., Fused<split_t<Ps>...>(static_cast<SplitPart<I, Ps>&>(*this).part...) {}
    SplitFused(SplitFused const&) = delete;  // the fusion refers to the parts
    SplitFused& operator=(SplitFused const&) = delete;

    template <std::size_t Part>
    auto& part() {
        return of<Part>(*this);
    }

  private:
    template <std::size_t Part, class P>
    static split_t<P>& of(SplitPart<Part, P>& one) {
        return one.part;
    }
};

}  // namespace detail

}  // namespace trav
