// compare: how the objects of a heap changed over two or more dumps: new, gone, surviving and growing
// objects. dump_objects.hpp says which objects are the same. O(objects) per dump.
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
    trav::Amount created{}, gone{}, survived{};     ///< surviving objects have their size in the last dump
    std::vector<std::uint64_t> bytes{}, objects{};  ///< in each dump
    std::size_t grew = 0;                           ///< the number of steps in which the type grew

    std::int64_t growth() const { return static_cast<std::int64_t>(bytes.back() - bytes.front()); }
};

/// An object that is in all dumps and retains more in each dump than in the one before.
struct Growing {
    DumpObject last;
    std::vector<std::uint64_t> retained;  ///< in each dump
};

/// Throws dump::Error if most of the types that two programs define are not in both; they are sorted.
void check_program(std::string const& file, std::vector<std::string> const& types, std::string const& other,
                   std::vector<std::string> const& other_types);

/// Throws dump::Error if the dumps cannot be compared: no id is in both; more than one in twenty common ids
/// has another type in the second dump; ids are used again, and most named objects of both have other ids; or
/// most of the types that the programs define are not in both.
void check_comparable(DumpObjects const& a, DumpObjects const& b);

/// The changes of each type, by growth, largest first, then by name. Without ids that mean the same in all
/// dumps, no object counts as new, gone or surviving.
std::vector<TypeChange> changes(std::vector<DumpObjects> const& dumps, TypeNumbers const& types);

/// The objects that are in the second dump but not in the first, and still in the last, like the three
/// snapshots of Chrome and memlab. Sorted by retained size in the last dump, largest first. Needs ids that
/// mean the same in all dumps.
std::vector<DumpObject> left_behind(std::vector<DumpObjects> const& dumps);

/// The objects whose retained size grew in every step, by growth, largest first.
std::vector<Growing> growing(std::vector<DumpObjects> const& dumps);

/// Marks an object that cannot be found in another dump.
inline constexpr std::uint64_t not_known = static_cast<std::uint64_t>(-1);

/// The sizes that objects of the last dump retained in the first one: 0 for a new object, `not_known` for an
/// object that has no place to look for, or another type there.
std::vector<std::uint64_t> retained_before(DumpObjects const& first, DumpObjects const& last,
                                           std::vector<Node> const& nodes);

}  // namespace heapprof
