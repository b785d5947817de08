#include "read_heap.hpp"

#include "../breakdown/retainer_rule.hpp"
#include "../file/dump_formats.hpp"
#include "../heap/starts.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/error.hpp>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace contest {
namespace {

using heapprof::AnyDump;

/// The objects without referrers.
std::vector<Number> unreferred(HeapArrays const& heap) {
    std::vector<bool> referred(heap.size());
    for (Number const n : heap.targets) referred[n] = true;
    std::vector<Number> found;
    for (Number n = 0; n != heap.size(); ++n)
        if (!referred[n]) found.push_back(n);
    return found;
}

/// Each root name has a bit; if all roots have one name, each root has a bit.
std::vector<trav::Source<Number, std::uint64_t>> root_masks(AnyDump const& dump, HeapArrays const& heap) {
    std::vector<trav::Source<Number, std::uint64_t>> masks;
    auto const add = [&](Number n, std::size_t root) {
        masks.push_back({n, std::uint64_t{1} << std::min<std::size_t>(root, 63)});
    };
    std::unordered_map<std::string, std::size_t> names;
    dump.for_each_root([&](Number n, std::string_view name) {
        add(n, names.try_emplace(std::string(name), names.size()).first->second);
    });
    if (names.size() > 1) return masks;
    masks.clear();
    for (Number const n : heap.roots_named ? heapprof::root_objects(dump) : heap.roots) add(n, masks.size());
    return masks;
}

HeapArrays arrays_of(AnyDump const& dump) {
    using trav::dump::Error;
    if (dump.node_count() == 0) throw Error(dump.source(), "there are no objects");
    if (dump.edge_count() > std::numeric_limits<Number>::max())
        throw Error(dump.source(), "there are 2^32 references or more");
    HeapArrays heap{.name = dump.source()};
    trav::dump::DumpGraph const graph(dump);
    heap.offsets.reserve(graph.count() + 1);
    heap.targets.reserve(dump.edge_count());
    heap.sizes.reserve(graph.count());
    heap.retainers.reserve(graph.count());
    auto const retainers = heapprof::apply_rule({"default"}, heapprof::WholeDump(dump));
    for (Number const n : graph.objects()) {
        for (Number const child : graph.children(n)) heap.targets.push_back(child);
        heap.offsets.push_back(static_cast<Number>(heap.targets.size()));
        heap.sizes.push_back(dump.size(n));
        heap.retainers.push_back(retainers.number(n));
    }
    heap.roots = trav::dump::roots(dump);
    heap.roots_named = !heap.roots.empty();
    if (!heap.roots_named) heap.roots = unreferred(heap);
    if (heap.roots.empty()) throw Error(dump.source(), "there is no root, and no object without referrers");
    heap.masks = root_masks(dump, heap);
    return heap;
}

}  // namespace

HeapArrays read_heap(std::string const& file, trav::dump::Progress progress) {
    HeapArrays heap;
    heapprof::with_dump(file, std::move(progress), [&](AnyDump const& dump) { heap = arrays_of(dump); });
    return heap;
}

}  // namespace contest
