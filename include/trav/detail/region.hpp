// trav/detail/region.hpp: assigns nodes to regions of the heap. Only one thread of Parallel is in a region
// at a time, so no two threads touch the same node at the same time. Neighbouring nodes are usually in the
// same region: a region consists of blocks of 256 KiB, or of 4096 numbers.
#pragma once

#include "compiler.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

inline constexpr unsigned regions = 64;

template <class N>
concept HasAddress = requires(N const& n) { static_cast<void const*>(n.address); };
template <class N>
concept HasRegion = std::is_pointer_v<N> || std::integral<N> || std::is_enum_v<N> || HasAddress<N>;

inline constexpr unsigned block_bits = 18;  // address bits within a block

/// Whether the memory from `n` to `end` is in one block, and thus in one region.
template <class T>
TRAV_INLINE bool in_one_block(T const* n, void const* end) {
    return (reinterpret_cast<std::uintptr_t>(n) ^ reinterpret_cast<std::uintptr_t>(end)) >> block_bits == 0;
}

/// 0 <= region_of(n) < regions. Successive blocks are spread evenly over the regions.
template <HasRegion N>
TRAV_INLINE unsigned region_of(N const& n) {
    std::uint64_t block;
    if constexpr (std::is_pointer_v<N>) block = reinterpret_cast<std::uintptr_t>(n) >> block_bits;
    else if constexpr (HasAddress<N>) block = reinterpret_cast<std::uintptr_t>(n.address) >> block_bits;
    else block = static_cast<std::uint64_t>(n) >> 12;
    return static_cast<unsigned>((block * 0x9E3779B97F4A7C15u) >> 58);
}

}  // namespace trav::detail
