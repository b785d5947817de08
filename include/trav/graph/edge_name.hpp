// trav/graph/edge_name.hpp: the name of an edge of any graph. graph/each_edge.hpp says how edges are named.
#pragma once

#include "each_edge.hpp"

#include <string>

namespace trav {

/// The name of the first edge from one object to another; empty if there is none.
template <class G>
std::string edge_name(G const& graph, node_t<G> const& from, node_t<G> const& to) {
    std::string name;
    bool found = false;
    detail::each_edge(graph, from, [&](node_t<G> const& child, auto const& edge) {
        if (!found && child == to) found = true, name = edge.label();
    });
    return name;
}

}  // namespace trav
