// by_detached: the nodes of a document by whether they are still in it, as Chrome says of them.
#pragma once

#include "../split.hpp"
#include "snapshot.hpp"

namespace trav::dump {

/// A breakdown of V8Dump: "detached".
inline Split by_detached(V8Snapshot const& snapshot) {
    auto const is = [](auto const& nodes, Node n) { return !nodes.empty() && nodes[n]; };
    return split_by(
        snapshot, [&](Node n) { return is(snapshot.detached, n)   ? 2
                                       : is(snapshot.attached, n) ? 1
                                                                  : 0; },
        [](int which) { return which == 2   ? "detached"
                               : which == 1 ? "attached"
                                            : "(of no document)"; });
}

}  // namespace trav::dump
