// trav/profile/check.hpp: checks of breakdowns and of a profiler's arguments. Each failed check prints
// one sentence, as the first line of the compiler's output.
#pragma once

#include "../policy/check.hpp"
#include "../store/hash_of.hpp"
#include "breakdown.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

struct HasBeginSample {
    void begin_sample();
};
struct HasDied {
    void died();
};
template <class B>
concept names_begin_sample =
    std::is_class_v<B> && !std::is_final_v<B> && !requires { &Both<B, HasBeginSample>::begin_sample; };
template <class B>
concept names_died = std::is_class_v<B> && !std::is_final_v<B> && !requires { &Both<B, HasDied>::died; };

/// Checks a graph that need not be walked.
template <class G>
consteval bool check_flow_graph() {
    if constexpr (SolvesFlows<G>) return true;
    else return check_graph<G>();
}
/// Checks the graph of a breakdown's flow.
template <class Edges, class N>
consteval bool check_edges() {
    if constexpr (!check_flow_graph<Edges>()) {
        return false;
    } else if constexpr (!std::same_as<node_t<Edges>, N>) {
        static_assert(never<Edges>,
                      "trav: the edges() of a breakdown need to be a graph with the profiler's nodes");
        return false;
    } else {
        return true;
    }
}
/// Checks any breakdown.
template <class B, class N>
consteval bool check_breakdown() {
    if constexpr (!Breakdown<B, N>) {
        static_assert(never<B>,
                      "trav: this is no breakdown of this graph: it needs name(), key(node) for its "
                      "nodes and band(key), and must not be const if it has a flow() or a "
                      "policy(); see trav/profile/breakdown.hpp");
        return false;
    } else if constexpr (!Hashable<key_t<B, N>> || !std::equality_comparable<key_t<B, N>>) {
        static_assert(never<B>,
                      "trav: the keys of this breakdown have no hash (std::hash or trav::HashOf) or "
                      "no ==");
        return false;
    } else if constexpr (names_begin_sample<std::remove_const_t<B>> && !BeginsSamples<B>) {
        static_assert(never<B>, "trav: the begin_sample() of a breakdown takes the sample's number and its "
                                "time: void begin_sample(std::size_t, double); the breakdown is not const");
        return false;
    } else if constexpr (names_died<std::remove_const_t<B>> && !FollowsDeaths<B, N>) {
        static_assert(never<B>, "trav: the died() of a breakdown takes a node of this graph; the breakdown "
                                "is not const");
        return false;
    } else if constexpr (AlongOwnEdges<B>) {
        using Edges = std::remove_cvref_t<decltype(std::declval<B&>().edges())>;
        if constexpr (!check_edges<Edges, N>()) {
            return false;
        } else {
            constexpr bool has_solver = HasStoredFlow<B> || requires { sizeof(FlowsOver<Edges>); };
            static_assert(has_solver, "trav: the flow of a breakdown with edges() needs a solver: write "
                                      "#include <trav/flow/solve.hpp>");
            return has_solver;
        }
    } else {
        return true;
    }
}
/// Checks a breakdown in a list.
template <class B, class N>
consteval bool check_any_breakdown() {
    if constexpr (PolicyBreakdown<B>) {
        static_assert(never<B>, "trav: a breakdown with a policy cannot be an AnyBreakdown, since the "
                                "strategy of its traversal is chosen when it is compiled: name it to the "
                                "profiler");
        return false;
    } else {
        return check_breakdown<B, N>();
    }
}

template <class B>
using flow_store_t = std::remove_cvref_t<decltype(std::declval<B&>().store())>;
/// Both keep their values in the same place, whichever stores of their types they use.
template <class A, class B>
concept SameStore = HasStoredFlow<A> && HasStoredFlow<B> && std::same_as<flow_store_t<A>, flow_store_t<B>> &&
                    requires { requires bool(flow_store_t<A>::shared); };
/// The number of breakdowns that keep their values in the same place as B.
template <class B, class... Bs>
inline constexpr std::size_t same_stores = (std::size_t{SameStore<B, Bs>} + ... + 0);

template <class G>
concept KnowsSizes = requires(G const& graph, node_t<G> n) {
    { graph.size(n) } -> std::convertible_to<std::size_t>;
};

/// Checks that a graph can solve the flow of a breakdown, if it has to.
template <class G, class B>
consteval bool check_flow_over() {
    if constexpr (SolvesFlows<G> && AlongOwnEdges<B>) {
        using Edges = std::remove_cvref_t<decltype(std::declval<B&>().edges())>;
        if constexpr (!SolvesFlows<Edges> && requires { G::template check_edges<Edges>(); })
            return G::template check_edges<Edges>();
    } else if constexpr (SolvesFlows<G> && FlowBreakdown<B>) {
        return G::template check<std::remove_cvref_t<decltype(std::declval<B&>().flow())>>();
    }
    return true;
}

/// Checks a profiler's graph and breakdowns.
template <class G, class... Bs>
consteval bool check_profiler() {
    if constexpr (!check_flow_graph<G>()) {
        return false;
    } else if constexpr (!KnowsSizes<G>) {
        static_assert(
            never<G>,
            "trav: a profiler needs to know how large objects are: give the graph a 'std::size_t size(node) "
            "const', or wrap it: trav::sized(graph, size)");
        return false;
    } else if constexpr ((std::is_rvalue_reference_v<Bs> || ...)) {
        static_assert(
            never<G>,
            "trav: breakdowns are used by reference, and asked for later: give this one a name first");
        return false;
    } else if constexpr (SolvesFlows<G> && (PolicyBreakdown<Bs> || ...)) {
        static_assert(never<G>,
                      "trav: a breakdown with a policy, as that by dominators is, cannot be had of several "
                      "ranks, nor of a file: a policy visits objects in an order, and there is none");
        return false;
    } else if constexpr (!(check_breakdown<Bs, node_t<G>>() && ...) || !(check_flow_over<G, Bs>() && ...)) {
        return false;
    } else if constexpr ((std::size_t{LifeBreakdown<Bs>} + ... + 0) > 1) {
        static_assert(never<G>, "trav: a profiler takes one Biography");
        return false;
    } else if constexpr (((same_stores<Bs, Bs...> > 1) || ...)) {
        static_assert(never<G>,
                      "trav: two StoredFlow of a profiler keep their values in the same place: give "
                      "each a field, a word or a store of its own");
        return false;
    } else if constexpr (!requires { sizeof(Policies<G, Bs...>); }) {
        static_assert(never<G>, "trav: a breakdown with a policy needs a traversal: write "
                                "#include <trav/profile/policies.hpp>");
        return false;
    } else {
        return true;
    }
}

}  // namespace trav::detail
