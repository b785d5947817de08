#include "retained_heap.hpp"

#include <trav/dump/dump.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

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
    std::vector<bool> is_gone(dump.node_count());
    for (Node const n : gone) is_gone[n] = true;
    std::vector<Node> from = trav::dump::roots(dump);
    for (Node const n : retention.more_roots([&](Node each) { return tree.reached(each) && !garbage(each); }))
        from.push_back(n);
    std::erase_if(from, [&](Node n) { return is_gone[n]; });
    auto const rest = trav::filter_edges(graph, [&](Node, Node to) { return !is_gone[to]; });
    trav::Amount freed = tree.total();
    trav::traverse<trav::MarkStack>(rest, from, [&](auto& here) {
        if (here.first) freed -= {retention.size(here.node), 1};
    });
    return freed;
}

}  // namespace heapprof
