// trav/flow/flow.hpp: what a flow is: values that spread along the edges of a graph until nothing changes.
// solve.hpp has the solvers.
#pragma once

#include "../detail/inline.hpp"

#include <concepts>
#include <type_traits>

namespace trav {

/// A monotone flow: a value type, and an associative, commutative and idempotent join. Values must not grow
/// for ever.
template <class F>
concept Flow = std::regular<typename F::value> && requires(F& flow, typename F::value a) {
    { flow.join(a, a) } -> std::convertible_to<typename F::value>;
};

/// Where a flow begins: a node, and the value that flows into it.
template <class N, class Value>
struct Source {
    N node;
    Value value;
};

namespace detail {

/// The flow has nodes that send something other than what flows into them.
template <class F, class N>
concept Cuts = requires(F& flow, N const& n) { flow.cut(n); };
/// The flow changes values on their way.
template <class F, class N>
concept Transfers = requires(F& flow, N const& n, typename F::value own) { flow.transfer(n, own); };
/// The flow names the value that is the neutral element of join.
template <class F>
concept HasNothing = requires {
    { F::nothing } -> std::convertible_to<typename F::value>;
};

/// What `n` sends to its children if its value is `own`.
template <class F, class N>
TRAV_INLINE typename F::value sent(F& flow, N const& n, typename F::value const& own) {
    if constexpr (Cuts<F, N>)
        if (auto const instead = flow.cut(n)) return *instead;
    if constexpr (Transfers<F, N>) return flow.transfer(n, own);
    else return own;
}

}  // namespace detail
}  // namespace trav
