// trav/distributed/detail/crossing.hpp: checks that a flow can be solved by several ranks; each failed check
// prints one sentence.
#pragma once

#include "../../flow/flow.hpp"
#include "../part.hpp"
#include "wire.hpp"

#include <type_traits>
#include <utility>

namespace trav::distributed::detail {

/// The flow declares that a value has the same meaning in all ranks.
template <class F>
concept Portable = requires { requires F::portable; } && std::is_trivially_copyable_v<typename F::value> &&
                   !std::is_pointer_v<typename F::value>;

template <class F>
using elements_of =
    std::remove_cvref_t<decltype(std::declval<F&>().elements(std::declval<typename F::value>()))>;

/// The flow can split its values into elements, and rebuild them.
template <class F>
concept HasElements = requires(F& flow, typename F::value value) { flow.of(flow.elements(value)); };

/// The flow's values can be sent to other ranks.
template <class F>
concept Crosses = Portable<F> || HasElements<F>;

/// Checks a flow for several ranks.
template <class F>
consteval bool check_crossing() {
    if constexpr (Portable<F>) {
        return true;
    } else if constexpr (requires { requires F::portable; }) {
        static_assert(trav::detail::never<F>,
                      "trav: values of a flow that is 'portable' cross between ranks as they lie in memory: "
                      "they need to be trivially copyable, and no pointers");
    } else if constexpr (!HasElements<F>) {
        static_assert(trav::detail::never<F>,
                      "trav: the values of this flow cannot cross between ranks: say 'static constexpr bool "
                      "portable = true' if a value means the same in all of them, or give the flow "
                      "elements(value) and of(elements); see trav/distributed/shared_graph.hpp");
    } else if constexpr (!Wire<elements_of<F>>::possible) {
        static_assert(
            trav::detail::never<F>,
            "trav: the elements of values that cross between ranks need to be numbers or texts, or "
            "vectors, pairs or options of such; no pointers, which mean something in one rank only");
    } else {
        return true;
    }
    return false;
}

/// Checks the part of a graph.
template <class P>
consteval bool check_part() {
    if constexpr (!Part<P>)
        static_assert(trav::detail::never<P>,
                      "trav: this is no part of a graph: it needs 'using node = ...', an unsigned integer, "
                      "first(), count(), total(), begin_of(rank) and children(node); see "
                      "trav/distributed/part.hpp");
    return Part<P>;
}
/// Checks the arguments of solve().
template <class P, class Sources, class F>
consteval bool check_solve() {
    if constexpr (requires { typename F::node_data; } || requires(F& flow) { flow.policy(); }) {
        static_assert(
            trav::detail::never<F>,
            "trav: a policy cannot be run by several ranks: it visits objects in an order, and there "
            "is none between ranks. Ask by a flow, which has none");
    } else if constexpr (!requires { requires std::regular<typename F::value>; } || !Flow<F>) {
        static_assert(trav::detail::never<F>,
                      "trav: this is no flow: it needs 'using value = ...', a regular type, and 'value "
                      "join(value, value)'");
    } else if constexpr (!requires(trav::detail::element_t<Sources> source, typename P::node n,
                                   typename F::value v) {
                             n = static_cast<typename P::node>(source.node), v = source.value;
                         }) {
        static_assert(trav::detail::never<Sources>,
                      "trav: the sources of a flow are a range of {node, value}, of the part's nodes and the "
                      "flow's values; see trav::Source");
    } else {
        return check_crossing<F>();
    }
    return false;
}

}  // namespace trav::distributed::detail
