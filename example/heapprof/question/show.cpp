#include "show.hpp"

#include "retained_heap.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/text/joined.hpp>

namespace heapprof {

ShowAnswer show(AnyDump const& dump, Node n, std::size_t top) {
    RetainedHeap const heap(dump);
    EdgeSet const machinery = dump.machinery();
    auto const& tree = heap.tree;
    ShowAnswer answer;
    answer.object = object_name(dump, n);
    answer.name = name(dump, n);
    answer.place = dump.places()(n);
    answer.own = heap.graph.size(n);
    if (tree.reached(n)) answer.retained = tree.retained(n);
    if (auto const above = tree.idom(n)) answer.dominator = object_name(dump, *above);

    for (bool const of_runtime : {false, true})
        for_each_reference(dump, machinery, n, [&](AnyDump::Edge const& edge, ReferenceKind kind) {
            if (machinery(edge) != of_runtime) return;
            if (top != 0 && answer.fields.size() == top) {
                ++answer.more_fields;
                return;
            }
            answer.fields.push_back({trav::joined("", trav::dump::DumpEdgeName<AnyDump>{dump, edge}.label()),
                                     object_name(dump, edge.to), kind, tree.retained(edge.to).bytes});
        });
    std::vector<bool> wanted(dump.node_count());
    wanted[n] = true;
    answer.held_by = held_by(dump, machinery, wanted, true, top);
    return answer;
}

}  // namespace heapprof
