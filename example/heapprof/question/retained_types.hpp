// What the objects of each type retain together, each object counted once: a list's cells retain each other.
#pragma once

#include "../breakdown/by_type.hpp"
#include "retained_heap.hpp"

#include <trav/profile/retained_by.hpp>
#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// The types of one dump whose objects retain most.
struct RetainedTypes {
    std::uint64_t total = 0;  ///< bytes reached in all
    std::vector<trav::RetainedByBand> types;
};

/// The first `n` of them.
template <trav::dump::Dump D>
RetainedTypes retained_types(RetainedHeap<D> const& heap, std::size_t n) {
    RetainedTypes result{heap.tree.total().bytes, trav::retained_by(heap.tree, ByType(heap.dump))};
    result.types.resize(std::min(n, result.types.size()));
    return result;
}

/// The same as a table, and as JSON.
inline std::string retained_types_text(RetainedTypes const& retained, std::size_t columns) {
    trav::TextTable text({"all of a type", "own", "retained", "%", "objects"});
    for (auto const& type : retained.types)
        text.row({type.text, trav::humanised(type.own.bytes), trav::humanised(type.retained.bytes),
                  trav::percent(type.retained.bytes, retained.total), trav::grouped(type.own.objects)});
    return text.fitting(columns) + "(retained: freed at least if all objects of the type were gone)\n";
}
inline nlohmann::ordered_json retained_types_json(RetainedTypes const& retained) {
    auto result = nlohmann::ordered_json::array();
    for (auto const& type : retained.types)
        result.push_back({{"type", type.text},
                          {"own", type.own.bytes},
                          {"retained", type.retained.bytes},
                          {"objects", type.own.objects},
                          {"objects_retained", type.retained.objects}});
    return result;
}

}  // namespace heapprof
