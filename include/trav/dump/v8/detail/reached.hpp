// reached_from: finds the nodes of a snapshot that are reachable from some nodes by edges that are not weak.
//
// The result does not depend on the order of visits, so the order of memory is used as far
// as possible: one pass over the nodes in the order of the file. A node that is reached only after the pass
// has gone by is put on a list of pending nodes. Those are then visited in batches, and the edges of a whole
// batch are prefetched at once. Costs a bit per node, and looks at each edge at most once.
// strategy/memory_sweep.hpp does the same for graphs, but turning these edges into a graph would take five
// times as long as all of this.
#pragma once

#include "../../../detail/compiler.hpp"
#include "../snapshot.hpp"

#include <cstddef>
#include <vector>

namespace trav::dump::detail {

inline std::vector<bool> reached_from(V8Snapshot const& snapshot, std::vector<Node> const& starts) {
    std::vector<bool> reached(snapshot.node_count());
    for (Node const n : starts) reached[n] = true;
    std::vector<Node> waiting;
    auto const follow = [&](Node n, Node here) {  // `here`: the pass still comes to the nodes after this one
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            if (edge.kind == V8EdgeKind::weak || reached[edge.to]) return;
            reached[edge.to] = true;
            if (edge.to < here) waiting.push_back(edge.to);
        });
    };
    Node const end = snapshot.node_count();
    for (Node n = 0; n != end; ++n) {
        if (reached[n]) follow(n, n);
    }
    constexpr std::size_t most = 32;
    std::vector<Node> some;
    while (!waiting.empty()) {
        std::size_t const left = waiting.size() < most ? 0 : waiting.size() - most;
        some.assign(waiting.begin() + static_cast<std::ptrdiff_t>(left), waiting.end());
        waiting.resize(left);
        for (Node const n : some) trav::detail::prefetch_at<0>(&snapshot.first_edge[n]);
        for (Node const n : some) {
            std::size_t const edges = snapshot.first_edge[n];
            trav::detail::prefetch_at<0>(snapshot.edge_kind.data() + edges);
            trav::detail::prefetch_at<0>(snapshot.edge_to.data() + edges);
        }
        for (Node const n : some) follow(n, end);
    }
    return reached;
}

}  // namespace trav::dump::detail
