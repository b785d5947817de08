// divide_shared: splits groups of shared objects by the owners and packages that share them.
//
//     shared: app.cache and app.sessions    shared: enhanced-resolve and webpack    shared: data of webpack
//
// The sharers of an object are the large owners and the packages with a path to it that passes no other large
// owner and no other object of a package: a retainer set. An object with more than three sharers, or one that
// is also reached from a root without passing any of them, stays in its group.
//
// Takes 8 bytes per object while it runs. O(nodes + edges).
#pragma once

#include "owners.hpp"

#include <functional>
#include <string>

namespace heapprof {

/// Each set of sharers becomes a group inside the group of its objects. name(owner) names an owner;
/// package(node) names the package that an object is code of, or is empty.
void divide_shared(RetainedHeap const& heap, Owners& owners,
                   std::function<std::string(Owners::Owner const&)> const& name,
                   std::function<std::string(Node)> const& package);

}  // namespace heapprof
