// The objects with the largest retained sizes, counted as the dump says (see trav/dump/retention.hpp).
#pragma once

#include "object_text.hpp"
#include "retained_heap.hpp"
#include "starts.hpp"
#include "ways.hpp"

#include <trav/path/shortest_paths.hpp>
#include <trav/profile/amount.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// One of them.
struct LargeObject {
    ObjectName object;
    trav::Amount own, retained;
    std::string path;  ///< a shortest one, as a selector
};

/// The objects of one dump.
struct Largest {
    std::uint64_t total = 0;  ///< bytes reached in all
    std::string note;         ///< how they were counted, if that is special
    std::vector<LargeObject> objects;
};

/// For each object whether one that it dominates retains most of what it retains: four fifths.
template <trav::dump::Dump D>
std::vector<bool> links_of_chains(RetainedHeap<D> const& heap) {
    std::vector<bool> links(heap.dump.node_count());
    std::vector<trav::Retainment<trav::dump::Node>> above;
    heap.tree.walk([&](auto const& at) {
        above.erase(above.begin() + static_cast<std::ptrdiff_t>(at.depth), above.end());
        if (at.depth != 0 && at.retained.bytes >= above.back().retained.bytes / 5 * 4)
            links[above.back().node] = true;
        above.push_back(at);
    });
    return links;
}

/// The `n` objects that retain most; with `drops`, of each chain the last one. O(nodes + edges).
template <trav::dump::Dump D>
Largest largest(RetainedHeap<D> const& heap, std::size_t n, bool drops) {
    using trav::dump::Node;
    D const& dump = heap.dump;
    std::vector<bool> left_out(dump.node_count());
    if (drops) left_out = links_of_chains(heap);
    for (Node const root : trav::dump::roots(dump)) left_out[root] = left_out[root] || is_runtime(dump, root);
    auto const others = static_cast<std::size_t>(std::ranges::count(left_out, true));
    std::vector<Node> found = heap.tree.largest(n + others);
    std::erase_if(found, [&](Node each) { return bool(left_out[each]); });
    if (found.size() > n) found.resize(n);

    trav::ShortestPaths const paths(heap.graph, path_starts(dump));
    Ways<D> const ways(dump, Beginnings(dump), heap.holds, paths, {Ways<D>::none}, found);
    Largest result{heap.tree.total().bytes, std::string(heap.retention.note), {}};
    for (Node const each : found)
        result.objects.push_back({object_name(dump, each),
                                  {heap.graph.size(each), 1},
                                  heap.tree.retained(each),
                                  without_id(dump, ways.to(each), each)});
    return result;
}

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest, std::size_t columns);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
