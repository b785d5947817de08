// trav/detail/region.hpp: the part of a heap that a node belongs to. In each part there is one thread of Parallel at a time, so that
// no two touch one node at the same time. Neighbours mostly belong together: a part is made of blocks of 256 KiB, or of 4096 numbers.
#pragma once

#include "absent.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

inline constexpr unsigned parts = 64;

template <class N>
concept Partable = std::is_pointer_v<N> || std::integral<N> || std::is_enum_v<N>;

inline constexpr unsigned block_bits = 18;  // of addresses

/// The memory up to `end` holds no object of another part that lies behind `n`.
template <class T>
TRAV_INLINE bool in_one_block(T const* n, void const* end) {
    return (reinterpret_cast<std::uintptr_t>(n) ^ reinterpret_cast<std::uintptr_t>(end)) >> block_bits == 0;
}

/// 0 <= part_of(n) < parts. Successive blocks are spread evenly.
template <Partable N>
TRAV_INLINE unsigned part_of(N const& n) {
    std::uint64_t block;
    if constexpr (std::is_pointer_v<N>) block = reinterpret_cast<std::uintptr_t>(n) >> block_bits;
    else block = static_cast<std::uint64_t>(n) >> 12;
    return static_cast<unsigned>((block * 0x9E3779B97F4A7C15u) >> 58);
}

}  // namespace trav::detail
