// reached_from: which nodes of a snapshot some nodes lead to, by edges that are not weak.
//
// In whatever order nodes are looked at, the answer is the same, so it is the order of memory as far as
// possible: one pass over the nodes in that of the file. What turns out to be reached only when the pass is
// beyond it waits; of those, several are taken at a time, and the rows of edges of all of them are fetched at
// once. Costs a bit for each node, and looks at each edge at most once. strategy/in_memory_order.hpp does the
// same for graphs; to make one of these edges takes five times as long as all of this.
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
    auto const follow = [&](Node n, Node here) {  // the pass comes to the nodes behind `here`
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
