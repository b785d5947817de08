// The objects with the largest retained sizes, counted as the dump says (see trav/dump/retention.hpp).
#pragma once

#include "path_selector.hpp"
#include "retained_heap.hpp"

#include <trav/profile/amount.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// One of them.
struct LargeObject {
    std::string type, name;     ///< the name if it is not in the type
    nlohmann::ordered_json id;  ///< a number or a text
    trav::Amount own, retained;
    std::string path;  ///< a shortest one, as a selector
};

/// The objects of one dump.
struct Largest {
    std::uint64_t total = 0;  ///< bytes reached in all
    std::string note;         ///< how they were counted, if that is special
    std::vector<LargeObject> objects;
};

/// The `n` objects that retain most. O(nodes + edges).
template <trav::dump::Dump D>
Largest largest(D const& dump, std::size_t n) {
    using trav::dump::Node;
    RetainedHeap const heap(dump);
    ShortestSelectors const paths(dump, heap.graph, heap.holds);

    Largest result{heap.tree.total().bytes, std::string(heap.retention.note), {}};
    auto const runtime = static_cast<std::size_t>(
        std::ranges::count_if(trav::dump::roots(dump), [&](Node each) { return is_runtime(dump, each); }));
    for (Node const found : heap.tree.largest(n + runtime)) {
        if (is_runtime(dump, found) || result.objects.size() == n) continue;
        std::string const type = type_name(dump, found), own_name(name(dump, found));
        result.objects.push_back({type,
                                  type.ends_with(own_name) ? "" : own_name,
                                  id(dump, found),
                                  {heap.graph.size(found), 1},
                                  heap.tree.retained(found),
                                  paths.to(found)});
    }
    return result;
}

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest, std::size_t columns);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
