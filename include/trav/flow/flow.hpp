// trav/flow/flow.hpp: what a flow is: labels that spread over a graph until nothing changes. policy/flow.hpp has the solvers.
#pragma once

#include "../detail/absent.hpp"

#include <concepts>
#include <type_traits>

namespace trav {

/// A monotone flow: a label type and a join that is associative, commutative, idempotent. No label may grow without end.
template <class F>
concept Flow = std::regular<typename F::label> && requires(F& flow, typename F::label a) {
    { flow.join(a, a) } -> std::convertible_to<typename F::label>;
};

/// Where a flow begins: a root and its label.
template <class N, class Label>
struct Source {
    N node;
    Label label;
};

namespace detail {

/// The flow has nodes that send something else than what flows in.
template <class F, class N>
concept Cuts = requires(F& flow, N const& n) { flow.cut(n); };
/// The flow's labels change on their way.
template <class F, class N>
concept Transfers = requires(F& flow, N const& n, typename F::label own) { flow.transfer(n, own); };
/// The flow names the label that changes nothing.
template <class F>
concept HasNothing = requires {
    { F::nothing } -> std::convertible_to<typename F::label>;
};

/// What `n` sends to its children when its label is `own`.
template <class F, class N>
TRAV_INLINE typename F::label sent(F& flow, N const& n, typename F::label const& own) {
    if constexpr (Cuts<F, N>)
        if (auto const instead = flow.cut(n)) return *instead;
    if constexpr (Transfers<F, N>) return flow.transfer(n, own);
    else return own;
}

}  // namespace detail
}  // namespace trav
