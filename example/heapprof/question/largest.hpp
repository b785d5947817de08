// The objects with the largest retained sizes, counted by the dump's rule (see trav/dump/retention.hpp).
#pragma once

#include "../heap/object_text.hpp"
#include "../heap/retained_heap.hpp"

#include <trav/profile/amount.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// A listed object.
struct LargeObject {
    ObjectName object;
    trav::Amount own, retained;
    std::string path;  ///< a shortest path, as a selector
};

/// The largest objects of one dump.
struct Largest {
    std::uint64_t total = 0;  ///< bytes of the dump
    std::string note;         ///< how sizes were counted, if unusual
    std::vector<LargeObject> objects;
};

/// The `n` objects that retain most. `drops` leaves out the insides of lists and trees, and objects of which
/// a single object, immediately dominated and not inside of one, retains 4/5. `wanted`, if not empty, says
/// for each object whether it may be listed. O(nodes + edges).
Largest largest(RetainedHeap const& heap, std::size_t n, bool drops, std::vector<bool> const& wanted = {});

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest, std::size_t columns);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
