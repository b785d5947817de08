#include "largest.hpp"

#include "../breakdown/owner_names.hpp"
#include "../breakdown/owners.hpp"
#include "../heap/heap_paths.hpp"
#include "selector_paths.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace heapprof {

namespace {

// The objects that --drops leaves out.
std::vector<bool> links_and_insides(RetainedHeap const& heap) {
    std::vector<bool> left_out(heap.dump.node_count());
    std::vector<LargePart> const parts = large_parts(heap, 1);
    std::vector<bool> const inside = inside_structures(heap.dump, parts);
    for (std::size_t i = 0; i != parts.size(); ++i) {
        auto const [node, above] = parts[i];
        if (inside[i]) left_out[node] = true;
        else if (above != LargePart::npos &&
                 heap.tree.retained(node).bytes >= heap.tree.retained(parts[above].node).bytes / 5 * 4)
            left_out[parts[above].node] = true;
    }
    return left_out;
}

}  // namespace

Largest largest(RetainedHeap const& heap, std::size_t n, bool drops, std::vector<bool> const& wanted) {
    AnyDump const& dump = heap.dump;
    std::vector<bool> left_out(dump.node_count());
    if (drops) left_out = links_and_insides(heap);
    for (Node each = 0; each != wanted.size(); ++each) left_out[each] = left_out[each] || !wanted[each];
    for (Node const root : trav::dump::roots(dump)) left_out[root] = left_out[root] || is_runtime(dump, root);
    auto const others = static_cast<std::size_t>(std::ranges::count(left_out, true));
    std::vector<Node> found = heap.tree.largest(n + others);
    std::erase_if(found, [&](Node each) { return bool(left_out[each]); });
    if (found.size() > n) found.resize(n);

    SelectorPaths const paths(dump, SelectorRoots(dump), heap.holds, ways_to(heap), {SelectorPaths::none},
                              found);
    EdgeSet const machinery = dump.machinery();
    OwnerNames names(heap, machinery);
    names.add(found);
    Largest result{heap.total.bytes, std::string(heap.retention.note), {}};
    for (Node const each : found) {
        std::string path = without_id(dump, paths.to(each), each);
        // The name has keys of maps in place of indices.
        if (path.find('[') != std::string::npos)
            if (std::string const name = names.exact_path(each); selects_only(dump, name, each)) path = name;
        result.objects.push_back(
            {object_name(dump, each), {heap.graph.size(each), 1}, heap.tree.retained(each), std::move(path)});
    }
    return result;
}

}  // namespace heapprof
