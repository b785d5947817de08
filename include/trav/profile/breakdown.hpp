// trav/profile/breakdown.hpp: what a breakdown is: a way to split the live heap into bands.
//
//     struct ByModule {                                              // from the object alone
//         std::string name() const { return "module"; }
//         int key(Obj* o) const { return o->module; }                // any hashable value; it is kept
//         trav::Band band(int key) const { return {module_names[key]}; }
//     };
//
// A breakdown that needs to see the graph has a flow, and its key is made of the object's value; or a policy,
// and its key is made of the object's node_data. Null: not reached. A flow follows the profiler's graph, or
// that which edges() returns, a reference or a value: the same nodes with other edges.
//
//     F& flow();  void sources(roots, push);                 // push(node, value) for each root of the flow
//     Graph edges();                                         // optional: what the flow follows
//     P& policy();
//     auto key(node, value or node_data const*);
//
// Bands may be sets, many and large ones. A breakdown with `std::size_t members(key) const`, how many members
// the band lists, is spared most of them: where all together list more than 2^21, the largest are MANY.
//
// By, Retainers, RootSets, Rest and Biography are breakdowns; so are types of yours. For where(b == "x") a
// breakdown has an operator== as By has it, which answers in(b, {"x"}).
#pragma once

#include "../flow/flow.hpp"
#include "../policy/detail/check.hpp"
#include "../policy/policy.hpp"
#include "band.hpp"

#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// The breakdown spreads values over the graph.
template <class B>
concept FlowBreakdown = requires(B& breakdown) {
    breakdown.flow();
    requires Flow<std::remove_cvref_t<decltype(breakdown.flow())>>;
};

/// The breakdown's flow follows the edges of a graph of its own, whose nodes are the profiler's.
template <class B>
concept AlongOwnEdges = FlowBreakdown<B> && requires(B& breakdown) { breakdown.edges(); };

/// The breakdown walks the graph with a policy of its own.
template <class B>
concept PolicyBreakdown = requires(B& breakdown) { breakdown.policy(); };

/// The breakdown follows objects over time: their bands are known only later. Biography is one.
template <class B>
concept LifeBreakdown = requires(B& breakdown) {
    breakdown.end_census();
    { breakdown.bands() } -> std::convertible_to<std::vector<Band>>;
};

namespace detail {

/// What a breakdown's flow or policy keeps for a node.
template <class B>
struct found_of_breakdown {};
template <FlowBreakdown B>
struct found_of_breakdown<B> {
    using type = typename std::remove_cvref_t<decltype(std::declval<B&>().flow())>::value;
};
template <PolicyBreakdown B>
struct found_of_breakdown<B> {
    using type = node_data_t<std::remove_cvref_t<decltype(std::declval<B&>().policy())>>;
};
template <class B>
concept walks = FlowBreakdown<B> || PolicyBreakdown<B>;

/// The type of a key: made of the object alone, or of what the flow or the policy keeps for it.
template <class B, class N>
auto key_type() {
    if constexpr (walks<B>) {
        using Found = typename found_of_breakdown<B>::type const*;
        if constexpr (requires(B& b, N n, Found found) { b.key(n, found); })
            return std::type_identity<
                std::decay_t<decltype(std::declval<B&>().key(std::declval<N const&>(), Found{}))>>{};
    } else if constexpr (requires(B& b, N n) { b.key(n); }) {
        return std::type_identity<std::decay_t<decltype(std::declval<B&>().key(std::declval<N const&>()))>>{};
    }
}
template <class B, class N>
concept has_key = !std::is_void_v<decltype(key_type<B, N>())>;
template <class B, class N>
struct key_of_breakdown {
    using type = char;
};  // of a life: unused
template <class B, class N>
    requires has_key<B, N>
struct key_of_breakdown<B, N> : decltype(key_type<B, N>()) {};
template <class B, class N>
using key_t = typename key_of_breakdown<B, N>::type;

}  // namespace detail

/// A way to split a heap with nodes N into bands.
template <class B, class N>
concept Breakdown = Named<B> && (LifeBreakdown<B> ||
                                 (detail::has_key<B, N> && requires(B& breakdown, detail::key_t<B, N> key) {
                                     { breakdown.band(key) } -> std::convertible_to<Band>;
                                 }));

namespace detail {

/// What is asked of the graph that a breakdown's flow follows.
template <class Edges, class N>
consteval bool check_edges() {
    if constexpr (!check_graph<Edges>()) {
        return false;
    } else if constexpr (!std::same_as<node_t<Edges>, N>) {
        static_assert(never<Edges>,
                      "trav: the edges() of a breakdown need to be a graph with the profiler's nodes");
        return false;
    } else {
        return true;
    }
}
/// What is asked of any breakdown.
template <class B, class N>
consteval bool check_breakdown() {
    if constexpr (!Breakdown<B, N>) {
        static_assert(never<B>,
                      "trav: this is no breakdown of this graph: it needs name(), key(node) for its "
                      "nodes and band(key), and must not be const if it has a flow() or a "
                      "policy(); see trav/profile/breakdown.hpp");
        return false;
    } else if constexpr (!requires(key_t<B, N> const& key) { std::hash<key_t<B, N>>{}(key), key == key; }) {
        static_assert(never<B>, "trav: the keys of this breakdown have no std::hash or no ==");
        return false;
    } else if constexpr (AlongOwnEdges<B>) {
        return check_edges<std::remove_cvref_t<decltype(std::declval<B&>().edges())>, N>();
    } else {
        return true;
    }
}
/// What is asked of a breakdown in a list.
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

/// What a profiler asks of its graph and its breakdowns.
template <class G, class... Bs>
consteval bool check_profiler() {
    if constexpr (!check_graph<G>()) {
        return false;
    } else if constexpr (!HeapGraph<G>) {
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
    } else if constexpr (!(check_breakdown<Bs, node_t<G>>() && ...)) {
        return false;
    } else if constexpr ((std::size_t{LifeBreakdown<Bs>} + ... + 0) > 1) {
        static_assert(never<G>, "trav: a profiler takes one Biography");
        return false;
    } else {
        return true;
    }
}

}  // namespace detail
}  // namespace trav
