// by_detached: splits a snapshot into nodes that are attached to a document, nodes that are detached, and
// others, according to Chrome.
#pragma once

#include "../grouping.hpp"
#include "snapshot.hpp"

namespace trav::dump {

/// The breakdown "detached" of V8Dump.
inline Grouping by_detached(V8Snapshot const& snapshot) {
    auto const is = [](auto const& nodes, Node n) { return !nodes.empty() && nodes[n]; };
    return grouping_by(
        snapshot, [&](Node n) { return is(snapshot.detached, n)   ? 2
                                       : is(snapshot.attached, n) ? 1
                                                                  : 0; },
        [](int which) { return which == 2   ? "detached"
                               : which == 1 ? "attached"
                                            : "(of no document)"; });
}

}  // namespace trav::dump
