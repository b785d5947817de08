// The breakdown by owner: which of a few objects holds an object. Every object has a band: an owner, a group
// of shared objects, or UNREACHED. owners.hpp describes how owners are found, owner_names.hpp how they are
// named, and sharers.hpp how shared objects are divided.
//
// Owners are chosen over all dumps of a series, by name: an owner of one dump is a band in every dump.
// by_owner() therefore finds small owners, too. choose_owners() keeps the names that hold 0.3 % of any
// dump: one object, or outside of such objects all copies together, as of a module that was loaded 20 times.
// The other small owners count for the owner or the group around them. Copies that hold less than 0.012 %
// each are not found.
//
// Objects that only V8's global object holds, in variables, are the group `global variables`. Shared objects
// that only one thread of Java keeps are grouped by its name without numbers, `threads job-*`.
#pragma once

#include "../file/any_dump.hpp"
#include "owner_names.hpp"
#include "owners.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/profile.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// The least share of the heap that an owner holds.
inline constexpr double owner_share = 0.003;
/// The beginning of the name of a group.
inline constexpr std::string_view shared_prefix = "shared: ";

/// The package of a place, "webpack" of "webpack/lib/cache.js:12", or the folder.
std::string package_of(std::string const& place);

/// The text with `*` for each number.
std::string without_numbers(std::string_view text);

/// The owners of one dump, all small ones included, with their names and those of groups.
struct NamedOwners {
    Owners owners;
    std::vector<std::string> names;  ///< one for each of `owners.owners`
    std::set<std::string> nameless;  ///< groups named only by a type
};
/// Groups of shared objects are divided by those that share them: sharers.hpp.
NamedOwners named_owners(RetainedHeap const& heap, OwnerNames& name, double share = owner_share);

/// The breakdown of one dump by these owners. It does not refer to the dump.
trav::AnyBreakdown<Node> by_owner(NamedOwners const& owners);
trav::AnyBreakdown<Node> by_owner(AnyDump const& dump);

/// Replaces the owners in the profiles of a series of dumps by those that are chosen. Returns the chosen name
/// for each owner of each dump, by its number; nothing, if a profile does not have the breakdown.
std::vector<std::vector<std::string>> choose_owners(std::vector<trav::Profile>& profiles,
                                                    double share = owner_share);

}  // namespace heapprof
