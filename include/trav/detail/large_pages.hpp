// trav/detail/large_pages.hpp: requests large pages from systems that provide them only on request.
//
// Clearing one page of 2 MB costs half as much as clearing 512 small ones, and random accesses rarely wait
// for the page table. Large pages are requested only for blocks that malloc always maps separately (glibc:
// 32 MB or more). Other blocks keep small pages, and a large block wastes little memory at its end.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace trav::detail {

/// `block` must have just been returned by malloc. Does nothing on systems without MADV_HUGEPAGE.
inline void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = 2 << 20;
    if (bytes < 16 * page) return;
    auto const at = reinterpret_cast<std::uintptr_t>(block);
    std::uintptr_t const begin = (at + page - 1) / page * page, end = (at + bytes) / page * page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace trav::detail
