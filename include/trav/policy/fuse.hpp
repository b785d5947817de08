// trav/policy/fuse.hpp: several policies in one pass.
//
//     auto both = trav::fuse(count, sizes);
//     trav::traverse(heap, roots, both);
//
//     auto cheaper = trav::fuse<Obj*>(count, sizes);     // Obj*: the type of the nodes
//
// Each part sees exactly the visits, in exactly the order, that it would see alone (depth first, mark stack,
// breadth first; under prefetching it reaches the same fixed point). Parts prune, revisit and stop
// independently.
//
// With the node type the fusion can find out whether any visit returns something, since that may depend on
// the type. If none does, the fusion costs nothing (FusedVoid); if one does, it is the same as without the
// node type (Fused): one bit for each part, in node_data and in what is inherited. Only Fused lets each part
// have roots of its own.
//
// A part that has said stop stays stopped: fuse again for another pass.
#pragma once

#include "fused.hpp"
#include "fused_void.hpp"

#include <type_traits>

namespace trav {

/// One policy made of several, which are used by reference.
template <class... Ps>
Fused<Ps...> fuse(Ps&... policies) {
    return Fused<Ps...>(policies...);
}

/// The same for nodes of type N, at no cost if no visit returns anything.
template <class N, class... Ps>
    requires(sizeof...(Ps) >= 1 && !std::is_same_v<N, void>)
auto fuse(Ps&... policies) {
    if constexpr ((detail::returns_void<Ps, N> && ...)) return FusedVoid<Ps...>(policies...);
    else return Fused<Ps...>(policies...);
}

/// Refuses policies without a name.
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
