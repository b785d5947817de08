// trav/policy/fused_void.hpp: FusedVoid, the result of fuse<Node>() for policies with visits that return
// nothing.
//
// Such a policy descends from a node on the first arrival only. All parts therefore take the same paths,
// and the bits of Fused are not needed. The fusion keeps, inherits and returns the data of its parts, and
// costs the same as one policy written by hand (test/cost.cpp).
#pragma once

#include "../detail/compiler.hpp"
#include "check.hpp"
#include "detail/fused.hpp"
#include "policy.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

template <bool Any, class... Ps>
struct FusedData {};
template <class... Ps>
struct FusedData<true, Ps...> {
    using node_data = pack_t<node_data_t<Ps>...>;
};
template <bool Any, class... Ps>
struct FusedInherited {};
template <class... Ps>
struct FusedInherited<true, Ps...> {
    using inherited = pack_t<inherited_t<Ps>...>;
};

/// P descends from a node of type N on its first arrival only.
template <class P, class N>
concept returns_void = !Visits<P, N> || answers_nothing<P, N>;

}  // namespace detail

/// Several policies with visits that return nothing, as one policy. It refers to them. Made by fuse<Node>().
template <class... Ps>
class FusedVoid : public detail::FusedData<(!detail::absent<node_data_t<Ps>> || ...), Ps...>,
                  public detail::FusedInherited<(!detail::absent<inherited_t<Ps>> || ...), Ps...>,
                  public detail::FusedReturned<(!detail::absent<returned_t<Ps>> || ...), Ps...>,
                  public detail::FusedLeave<(detail::may_leave<Ps> || ...), FusedVoid<Ps...>> {
    friend detail::FusedLeave<true, FusedVoid>;
    using Parts = std::index_sequence_for<Ps...>;

  public:
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);
    static constexpr bool once = (VisitsOnce<Ps> && ...);

    explicit FusedVoid(Ps&... parts) : parts_{{&parts}...} {}

    /// The share of one part in the node_data, inherited or returned of all.
    template <std::size_t Part>
    static auto& at(auto& of_all) {
        return detail::get<Part>(of_all);
    }

    TRAV_INLINE void visit(auto& here) {
        if constexpr (!(VisitsOnce<Ps> || ...)) {
            visit_parts(here, here.first, Parts{});
        } else {  // one branch for all parts
            if (here.first) visit_parts(here, std::true_type{}, Parts{});
            else visit_parts(here, std::false_type{}, Parts{});
        }
    }

  private:
    template <std::size_t... Part>
    TRAV_INLINE void visit_parts(auto& here, auto first, std::index_sequence<Part...>) {
        (visit_part<Part>(here, first, *detail::get<Part>(parts_)), ...);
    }
    template <std::size_t Part, class P>
    TRAV_INLINE void visit_part(auto& h, bool first, P& policy) {
        using N = decltype(h.node);
        if constexpr (detail::check_policy<P, N>()) {
            auto mine = detail::share<Part, P>(h, first);
            detail::visit<P, N>(policy, mine);
        }
    }
    template <std::size_t... Part>
    TRAV_INLINE void leave_parts(auto& here, std::index_sequence<Part...>) {
        (leave_part<Part>(here, *detail::get<Part>(parts_)), ...);
    }
    template <std::size_t Part, class P>
    TRAV_INLINE void leave_part(auto& h, P& policy) {
        if constexpr (Leaves<P, decltype(h.node)>) {
            auto mine = detail::share<Part, P>(h, false);
            policy.leave(mine);
        }
    }

    detail::Tuple<Ps*...> parts_;
};

}  // namespace trav
