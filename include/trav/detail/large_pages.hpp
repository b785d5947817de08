// trav/detail/large_pages.hpp: memory in pages of 2 MB.
//
// The processor finds a large page in a table of few entries, so random accesses rarely wait for it. Linux
// provides them only on request, unless its administrator decided otherwise.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace trav::detail {

constexpr std::size_t large_page = std::size_t{2} << 20;

/// Requests large pages for a new block of malloc's, if it has at least `least` bytes. Clearing one large
/// page costs half as much as clearing 512 small ones, and random accesses rarely wait for the page table.
inline void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes,
                               [[maybe_unused]] std::size_t least) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes < least) return;
    auto const at = reinterpret_cast<std::uintptr_t>(block);
    std::uintptr_t const begin = (at + large_page - 1) / large_page * large_page,
                         end = (at + bytes) / large_page * large_page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace trav::detail
