// trav/flow/reach.hpp: the flow of reachability.
//
//     trav::Reach reach;
//     auto const reached = trav::solve(graph, {{root, true}}, reach);
//     if (reached.find(n)) ...
#pragma once

#include "../detail/compiler.hpp"

namespace trav {

/// Whether an object is reached. Every value sent is true, so that bits can be set without reading them.
struct Reach {
    using value = bool;
    static constexpr bool nothing = false;
    static constexpr bool portable = true;  ///< between ranks: distributed/shared_graph.hpp
    static constexpr bool join(bool, bool) { return true; }
};

}  // namespace trav
