// The objects with the largest retained sizes, counted as Chrome's DevTools does.
#pragma once

#include <trav/dump/v8/snapshot.hpp>
#include <trav/profile/amount.hpp>
#include <trav/report/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// One of them.
struct LargeObject {
    std::string type;
    std::uint64_t id;
    trav::Amount own, retained;
    std::string path;  ///< a shortest one from the root: its last steps
};

/// The objects of one dump.
struct Largest {
    std::uint64_t total = 0;  ///< bytes reached in all
    std::vector<LargeObject> objects;
};

/// The `n` objects that retain most. O(nodes + edges).
Largest largest(trav::dump::V8Snapshot const& snapshot, std::size_t n);

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
