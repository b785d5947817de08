// trav/policy/fuse_everywhere.hpp: several policies in one pass, none of which ever answers: at the price of their own work.
//
//     auto both = trav::fuse<Obj*>(count, sizes);     // Obj*: the nodes that they are to visit
//     trav::traverse(heap, roots, both);
//
// A part whose visits answer nothing goes down on first arrivals and only then, so all such parts go everywhere together, and
// the bits by which fuse() knows who is where are not needed: the fusion keeps, inherits and returns what its parts do, and
// costs what one policy written by hand for all of them costs (test/cost.cpp). Whether a visit answers may depend on the node,
// so it must be named. If a part does answer, fuse<N>(...) is fuse(...). The law is the same.
//
// Parts with roots of their own need the bits: for them there is fuse().
#pragma once

#include "detail/check.hpp"
#include "fuse.hpp"
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

/// Whatever it is told, P goes down on first arrivals, and only then.
template <class P, class N>
concept goes_everywhere = !Visits<P, N> || answers_nothing<P, N>;

}  // namespace detail

/// The policies `Ps` as one policy. Made by fuse<N>(); refers to them.
template <class... Ps>
class FusedEverywhere : public detail::FusedData<(!detail::absent<node_data_t<Ps>> || ...), Ps...>,
                        public detail::FusedInherited<(!detail::absent<inherited_t<Ps>> || ...), Ps...>,
                        public detail::FusedReturned<(!detail::absent<returned_t<Ps>> || ...), Ps...>,
                        public detail::FusedLeave<(detail::may_leave<Ps> || ...), FusedEverywhere<Ps...>> {
    friend detail::FusedLeave<true, FusedEverywhere>;
    using Parts = std::index_sequence_for<Ps...>;

  public:
    static constexpr bool wants_parent = (detail::wants_parent<Ps> || ...);
    static constexpr bool once = (VisitsOnce<Ps> && ...);

    explicit FusedEverywhere(Ps&... parts) : parts_{{&parts}...} {}

    /// What belongs to one part: of what a root hands down, of what is kept for a node, of what was returned.
    template <std::size_t Part>
    static auto& at(auto& of_all) {
        return detail::get<Part>(of_all);
    }

    TRAV_INLINE void visit(auto& here) {
        if constexpr (!(VisitsOnce<Ps> || ...)) {
            visit_parts(here, here.first, Parts{});
        } else {  // what one part must ask, the others are told
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

/// One policy of several, used by reference, for nodes of type N.
template <class N, class... Ps>
    requires(sizeof...(Ps) >= 1 && !std::is_same_v<N, void>)
auto fuse(Ps&... policies) {
    if constexpr ((detail::goes_everywhere<Ps, N> && ...)) return FusedEverywhere<Ps...>(policies...);
    else return Fused<Ps...>(policies...);
}

}  // namespace trav
