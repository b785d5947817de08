// compare: how the objects of a heap changed over two or more dumps: new, gone, surviving and growing
// objects. Objects are the same if their ids are. O(objects) per dump.
#pragma once

#include "dump_objects.hpp"

#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// The changes of the objects of one type, from the first dump to the last.
struct TypeChange {
    std::uint32_t type = 0;
    trav::Amount created{}, gone{}, survived{};  ///< surviving objects have their size in the last dump
    std::vector<std::uint64_t> bytes{};          ///< in each dump
    std::size_t grew = 0;                        ///< the number of steps in which the type grew

    std::int64_t growth() const { return static_cast<std::int64_t>(bytes.back() - bytes.front()); }
};

/// An object that is in all dumps and retains more in each dump than in the one before.
struct Growing {
    DumpObject last;
    std::vector<std::uint64_t> retained;  ///< in each dump
};

/// Throws dump::Error if the dumps do not share ids: no id is in both, or more than one in twenty common ids
/// has another type in the second dump.
void check_same_ids(DumpObjects const& a, DumpObjects const& b);

/// The changes of each type, by growth, largest first, then by name.
std::vector<TypeChange> changes(std::vector<DumpObjects> const& dumps, TypeNumbers const& types);

/// The objects that are in the second dump but not in the first, and still in the last, like the three
/// snapshots of Chrome and memlab. Sorted by retained size in the last dump, largest first.
std::vector<DumpObject> left_behind(std::vector<DumpObjects> const& dumps);

/// The objects whose retained size grew in every step, by growth, largest first.
std::vector<Growing> growing(std::vector<DumpObjects> const& dumps);

}  // namespace heapprof
