// trav/strategy/detail/arrive.hpp: one arrival at a node, as most walkers make it.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../policy/policy.hpp"

namespace trav::detail {

/// Marks `node` and visits it. Calls down(here) if the visit says so. Returns the visit's result.
template <class P, class S, class N>
TRAV_INLINE go arrive(P& policy, S& store, N const& node, parent_t<P, N> const& parent,
                      inherited_t<P> const& inherited, returned_t<P>& to_parent, auto&& down) {
    auto&& touched = store.touch(node);
    inherited_t<P> to_children{};
    returned_t<P> returned{};
    here_t<P, N> here{node,      parent,      touched.fresh, touched.data(),
                      inherited, to_children, returned,      to_parent};
    go const answer = visit<P, N>(policy, here);
    if (answer == go::down) down(here);
    return answer;
}

}  // namespace trav::detail
