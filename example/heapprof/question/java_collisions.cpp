#include "java.hpp"

#include "../breakdown/owner_names.hpp"
#include "short_names.hpp"

#include <trav/dump/jvm/collections.hpp>

#include <algorithm>

namespace heapprof {

JavaCollisionsAnswer java_collisions(trav::dump::JvmHeap const& java, RetainedHeap const& heap,
                                     std::size_t top) {
    trav::dump::JavaCollections const collections(java);
    auto tables = collections.collisions();
    std::ranges::sort(tables, [](auto const& a, auto const& b) {
        if (a.longest != b.longest) return a.longest > b.longest;
        return a.entries != b.entries ? a.entries > b.entries : a.map < b.map;
    });
    JavaCollisionsAnswer answer;
    if (top != 0 && tables.size() > top) {
        answer.more = tables.size() - top;
        tables.resize(top);
    }
    EdgeSet const machinery = heap.dump.machinery();
    OwnerNames names(heap, machinery);
    ShortNames const short_names(heap.dump);
    std::vector<Node> maps;
    for (auto const& each : tables) maps.push_back(each.map);
    names.add(maps);
    for (auto const& each : tables)
        answer.tables.push_back({object_name(heap.dump, each.map), short_names(names.exact_path(each.map)),
                                 each.entries, each.buckets, each.longest,
                                 heap.tree.retained(each.map).bytes});
    return answer;
}

}  // namespace heapprof
