// The breakdown by owner: which of a few objects holds each other one. It always answers: owners.hpp says how
// they are found, owner_names.hpp what they are called.
#pragma once

#include "owner_names.hpp"
#include "owners.hpp"

#include <trav/profile/band.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// Which owner an object has, as a breakdown.
class ByOwner {
  public:
    ByOwner(std::vector<std::uint32_t> of_node, std::vector<std::string> names)
        : of_node_(std::make_shared<std::vector<std::uint32_t> const>(std::move(of_node))),
          names_(std::make_shared<std::vector<std::string> const>(std::move(names))) {}

    std::string name() const { return "owner"; }
    std::uint32_t key(trav::dump::Node n) const { return (*of_node_)[n]; }
    trav::Band band(std::uint32_t owner) const {
        return {owner < names_->size() ? (*names_)[owner] : std::string("UNREACHED")};
    }

  private:
    std::shared_ptr<std::vector<std::uint32_t> const> of_node_;
    std::shared_ptr<std::vector<std::string> const> names_;
};

/// An owner holds at least so much of the heap.
inline constexpr double owner_share = 0.01;

/// The package of a place, "webpack" of "webpack/lib/cache.js:12", or the folder.
inline std::string package_of(std::string const& place) {
    std::size_t const scope = place.starts_with('@') ? place.find('/') + 1 : 0;
    return place.substr(0, place.find('/', scope));
}

/// The breakdown of one dump.
template <trav::dump::Dump D, class Machinery>
ByOwner by_owner(D const& dump, Machinery const& machinery) {
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
    return {std::move(owners.of_node), std::move(names)};
}

}  // namespace heapprof
