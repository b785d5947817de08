// trav/distributed/detail/lifted.hpp: a flow whose values show whether they have reached an object, made of
// any flow: the sweep in the order of memory keeps nothing but values.
#pragma once

#include "../../flow/flow.hpp"

#include <optional>
#include <type_traits>

namespace trav::distributed::detail {

template <Flow F, class N>
struct Lifted {
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

/// A flow whose values show it already, and are sent unchanged.
template <Flow F>
struct Unlifted {
    using value = typename F::value;
    static inline value const nothing = F::nothing;

    F& flow;

    TRAV_INLINE value join(value const& a, value const& b) { return flow.join(a, b); }
    static value of(value own) { return own; }
    static value const& own(value const& value) { return value; }
    static value const& own(value&&) = delete;
};

template <Flow F, class N>
using Shown = std::conditional_t<trav::detail::HasNothing<F> && !trav::detail::Cuts<F, N> &&
                                     !trav::detail::Transfers<F, N>,
                                 Unlifted<F>, Lifted<F, N>>;

}  // namespace trav::distributed::detail
