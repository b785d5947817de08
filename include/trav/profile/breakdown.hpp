// trav/profile/breakdown.hpp: the interface of a breakdown: a way to split the live heap into bands.
//
//     struct ByModule {                                              // from the object alone
//         std::string name() const { return "module"; }
//         int key(Obj* o) const { return o->module; }                // any hashable value; stored
//         trav::Band band(int key) const { return {module_names[key]}; }
//     };
//
// A breakdown that depends on the graph has a flow or a policy, and its key depends on the object's value or
// node_data; null means unreached. A flow follows the profiler's graph, or the graph that edges() returns, by
// reference or by value: the same nodes with other edges.
//
//     F& flow();  void sources(roots, push);                 // push(node, value) for each root of the flow
//     Graph edges();                                         // optional: the flow's graph; flow/solve.hpp
//     P& policy();                                           // profile/policies.hpp fuses them
//     auto key(node, value or node_data const*);
//
// Any breakdown may also have these members:
//
//     void begin_sample(std::size_t number, double time);    // from 0; repeated after a failed sample
//     void died(node);                                       // an object with a requested key has died
//
// The profiler calls died() once for each object: when it is notified of the death, or at the end of the
// first sample that does not find the object. died() costs a look-up in a hash table, and about 50 bytes, per
// live object.
//
// Bands may be sets, many and large. If a breakdown has `std::size_t members(key) const`, the number of
// members that the band lists, most of them need not be listed: if all bands together have more than 2^21,
// the largest become MANY.
//
// By, Retainers, RootSets, OtherRoots and Biography are breakdowns; yours can be, too. To support
// where(b == "x"), give the breakdown an operator== like By's, which returns in(b, {"x"}).
#pragma once

#include "../flow/flow.hpp"
#include "../fwd.hpp"
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

/// The breakdown's flow follows the edges of its own graph, which has the profiler's nodes.
template <class B>
concept AlongOwnEdges = FlowBreakdown<B> && requires(B& breakdown) { breakdown.edges(); };

/// The values of that flow are in a store of the user's: stored_flow.hpp.
template <class B>
concept HasStoredFlow = AlongOwnEdges<B> && requires(B& breakdown) { breakdown.store(); };

/// The breakdown traverses the graph with its own policy.
template <class B>
concept PolicyBreakdown = requires(B& breakdown) { breakdown.policy(); };

/// The breakdown is notified when a sample begins.
template <class B>
concept BeginsSamples =
    requires(B& breakdown, std::size_t number, double time) { breakdown.begin_sample(number, time); };

/// The breakdown, which has a key, is notified of the deaths of objects.
template <class B, class N>
concept FollowsDeaths = requires(B& breakdown, N const& n) { breakdown.died(n); };

namespace detail {
template <class N>
void take_biography(Biography<N> const&);
}
/// The breakdown is a Biography, which follows objects over time and decides their bands later.
template <class B>
concept LifeBreakdown = requires(B const& breakdown) { detail::take_biography(breakdown); };

namespace detail {

/// The type that a breakdown's flow or policy keeps per node.
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

/// The type of a key, which depends on the object alone, or also on its value or node_data.
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
};  // for a LifeBreakdown: unused
template <class B, class N>
    requires has_key<B, N>
struct key_of_breakdown<B, N> : decltype(key_type<B, N>()) {};
template <class B, class N>
using key_t = typename key_of_breakdown<B, N>::type;

/// The policies of a profiler's breakdowns: policies.hpp.
template <class G, class... Bs>
class Policies;

}  // namespace detail

/// A way to split a heap with nodes of type N into bands.
template <class B, class N>
concept Breakdown = Named<B> && (std::convertible_to<B*, Biography<N>*> ||
                                 (detail::has_key<B, N> && requires(B& breakdown, detail::key_t<B, N> key) {
                                     { breakdown.band(key) } -> std::convertible_to<Band>;
                                 }));

}  // namespace trav
