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
        auto const more = retention.more_roots(reached);
        if (!more.empty()) garbage_.resize(dump.node_count());
        for (Node n = 0; n != garbage_.size(); ++n) garbage_[n] = !reached(n);
        return more;
    });
}

HeapPaths::HeapPaths(HeapGraph const& graph, std::vector<Node> const& starts) : paths_(graph, starts) {}

}  // namespace heapprof
