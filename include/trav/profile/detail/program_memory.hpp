// trav/profile/detail/program_memory.hpp: the memory outside of allocated blocks in which a program keeps
// pointers: static data of the program and its libraries, thread-local data, and this thread's stack. For ELF
// systems.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#if __has_include(<link.h>) && __has_include(<pthread.h>)
#include <link.h>
#include <pthread.h>
#endif

namespace trav::detail {

struct MemoryRange {
    std::uintptr_t first, end;
    bool contains(std::uintptr_t address) const { return address >= first && address < end; }
};

#if __has_include(<link.h>) && __has_include(<pthread.h>)

/// Static data, including read-only data if `constants`, and the data local to this thread.
inline std::vector<MemoryRange> static_memory(bool constants = false) {
    struct Found {
        bool constants;
        std::size_t count;
        std::vector<MemoryRange> ranges;
    } found{constants, 0, {}};
    auto const look = [](dl_phdr_info* module, std::size_t size, void* data) {
        auto& [all, count, ranges] = *static_cast<Found*>(data);
        for (unsigned i = 0; i != module->dlpi_phnum; ++i) {
            auto const& segment = module->dlpi_phdr[i];
            std::uintptr_t first = module->dlpi_addr + segment.p_vaddr;
            if (segment.p_type == PT_TLS) {
                if (size < offsetof(dl_phdr_info, dlpi_tls_data) + sizeof(void*)) continue;
                first = reinterpret_cast<std::uintptr_t>(module->dlpi_tls_data);
                if (first == 0) continue;  // not used by this thread
            } else if (segment.p_type != PT_LOAD || !(all || (segment.p_flags & PF_W) != 0)) {
                continue;
            }
            ++count;
            if (ranges.size() != ranges.capacity()) ranges.push_back({first, first + segment.p_memsz});
        }
        return 0;
    };
    dl_iterate_phdr(look, &found);  // the callback must not throw, so a first pass counts
    found.ranges.reserve(found.count);
    dl_iterate_phdr(look, &found);
    return found.ranges;
}
/// An address below the caller's frame.
TRAV_NOINLINE inline std::uintptr_t end_of_stack() {
    return reinterpret_cast<std::uintptr_t>(TRAV_FRAME_ADDRESS);
}
/// Saves the registers to this thread's stack, and calls f with the stack's range.
template <class F>
TRAV_NOINLINE void with_stack(F f) {
    TRAV_REGISTERS_TO_STACK();
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* lowest = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    auto const first = reinterpret_cast<std::uintptr_t>(lowest);
    MemoryRange const all{first, first + size};
    if (all.contains(end_of_stack())) f(MemoryRange{end_of_stack(), all.end});  // else on another stack
}

#else

inline std::vector<MemoryRange> static_memory(bool = false) { return {}; }
template <class F>
void with_stack(F) {}

#endif

}  // namespace trav::detail
