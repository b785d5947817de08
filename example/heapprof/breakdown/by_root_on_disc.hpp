// The breakdown by root set of a mapped dump. by_root.hpp describes its bands.
//
// Memory: per object, a set takes 1 byte for up to 7 roots, 2, 4 or 8 bytes for up to 15, 31 or 63, and 4
// bytes beyond. Add a few bits per object, and two blocks of the file.
#pragma once

#include "by_root.hpp"
#include "on_disc.hpp"

#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/interned_sets.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heapprof {

/// Sets of any number of roots.
struct SetFlow {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    trav::InternedSets sets;
    value join(value a, value b) { return sets.unite(a, b); }
    value singleton(std::size_t root) { return sets.singleton(static_cast<std::uint32_t>(root)); }
    std::vector<std::uint32_t> elements(value set) const { return sets.elements(set); }
};

/// Calls f(flow) with the smallest value type that holds sets of so many roots and (other); returns its
/// result.
auto with_root_flow(std::size_t roots, auto f) {
    if (roots < 8) return f(MaskFlow<std::uint8_t>());
    if (roots < 16) return f(MaskFlow<std::uint16_t>());
    if (roots < 32) return f(MaskFlow<std::uint32_t>());
    if (roots < 64) return f(MaskFlow<std::uint64_t>());
    return f(SetFlow());
}

/// The breakdown of a .csr dump. Throws BadFile, and dump::Error if a selector matches nothing.
trav::AnyBreakdown<Node> by_root_on_disc(AnyDump const& dump, std::vector<NamedRoot> const& roots,
                                         trav::dump::Progress const& progress = {});

}  // namespace heapprof
