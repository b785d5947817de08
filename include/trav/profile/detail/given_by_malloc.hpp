// trav/profile/detail/given_by_malloc.hpp: the number of bytes that malloc reports as allocated, and the
// rounding of requests, as in glibc.
#pragma once

#include "../../detail/compiler.hpp"
#include "../amount.hpp"
#include "program_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace trav::detail {

/// The bytes of all blocks; 0 if malloc does not report them.
inline Amount given_by_malloc() {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
    auto const info = mallinfo2();
    return {info.uordblks + info.hblkhd, 0};
#endif
#endif
    return {};
}

/// The size of a glibc block for a request: one word more, rounded up to units of two words, at least four
/// words; from 128 KiB on, whole pages.
constexpr std::size_t with_rounding(std::size_t asked) {
    constexpr std::size_t word = sizeof(std::size_t), unit = 2 * word;
    constexpr std::size_t page = 4096;
    if (asked >= 32 * page) return (asked + unit + page - 1) / page * page;
    return std::max((asked + word + unit - 1) / unit * unit, 2 * unit);
}

/// Objects and the memory that they own, merged into blocks: adjacent pieces form one block.
class SeenBlocks {
  public:
    void add(void const* p, std::size_t bytes) {
        auto const first = reinterpret_cast<std::uintptr_t>(p);
        pieces_.push_back({first, first + bytes});
    }
    /// The amount that malloc has given for all blocks. Blocks outside malloc's memory are not included;
    /// their bytes are added to `outside`.
    Amount given(std::uint64_t& outside) {
        std::vector<MemoryRange> others = static_memory(true);
        with_stack([&](MemoryRange const& stack) { others.push_back(stack); });
        std::ranges::sort(pieces_, {}, &MemoryRange::first);
        Amount all;
        for (auto at = pieces_.begin(); at != pieces_.end();) {
            MemoryRange block = *at;
            while (++at != pieces_.end() && at->first <= block.end) block.end = std::max(block.end, at->end);
            bool const elsewhere = std::ranges::any_of(
                others, [&](MemoryRange const& other) { return other.contains(block.first); });
            if (elsewhere) outside += block.end - block.first;
            else all += Amount{with_rounding(block.end - block.first), 1};
        }
        return all;
    }

  private:
    std::vector<MemoryRange> pieces_;
};

}  // namespace trav::detail
