#include "largest.hpp"

#include "selector_paths.hpp"
#include "starts.hpp"

#include <algorithm>

namespace heapprof {

std::vector<bool> links_of_chains(RetainedHeap const& heap) {
    std::vector<bool> links(heap.dump.node_count());
    std::vector<trav::Retainment<Node>> above;
    heap.tree.walk([&](auto const& at) {
        above.erase(above.begin() + static_cast<std::ptrdiff_t>(at.depth), above.end());
        if (at.depth != 0 && at.retained.bytes >= above.back().retained.bytes / 5 * 4)
            links[above.back().node] = true;
        above.push_back(at);
    });
    return links;
}

Largest largest(RetainedHeap const& heap, std::size_t n, bool drops) {
    AnyDump const& dump = heap.dump;
    std::vector<bool> left_out(dump.node_count());
    if (drops) left_out = links_of_chains(heap);
    for (Node const root : trav::dump::roots(dump)) left_out[root] = left_out[root] || is_runtime(dump, root);
    auto const others = static_cast<std::size_t>(std::ranges::count(left_out, true));
    std::vector<Node> found = heap.tree.largest(n + others);
    std::erase_if(found, [&](Node each) { return bool(left_out[each]); });
    if (found.size() > n) found.resize(n);

    HeapPaths const shortest(heap.graph.base(), path_starts(dump));
    SelectorPaths const paths(
        dump, SelectorRoots(dump), heap.holds, [&](Node each) { return shortest.before(each); },
        {SelectorPaths::none}, found);
    Largest result{heap.tree.total().bytes, std::string(heap.retention.note), {}};
    for (Node const each : found)
        result.objects.push_back({object_name(dump, each),
                                  {heap.graph.size(each), 1},
                                  heap.tree.retained(each),
                                  without_id(dump, paths.to(each), each)});
    return result;
}

}  // namespace heapprof
