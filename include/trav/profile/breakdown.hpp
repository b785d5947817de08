// trav/profile/breakdown.hpp: what a breakdown is: a way to split the live heap into bands.
//
//     struct ByModule {                                              // from the object alone
//         std::string name() const { return "module"; }
//         int key(Obj* o) const { return o->module; }                // any hashable type
//         trav::Band band(int key) const { return {module_names[key]}; }
//     };
//
// A breakdown that needs to see the graph has a flow, and its key is made of the object's label; or a policy, and its key is made
// of the object's node_data:
//
//     F& flow();            sources(roots, push)                     // push(node, label) for each root of the flow
//     P& policy();
//     auto key(node, label or node_data const*)                      // null: not reached
//
// by.hpp, retainer.hpp, root_set.hpp are breakdowns; so are types of yours.
#pragma once

#include "../policy/flow.hpp"
#include "profile.hpp"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// The breakdown spreads labels over the graph.
template <class B>
concept FlowBreakdown = requires(B& breakdown) {
    breakdown.flow();
    requires Flow<std::remove_cvref_t<decltype(breakdown.flow())>>;
};

/// The breakdown walks the graph with a policy of its own.
template <class B>
concept PolicyBreakdown = requires(B& breakdown) { breakdown.policy(); };

namespace detail {

template <class B> struct part_of_breakdown { using type = void; };
template <FlowBreakdown B> struct part_of_breakdown<B> {
    using type = Revisit<std::remove_cvref_t<decltype(std::declval<B&>().flow())>>;
};
template <PolicyBreakdown B> struct part_of_breakdown<B> {
    using type = std::remove_cvref_t<decltype(std::declval<B&>().policy())>;
};

}  // namespace detail

/// The policy that a breakdown needs in the pass; void: none.
template <class B> using part_t = typename detail::part_of_breakdown<B>::type;

template <class B> concept Walks = !std::is_void_v<part_t<B>>;

/// The key of `n`: from the object alone, or from what the breakdown's part found out about it (null: not reached by it).
template <class B, class N, class Found>
decltype(auto) key_of(B& breakdown, N const& n, [[maybe_unused]] Found const* found) {
    if constexpr (Walks<B>) return breakdown.key(n, found);
    else return breakdown.key(n);
}

}  // namespace trav
