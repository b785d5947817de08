// trav/detail/readable.hpp: is_readable(at), whether the word at an address can be read. Any number may be
// passed.
#pragma once

#include "compiler.hpp"

#include <cstdint>

#ifdef __linux__
#include <cerrno>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#endif

namespace trav::detail {

/// False where the system cannot be asked.
inline bool is_readable([[maybe_unused]] std::uintptr_t at) {
#ifdef __linux__
    int const before = std::exchange(errno, 0);
    constexpr int no_such_thing = -1;  // The kernel reads the word before it refuses this.
    ::syscall(SYS_rt_sigprocmask, no_such_thing, at, nullptr, sizeof(std::uint64_t));
    return std::exchange(errno, before) == EINVAL;
#else
    return false;
#endif
}

}  // namespace trav::detail
