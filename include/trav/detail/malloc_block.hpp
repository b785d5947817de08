// trav/detail/malloc_block.hpp: malloc_block(at), the size of malloc's block at an address. Any number may be
// passed. The block's header must agree with its arena and with the header of the next block.
#pragma once

#include "compiler.hpp"
#include "malloc_bytes.hpp"
#include "readable.hpp"

#include <cstddef>
#include <cstdint>

#ifdef TRAV_DETAIL_FINDS_MALLOC
#include <link.h>
#include <unistd.h>
#endif

namespace trav::detail {

inline std::uintptr_t address(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }
inline std::uintptr_t word_at(std::uintptr_t at) {
    return word_before(reinterpret_cast<std::uintptr_t const*>(at) + 1);
}

#ifdef TRAV_DETAIL_FINDS_MALLOC

/// The end of a program's own memory, by its headers, which lie in it. ELF sorts them by address.
inline std::uintptr_t end_of_program(ElfW(Phdr) const* headers, unsigned long number) {
    constexpr std::uintptr_t unknown = ~std::uintptr_t{0};
    std::uintptr_t begin = unknown, length = 0;
    for (unsigned long i = 0; i != number; ++i) {
        ElfW(Phdr) const& header = headers[i];
        if (header.p_type == PT_PHDR) begin = address(headers) - header.p_vaddr;
        if (header.p_type == PT_LOAD) length = header.p_vaddr + header.p_memsz;
    }
    return begin == unknown ? unknown : begin + length;
}
/// Likewise this program's; malloc's main arena is behind it.
inline std::uintptr_t end_of_program() {
    static std::uintptr_t const end =
        end_of_program(reinterpret_cast<ElfW(Phdr) const*>(::getauxval(AT_PHDR)), ::getauxval(AT_PHNUM));
    return end;
}

/// The end of the arena that a block can lie in, by its header; 0: in none.
inline std::uintptr_t end_of_arena(std::uintptr_t at, std::uintptr_t header) {
    constexpr std::uintptr_t of_thread = 4;
    if ((header & of_thread) == 0) return at > end_of_program() ? address(::sbrk(0)) : 0;
    // An arena of a thread begins at a multiple of its room, with two pointers and its size.
    constexpr std::uintptr_t room = std::uintptr_t{1} << 26, word = sizeof(std::uintptr_t);
    std::uintptr_t const begin = at / room * room;
    if (!is_readable(begin)) return 0;
    std::uintptr_t const size = word_at(begin + 2 * word);
    return size <= room && size % 4096 == 0 ? begin + size : 0;
}

/// The usable size of the block of malloc that begins at `at`; 0 if none does, or if that is not certain.
inline std::size_t malloc_block(std::uintptr_t at) {
    constexpr std::uintptr_t word = sizeof(std::uintptr_t), unit = 2 * word, page = 4096;
    constexpr std::uintptr_t flags = 7, before_in_use = 1, mapped = 2, least_address = 65536;
    if (is_tracked_block == nullptr && !has_headers()) return 0;  // `at` may be padding
    if (at % unit != 0 || at < least_address) return 0;
    if (is_tracked_block != nullptr) {
        auto* const block = reinterpret_cast<void*>(at);
        return is_tracked_block(block) ? malloc_usable_size(block) : 0;
    }
    if (!is_readable(at - word)) return 0;
    std::uintptr_t const header = word_at(at - word), size = header & ~flags;
    if (size < 2 * unit || size % unit != 0 || size > std::uintptr_t{1} << 46) return 0;
    if ((header & mapped) != 0) {
        bool const fills_pages = size % page == 0 || size % page == page - unit;
        bool const alone = fills_pages && at % page == unit && word_at(at - unit) == 0;
        std::size_t const given = usable_size(header, 0);
        return alone && is_readable(at + given - word) ? given : 0;
    }
    std::uintptr_t const end = end_of_arena(at, header);
    if (at + size > end) return 0;
    std::uintptr_t const next = word_at(at - word + size);
    bool const is_next = (next & before_in_use) != 0 && (next & ~flags) <= end - (at - unit + size);
    return is_next ? size - word : 0;
}

#else
inline std::size_t malloc_block(std::uintptr_t) { return 0; }
#endif

}  // namespace trav::detail
