#include "retained_heap.hpp"

#include <trav/dump/dump.hpp>

namespace heapprof {

RetainedHeap::RetainedHeap(AnyDump const& heap)
    : dump(heap),
      retention(heap.retention()),
      holds(retention.holds),
      graph(HeapGraph(heap, holds), Size{&retention}),
      tree(made_tree()) {}

RetainedHeap::Tree RetainedHeap::made_tree() {
    return Tree(graph, trav::dump::roots(dump), [this](auto const& reached) {
        auto more = retention.more_roots(reached);
        if (!more.empty()) garbage_.resize(dump.node_count());
        for (Node n = 0; n != garbage_.size(); ++n) garbage_[n] = !reached(n);
        return more;
    });
}

trav::Amount RetainedHeap::freed_without(std::vector<Node> const& gone) const {
    std::vector<bool> seen(dump.node_count());
    std::vector<Node> open;
    auto const see = [&](Node n) {
        if (!seen[n]) seen[n] = true, open.push_back(n);
    };
    for (Node const n : gone) seen[n] = true;
    for (Node const n : trav::dump::roots(dump)) see(n);
    for (Node const n : retention.more_roots([&](Node each) { return tree.reached(each) && !garbage(each); }))
        see(n);
    while (!open.empty()) {
        Node const n = open.back();
        open.pop_back();
        for (Node const to : graph.children(n)) see(to);
    }
    for (Node const n : gone) seen[n] = false;
    trav::Amount freed;
    for (Node n = 0; n != dump.node_count(); ++n)
        if (tree.reached(n) && !seen[n]) freed += {retention.size(n), 1};
    return freed;
}

HeapPaths::HeapPaths(HeapGraph const& graph, std::vector<Node> const& starts) : paths_(graph, starts) {}

}  // namespace heapprof
