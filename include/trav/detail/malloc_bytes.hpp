// trav/detail/malloc_bytes.hpp: malloc_bytes(p), the size of a block from operator new according to malloc. A
// program may replace operator new, and a block of an arena is none of malloc's: asking malloc for its size
// would crash. So malloc is asked only with a proof that the block is its own.
#pragma once

#include "compiler.hpp"
#include "readable.hpp"

#include <cstddef>
#include <cstdint>

#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#endif
#ifdef __GLIBC__  // other systems have a <malloc.h> that is an error
#include <malloc.h>
#include <sys/auxv.h>
#endif

namespace trav::detail {

/// Whether a program that tracks its allocations has tracked a block; null in other programs.
using IsTrackedBlock = bool (*)(void const* block);
inline constinit IsTrackedBlock is_tracked_block = nullptr;

#if defined(__GLIBC__) && defined(__GLIBC_PREREQ) && defined(__LP64__)
#if __GLIBC_PREREQ(2, 34)  // from here on, dlsym needs no library of its own
#define TRAV_DETAIL_FINDS_MALLOC
#endif
#endif

#ifdef TRAV_DETAIL_FINDS_MALLOC

/// The library, or the program, that a function or an address is in; null if that is unknown.
inline void const* home_of(void const* address) {
    Dl_info info;
    return address != nullptr && dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}
inline void const* home_of(char const* function) {
    return home_of(static_cast<void const*>(dlsym(RTLD_DEFAULT, function)));
}

/// Whether all blocks from operator new are malloc's: each operator new is either the C++ runtime's, which
/// calls malloc, or in one library with malloc; and malloc_usable_size is malloc's own.
inline bool find_new_is_malloc() {
    void const* const malloc_home = home_of("malloc");
    void const* const runtime = home_of("__cxa_pure_virtual");
    void const* const program = home_of(reinterpret_cast<void const*>(getauxval(AT_PHDR)));
    if (malloc_home == nullptr || malloc_home != home_of("malloc_usable_size") || program == nullptr)
        return false;
    static constexpr char const* functions[] = {"_Znwm",
                                                "_Znam",
                                                "_ZnwmRKSt9nothrow_t",
                                                "_ZnamRKSt9nothrow_t",
                                                "_ZnwmSt11align_val_t",
                                                "_ZnamSt11align_val_t",
                                                "_ZnwmSt11align_val_tRKSt9nothrow_t",
                                                "_ZnamSt11align_val_tRKSt9nothrow_t"};
    for (char const* const function : functions) {
        void const* const home = home_of(function);
        if (home == nullptr || home == program || (home != runtime && home != malloc_home)) return false;
    }
    return true;
}
inline bool new_is_malloc() {
    static bool const is = find_new_is_malloc();
    return is;
}
/// Whether all these blocks have the header of glibc's malloc. Those of jemalloc or valgrind do not; valgrind
/// replaces malloc by a function of this name.
inline bool has_headers() {
    static bool const has = new_is_malloc() && home_of("malloc") == home_of("gnu_get_libc_version") &&
                            home_of("_vgr10010ZU_libcZdsoZa_malloc") == nullptr;
    return has;
}

#else
inline bool new_is_malloc() { return false; }
inline bool has_headers() { return false; }
#endif

/// The usable size of a block from the global operator new; 0 unless it is certain that malloc gave it.
inline std::size_t malloc_bytes([[maybe_unused]] void const* block) {
#ifdef __GLIBC__
    if (new_is_malloc() || (is_tracked_block != nullptr && is_tracked_block(block)))
        return malloc_usable_size(const_cast<void*>(block));
#endif
    return 0;
}

/// Whether malloc may have mapped pages for a block of this usable size.
constexpr bool may_fill_pages(std::size_t usable) { return usable >= std::size_t{1} << 17; }

/// The most bytes that malloc adds to a request, in a block of this usable size.
constexpr std::size_t most_rounding(std::size_t given) {
    return may_fill_pages(given) ? 4095 : 3 * sizeof(std::size_t);
}

/// The word before a block or an array. AddressSanitizer allows only `delete[]` to read it.
TRAV_NOINLINE TRAV_NO_SANITIZE_ADDRESS inline std::size_t word_before(void const* first) {
    return static_cast<std::size_t const*>(first)[-1];
}

/// The usable size of a block of glibc's malloc, by its header and the word before that. A mapped block, with
/// what lies before it, fills pages; from glibc 2.43 on, the size in its header leaves out two words.
constexpr std::size_t usable_size(std::size_t header, std::size_t before) {
    constexpr std::size_t flags = 7, mapped = 2, word = sizeof(std::size_t), page = 4096;
    std::size_t const size = header & ~flags;
    return size - ((header & mapped) != 0 && (before + size) % page == 0 ? 2 * word : word);
}

/// The usable size of the block that malloc gives for this many bytes. It may be 16 bytes larger, if these
/// would be left over.
constexpr std::size_t usable_size_for(std::size_t bytes) {
    constexpr std::size_t word = sizeof(std::size_t), unit = 2 * word, least = 3 * word;
    std::size_t const size = (bytes + word + unit - 1) / unit * unit - word;
    return size < least ? least : size;
}

/// Whether a block of this usable size may have been requested with this many bytes.
constexpr bool may_be_for(std::size_t bytes, std::size_t usable, std::size_t more = 0) {
    return usable == usable_size_for(bytes) + more ||
           (may_fill_pages(usable) && usable >= bytes && usable - bytes <= most_rounding(usable));
}

/// The usable size of malloc's block at `p`, by its header only; `p` may be any address on a readable page.
inline std::size_t usable_size_at([[maybe_unused]] void const* p) {
#ifdef __GLIBC__
    auto const at = reinterpret_cast<std::uintptr_t>(p);
    if (is_tracked_block != nullptr) {
        if (!is_tracked_block(p)) return 0;
    } else if (!has_headers() || at % alignof(std::max_align_t) != 0) {
        return 0;
    } else if (at % 4096 == 0 && !is_readable(at - sizeof(std::size_t))) {
        return 0;
    }
    constexpr std::size_t least = 3 * sizeof(std::size_t);
    std::size_t const header = word_before(p);
    std::size_t const size = usable_size(header, word_before(static_cast<std::size_t const*>(p) - 1));
    return size < least || size > header ? 0 : size;
#else
    return 0;
#endif
}

}  // namespace trav::detail
