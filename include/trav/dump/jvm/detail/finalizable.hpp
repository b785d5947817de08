// add_finalizable: makes objects roots that only wait for their finalizer. Until it has run, a
// java.lang.ref.FinalReference keeps its referent alive, with all that the referent refers to.
#pragma once

#include "../heap.hpp"

#include <cstdint>
#include <vector>

namespace trav::dump::detail {

/// Adds the referents of final references that no root reaches, as roots with a name: a string number. Visits
/// the heap only if there are final references.
inline void add_finalizable(JvmHeap& heap, std::uint32_t name) {
    std::vector<Node> waiting;
    for (Node n = 0; n != heap.node_count(); ++n) {
        JvmShape const& shape = heap.shapes[heap.shape_of[n]];
        if (shape.reference != JvmReference::finalizer) continue;
        Node const referent = heap.slots[heap.first_slot[n] + shape.weak_field];
        if (referent != jvm_null) waiting.push_back(referent);
    }
    if (waiting.empty()) return;
    std::vector<bool> reached(heap.node_count());
    std::vector<Node> open;
    auto const reach = [&](Node n) {
        if (!reached[n]) open.push_back(n);
        reached[n] = true;
    };
    for (auto const& root : heap.roots) reach(root.node);
    while (!open.empty()) {
        Node const n = open.back();
        open.pop_back();
        heap.for_each_edge(n, [&](JvmHeap::Edge const& edge) {
            if (strong(heap, edge)) reach(edge.to);
        });
    }
    for (Node const n : waiting) {
        if (reached[n]) continue;
        reached[n] = true;  // several references may have this referent
        heap.roots.push_back({n, name});
        ++heap.finalizable;
    }
}

}  // namespace trav::dump::detail
