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
// Whatever its kind, it is told what it asks for:
//
//     void begin_sample(std::size_t number, double time);    // from 0 on; a sample that failed begins again
//     void died(node);                                       // an object whose key was asked for is gone
//
// An object is gone if the profiler was told so, or if a sample has not found it any more: at the end of that
// sample, and once for each object. died() costs a look-up in a hash table, and some 50 bytes, for each
// object that is alive.
//
// Bands may be sets, many and large ones. A breakdown with `std::size_t members(key) const`, how many members
// the band lists, is spared most of them: where all together list more than 2^21, the largest are MANY.
//
// By, Retainers, RootSets, Rest and Biography are breakdowns; so are types of yours. For where(b == "x") a
// breakdown has an operator== as By has it, which answers in(b, {"x"}).
#pragma once

#include "../flow/flow.hpp"
#include "../policy/policy.hpp"
#include "band.hpp"

#include <concepts>
#include <cstddef>
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

/// The values of that flow lie in a store of the user's: labelled.hpp.
template <class B>
concept HasLabels = AlongOwnEdges<B> && requires(B& breakdown) { breakdown.labels(); };

/// The breakdown walks the graph with a policy of its own.
template <class B>
concept PolicyBreakdown = requires(B& breakdown) { breakdown.policy(); };

/// The breakdown is told when a sample begins.
template <class B>
concept BeginsSamples =
    requires(B& breakdown, std::size_t number, double time) { breakdown.begin_sample(number, time); };

/// The breakdown, by a key, is told of the deaths of objects.
template <class B, class N>
concept FollowsDeaths = requires(B& breakdown, N const& n) { breakdown.died(n); };

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

}  // namespace trav
