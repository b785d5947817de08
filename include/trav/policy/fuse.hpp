// trav/policy/fuse.hpp: runs several policies in one pass.
//
//     auto both = trav::fuse(count, sizes);
//     trav::traverse(heap, roots, both);
//
//     auto cheaper = trav::fuse<Obj*>(count, sizes);     // Obj*: the type of the nodes
//
// Each part sees exactly the visits that it would see alone, in the same order (DepthFirst, MarkStack,
// BreadthFirst); under Prefetch it reaches the same fixed point. Parts prune, revisit and stop
// independently.
//
// Given the node type, fuse() can determine whether any visit returns a value, which may depend on that
// type. If none does, the fusion costs nothing (FusedVoid). Otherwise the result is the same as without the
// node type (Fused), with one bit per part in node_data and one in `inherited`. Only Fused lets each part
// have its own roots.
//
// A part that has said stop stays stopped; call fuse() again for another pass.
#pragma once

#include "fused.hpp"
#include "fused_void.hpp"

#include <type_traits>

namespace trav {

/// Combines several policies into one, which refers to them.
template <class... Ps>
Fused<Ps...> fuse(Ps&... policies) {
    return Fused<Ps...>(policies...);
}

/// The same for nodes of type N, at no cost if no visit returns a value.
template <class N, class... Ps>
    requires(sizeof...(Ps) >= 1 && !std::is_same_v<N, void>)
auto fuse(Ps&... policies) {
    if constexpr ((detail::returns_void<Ps, N> && ...)) return FusedVoid<Ps...>(policies...);
    else return Fused<Ps...>(policies...);
}

/// Rejects policies without a name.
template <class... Ps>
    requires(std::is_rvalue_reference_v<Ps &&> || ...)
auto fuse(Ps&&...) {
    static_assert(detail::never<Ps...>,
                  "trav: fuse() uses policies by reference: give each one a name first");
    return detail::Refused{};
}
template <class N, class... Ps>
    requires(std::is_rvalue_reference_v<Ps &&> || ...)
auto fuse(Ps&&...) {
    static_assert(detail::never<N>, "trav: fuse() uses policies by reference: give each one a name first");
    return detail::Refused{};
}

}  // namespace trav
