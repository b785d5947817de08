// The bytes that the objects of each type retain together. Objects that retain each other, such as the cells
// of a list, count once.
#pragma once

#include "../heap/retained_heap.hpp"

#include <trav/profile/retained_by_band.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// The types of one dump whose objects retain most.
struct RetainedTypes {
    std::uint64_t total = 0;  ///< bytes of the dump
    std::vector<trav::RetainedByBand> types;
};

/// The first `n` types. `wanted`, if not empty, says for each object whether it counts.
RetainedTypes retained_types(RetainedHeap const& heap, std::size_t n, std::vector<bool> const& wanted = {});

/// The same as a table, and as JSON.
std::string retained_types_text(RetainedTypes const& retained, std::size_t columns);
nlohmann::ordered_json retained_types_json(RetainedTypes const& retained);

}  // namespace heapprof
