// The flows of root sets: values as small as the number of roots allows.
#pragma once

#include <trav/profile/interned_sets.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heapprof {

/// Sets of up to that many roots, as the bits of an integer.
template <class Bits>
struct MaskFlow {
    using value = Bits;
    static constexpr value nothing = 0;
    static constexpr bool portable = true;
    value join(value a, value b) const { return static_cast<value>(a | b); }
    value singleton(std::uint32_t root) const { return static_cast<value>(value{1} << root); }
    std::size_t size(value set) const { return static_cast<std::size_t>(std::popcount(set)); }
    std::vector<std::uint32_t> elements(value set) const {
        std::vector<std::uint32_t> result;
        for (; set != 0; set &= static_cast<value>(set - 1))
            result.push_back(static_cast<std::uint32_t>(std::countr_zero(set)));
        return result;
    }
};

/// Sets of any number of roots.
struct SetFlow {
    using value = trav::InternedSets::Id;
    static constexpr value nothing = trav::InternedSets::empty;
    trav::InternedSets sets;
    value join(value a, value b) { return sets.unite(a, b); }
    value singleton(std::uint32_t root) { return sets.singleton(root); }
    std::size_t size(value set) const { return sets.size(set); }
    std::vector<std::uint32_t> elements(value set) const { return sets.elements(set); }
    value of(std::vector<std::uint32_t> const& elements) { return sets.of(elements); }
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

}  // namespace heapprof
