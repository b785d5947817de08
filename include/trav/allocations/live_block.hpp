// trav/allocations/live_block.hpp: LiveBlock, a block that the program has allocated and not yet freed.
#pragma once

#include "../detail/live_shadow.hpp"
#include "sampled.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace trav {

/// A block that has been allocated and not yet freed.
struct LiveBlock {
    void const* address;
    std::size_t bytes;                  ///< the requested size
    std::size_t given;                  ///< the usable size; the same as `bytes` if malloc does not report it
    std::uint64_t birth;                ///< the number of the allocation, starting at 1
    std::span<void const* const> site;  ///< return addresses, innermost first
    double weight = 1;  ///< the number of blocks that it stands for, if only some are recorded

    /// Whether `p` points into the block.
    bool contains(void const* p) const {
        auto const offset = reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(address);
        return offset < (given != 0 ? given : 1);
    }
};

namespace detail {

/// The usable size of the block according to malloc.
inline std::size_t given_bytes([[maybe_unused]] void const* block, [[maybe_unused]] std::size_t asked) {
#ifdef __GLIBC__
    return malloc_usable_size(const_cast<void*>(block));
#else
    return asked;
#endif
}

/// The block of an entry, which must not have been freed.
inline LiveBlock live_block(LiveEntry const& entry) {
    auto const* const block = reinterpret_cast<void const*>(entry.address);
    std::span<void const* const> site;
    if (entry.site != nullptr) site = {entry.site->begin(), entry.site->size()};
    return {block,       entry.bytes, given_bytes(block, entry.bytes),
            entry.birth, site,        sample_weight(entry.bytes)};
}

}  // namespace detail
}  // namespace trav
