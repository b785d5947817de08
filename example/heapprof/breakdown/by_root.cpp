#include "by_root.hpp"

#include "reach.hpp"

namespace heapprof {

RootBreakdown by_root(AnyDump const& dump, EdgeSet const& machinery, std::vector<NamedRoot> const& roots) {
    RootsOfManyNodes breakdown;
    std::vector<bool> named(dump.node_count());
    for (NamedRoot const& root : roots) {
        std::vector<Node> nodes = root.selector.find(dump);
        for (Node const n : nodes) named[n] = true;
        breakdown.add(root.name, std::move(nodes));
    }
    std::vector<Node> own = trav::dump::roots(dump);
    std::erase_if(own, [&](Node n) { return named[n]; });
    EdgeSet const strong = dump.strong();
    LinkRule const unnamed([&](AnyDump::Link const& link) { return strong(link) && !named[link.to]; });
    std::vector<bool> kept = reached(HeapGraph(dump, unnamed), own);
    std::vector<Node> others;
    for (Node n = 0; n < dump.node_count(); ++n) {
        if (kept[n]) others.push_back(n);
    }
    breakdown.add(other_roots, std::move(others));

    return {std::move(breakdown),
            [&dump, strong, machinery, named = std::move(named), kept = std::move(kept)] {
                return HeapGraph(dump, LinkRule([&](AnyDump::Link const& link) {
                                     return strong(link) && !named[link.to] &&
                                            (!kept[link.to] || !machinery(link));
                                 }));
            }};
}

}  // namespace heapprof
