// The breakdown by owner: which of a few objects holds each other one. It always answers: owners.hpp says how
// they are found, owner_names.hpp what they are called.
#pragma once

#include "by_split.hpp"
#include "owner_names.hpp"
#include "owners.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// An owner holds at least so much of the heap.
inline constexpr double owner_share = 0.01;

/// The package of a place, "webpack" of "webpack/lib/cache.js:12", or the folder.
inline std::string package_of(std::string const& place) {
    std::size_t const scope = place.starts_with('@') ? place.find('/') + 1 : 0;
    return place.substr(0, place.find('/', scope));
}

/// The breakdown of one dump.
template <trav::dump::Dump D, class Machinery>
BySplit by_owner(D const& dump, Machinery const& machinery) {
    RetainedHeap const heap(dump);
    auto const places = trav::dump::places(dump);
    auto owners = find_owners(heap, owner_share, [&](trav::dump::Node n) {
        std::string const package = package_of(places(n));
        return package.empty() ? type_name(dump, n) : "code of " + package;
    });
    OwnerNames const name(heap, machinery);
    std::vector<std::string> names;
    for (auto const& owner : owners.owners)
        names.push_back(owner.node == Owners::nobody ? "shared: " + owner.group : name(owner.node));
    for (std::uint32_t& owner : owners.of_node)
        if (owner == Owners::unreached) owner = static_cast<std::uint32_t>(names.size());
    names.emplace_back("UNREACHED");
    return {"owner", {std::move(owners.of_node), std::move(names)}};
}

}  // namespace heapprof
