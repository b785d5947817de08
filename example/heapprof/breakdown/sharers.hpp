// divide_shared: splits what no single owner holds by the owners and packages that share it.
//
//     shared: app.cache and app.sessions    shared: enhanced-resolve and webpack    shared: data of webpack
//
// The sharers of an object are the large owners and the packages with a path to it that passes no other large
// owner and no other object of a package: a retainer set. An object with more than three sharers stays where
// it is, and so does one that the owner around it, or a root, reaches without passing any of them.
//
// Takes 8 bytes per object while it runs. O(nodes + edges).
#pragma once

#include "owners.hpp"

#include <functional>
#include <string>

namespace heapprof {

/// Moves objects to a group for each set of sharers, inside the owner or group around them. Objects of small
/// owners move, too. name(owner) names an owner; package(node) names the package that an object is code of,
/// or is empty; divides(group) says whether a group of shared objects is divided. A group that holds a
/// `share` of the heap is large.
void divide_shared(RetainedHeap const& heap, Owners& owners, double share,
                   std::function<std::string(Owners::Owner const&)> const& name,
                   std::function<std::string(Node)> const& package,
                   std::function<bool(std::string const&)> const& divides);

}  // namespace heapprof
