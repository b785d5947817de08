// The objects with the largest retained sizes, counted as the dump says (see trav/dump/retention.hpp).
#pragma once

#include "shortest_paths.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/retention.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/amount.hpp>
#include <trav/profile/dominator.hpp>

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
    auto const retention = trav::dump::retention(dump);
    auto const holds = [&](typename D::Edge const& edge) { return retention.holds(edge); };
    auto const heap = trav::sized(trav::dump::DumpGraph(dump, holds),
                                  [&](Node each) { return static_cast<std::size_t>(retention.size(each)); });
    std::vector<Node> const roots = trav::dump::roots(dump);
    auto const tree = trav::dominators(heap, roots);
    ShortestPaths const paths(dump, heap, holds);

    Largest result{tree.total().bytes, std::string(retention.note), {}};
    auto const runtime = static_cast<std::size_t>(
        std::ranges::count_if(roots, [&](Node each) { return is_runtime(dump, each); }));
    for (Node const found : tree.largest(n + runtime)) {
        if (is_runtime(dump, found) || result.objects.size() == n) continue;
        std::string const type = type_name(dump, found), own_name(name(dump, found));
        result.objects.push_back({type,
                                  type.ends_with(own_name) ? "" : own_name,
                                  id(dump, found),
                                  {heap.size(found), 1},
                                  tree.retained(found),
                                  paths.to(found)});
    }
    return result;
}

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest, std::size_t columns);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
