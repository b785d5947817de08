// trav/profile/detail/process_memory.hpp: the resident memory of this process, as Linux reports it, and the
// memory that malloc keeps for later, as glibc reports it. Allocates nothing.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <charconv>
#include <fcntl.h>
#include <unistd.h>
#endif
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace trav {

/// The memory of a process, in bytes; 0 if unknown.
struct ProcessMemory {
    std::uint64_t kept = 0;      ///< free blocks of malloc
    std::uint64_t resident = 0;  ///< pages in memory
    std::uint64_t files = 0;     ///< of these: pages of files, and shared memory
};

namespace detail {

inline ProcessMemory process_memory() {
    ProcessMemory memory;
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
    memory.kept = mallinfo2().fordblks;
#endif
#endif
#ifdef __linux__
    char text[128];
    int const file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return memory;
    auto const size = read(file, text, sizeof text);
    close(file);
    char const* at = text;
    char const* const end = text + (size > 0 ? size : 0);
    std::uint64_t pages[3] = {};  // of all mappings, resident, resident pages of files
    for (std::uint64_t& number : pages) {
        auto const [next, error] = std::from_chars(at, end, number);
        if (error != std::errc()) return memory;
        at = next == end ? end : next + 1;
    }
    auto const page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    memory.resident = pages[1] * page;
    memory.files = pages[2] * page;
#endif
    return memory;
}

}  // namespace detail
}  // namespace trav
