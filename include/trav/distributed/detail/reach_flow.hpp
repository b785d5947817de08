// trav/distributed/detail/reach_flow.hpp: turns any flow into one with values that show whether an object is
// reached, because the sweep in memory order keeps only values.
#pragma once

#include "../../flow/flow.hpp"

#include <optional>
#include <type_traits>

namespace trav::distributed::detail {

/// A flow with values that also say whether an object is reached.
template <Flow F, class N>
struct FlowWithReach {
    using Own = typename F::value;
    struct value {
        Own own{};
        bool reached = false;
        bool operator==(value const&) const = default;
    };
    static inline value const nothing{};

    F& flow;

    value join(value const& a, value const& b) {
        if (!b.reached) return a;
        if (!a.reached) return b;
        return {flow.join(a.own, b.own), true};
    }
    std::optional<value> cut(N const& n)
        requires trav::detail::Cuts<F, N>
    {
        auto const instead = flow.cut(n);
        if (!instead) return {};
        return value{*instead, true};
    }
    value transfer(N const& n, value const& own)
        requires trav::detail::Transfers<F, N>
    {
        return {flow.transfer(n, own.own), true};
    }

    static value of(Own const& own) { return {own, true}; }
    static Own const& own(value const& value) { return value.own; }
};

/// A flow with values that already show whether an object is reached, and are sent unchanged.
template <Flow F>
struct PlainFlow {
    using value = typename F::value;
    static inline value const nothing = F::nothing;

    F& flow;

    TRAV_INLINE value join(value const& a, value const& b) { return flow.join(a, b); }
    static value of(value own) { return own; }
    static value const& own(value const& value) { return value; }
    static value const& own(value&&) = delete;
};

/// The flow that is solved for F.
template <Flow F, class N>
using ReachFlow = std::conditional_t<trav::detail::HasNothing<F> && !trav::detail::Cuts<F, N> &&
                                         !trav::detail::Transfers<F, N>,
                                     PlainFlow<F>, FlowWithReach<F, N>>;

}  // namespace trav::distributed::detail
