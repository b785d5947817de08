// trav/flow/flow.hpp: what a flow is: values that spread over a graph until nothing changes. policy/flow.hpp has the solvers.
#pragma once

#include "../detail/absent.hpp"

#include <concepts>
#include <type_traits>

namespace trav {

/// A monotone flow: a value type and a join that is associative, commutative, idempotent. No value may grow without end.
template <class F>
concept Flow = std::regular<typename F::value> && requires(F& flow, typename F::value a) {
    { flow.join(a, a) } -> std::convertible_to<typename F::value>;
};

/// Where a flow begins: a root and its value.
template <class N, class Value>
struct Source {
    N node;
    Value value;
};

namespace detail {

/// The flow has nodes that send something else than what flows in.
template <class F, class N>
concept Cuts = requires(F& flow, N const& n) { flow.cut(n); };
/// The flow's values change on their way.
template <class F, class N>
concept Transfers = requires(F& flow, N const& n, typename F::value own) { flow.transfer(n, own); };
/// The flow names the value that changes nothing.
template <class F>
concept HasNothing = requires {
    { F::nothing } -> std::convertible_to<typename F::value>;
};

/// What `n` sends to its children when its value is `own`.
template <class F, class N>
TRAV_INLINE typename F::value sent(F& flow, N const& n, typename F::value const& own) {
    if constexpr (Cuts<F, N>)
        if (auto const instead = flow.cut(n)) return *instead;
    if constexpr (Transfers<F, N>) return flow.transfer(n, own);
    else return own;
}

}  // namespace detail
}  // namespace trav
