#include "by_owner.hpp"

#include "owner_names.hpp"
#include "owners.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace heapprof {

std::string package_of(std::string const& place) {
    std::size_t const scope = place.starts_with('@') ? place.find('/') + 1 : 0;
    return place.substr(0, place.find('/', scope));
}

trav::dump::Grouping grouping_by_owner(AnyDump const& dump, EdgeSet const& machinery) {
    RetainedHeap const heap(dump);
    auto const places = dump.places();
    auto owners = find_owners(heap, owner_share, [&](Node n) {
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
    return {std::move(owners.of_node), std::move(names)};
}

}  // namespace heapprof
