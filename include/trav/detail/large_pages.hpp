// trav/detail/large_pages.hpp: asks the system for large pages, where it gives them only to those who ask.
//
// Clearing one page of 2 MB costs half of what 512 small ones do, and accesses at random hardly ever wait for
// the page table. Only for blocks so large that malloc always maps them on their own (glibc: from 32 MB on):
// other blocks keep small pages, and little is wasted at the end of these.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace trav::detail {

/// For a block that malloc has just returned. Without effect where the system does not know of this.
inline void prefer_large_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = 2 << 20;
    if (bytes < 16 * page) return;
    std::uintptr_t const at = reinterpret_cast<std::uintptr_t>(block);
    std::uintptr_t const begin = (at + page - 1) / page * page, end = (at + bytes) / page * page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace trav::detail
