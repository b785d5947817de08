// The breakdown by owner: which of a few objects holds an object. Every object has a band: an owner, a group
// of shared objects, or UNREACHED. owners.hpp describes how owners are found, owner_names.hpp how they are
// named.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/grouping.hpp>

#include <string>

namespace heapprof {

/// The least share of the heap that an owner holds.
inline constexpr double owner_share = 0.01;

/// The package of a place, "webpack" of "webpack/lib/cache.js:12", or the folder.
std::string package_of(std::string const& place);

/// The band of each object of a dump.
trav::dump::Grouping grouping_by_owner(AnyDump const& dump, EdgeSet const& machinery);

}  // namespace heapprof
