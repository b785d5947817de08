// trav/flow/flow.hpp: the concepts of a flow: values that spread along the edges of a graph until nothing
// changes. solve.hpp has the solvers.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../policy/check.hpp"

#include <concepts>
#include <initializer_list>
#include <type_traits>

namespace trav {

/// A monotone flow: a value type, and an associative, commutative and idempotent join. No value may grow
/// without bound.
template <class F>
concept Flow = std::regular<typename F::value> && requires(F& flow, typename F::value a) {
    { flow.join(a, a) } -> std::convertible_to<typename F::value>;
};

/// A node at which a flow begins, and the value that flows into it.
template <class N, class Value>
struct Source {
    N node;
    Value value;
};

namespace detail {

/// The flow has nodes that send a value independent of the values that flow into them.
template <class F, class N>
concept Cuts = requires(F& flow, N const& n) { flow.cut(n); };
/// The flow changes values on their way.
template <class F, class N>
concept Transfers = requires(F& flow, N const& n, typename F::value own) { flow.transfer(n, own); };
/// What a node sends may differ from its value.
template <class F, class N>
concept ChangesValues = Cuts<F, N> || Transfers<F, N>;
/// The flow names the neutral element of join.
template <class F>
concept HasNothing = requires {
    { F::nothing } -> std::convertible_to<typename F::value>;
};

/// Sources as a list in braces: {{node, value}, ...}.
template <class Graph, class F>
struct braced_sources {};
template <class G, Flow F>
    requires requires { typename G::node; }
struct braced_sources<G, F> {
    using type = std::initializer_list<Source<typename G::node, typename F::value>>;
};
template <class Graph, class F>
using BracedSources = typename braced_sources<std::remove_cvref_t<Graph>, F>::type;

/// Checks a flow and its sources. G is the graph's type, or an lvalue reference to it if an lvalue was
/// passed.
template <class G, class Sources, class F>
consteval bool check_flow() {
    using Plain = std::remove_cvref_t<G>;
    if constexpr (!check_graph<Plain>()) {
        return false;
    } else if constexpr (!requires { requires std::regular<typename F::value>; }) {
        static_assert(never<F>, "trav: a flow needs 'using value = ...', a regular type");
    } else if constexpr (!Flow<F>) {
        static_assert(never<F>, "trav: a flow needs 'value join(value, value)', which may not be const "
                                "unless the flow is");
    } else if constexpr (!requires(element_t<Sources> source) { source.node, source.value; }) {
        static_assert(never<Sources>, "trav: the sources of a flow are a range of {node, value}; see "
                                      "trav::Source");
    } else if constexpr (!requires(element_t<Sources> source, node_t<Plain> n, typename F::value v) {
                             n = static_cast<node_t<Plain>>(source.node), v = source.value;
                         }) {
        static_assert(never<Sources>, "trav: the sources have other nodes than the graph, or other values "
                                      "than the flow");
    } else if constexpr (IndexedGraph<Plain> && !std::is_lvalue_reference_v<G>) {
        static_assert(never<G>, "trav: what solves a flow refers to the graph: give the graph a name first");
    } else {
        return true;
    }
    return false;
}

/// How flows are solved over a graph; solve.hpp does it for graphs that do not do so themselves.
template <class G>
struct FlowsOver;
template <SolvesFlows G>
struct FlowsOver<G> {
    static auto solve(G const& graph, auto const& sources, auto& flow) { return graph.solve(sources, flow); }
};

/// The value that `n` sends to its children if its own value is `own`.
template <class F, class N>
TRAV_INLINE typename F::value sent(F& flow, N const& n, typename F::value const& own) {
    if constexpr (Cuts<F, N>)
        if (auto const instead = flow.cut(n)) return *instead;
    if constexpr (Transfers<F, N>) return flow.transfer(n, own);
    else return own;
}

}  // namespace detail
}  // namespace trav
