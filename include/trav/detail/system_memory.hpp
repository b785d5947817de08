// trav/detail/system_memory.hpp: memory taken directly from the operating system, for use inside allocation
// hooks, and a lock that may be taken there.
#pragma once

#include "compiler.hpp"

#include <atomic>
#include <cstddef>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#else
#include <cstdlib>
#endif

namespace trav::detail {

/// Returns zeroed memory, or null if the system refuses.
inline void* system_memory(std::size_t bytes) noexcept {
#if __has_include(<sys/mman.h>)
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
#else
    return std::calloc(bytes, 1);
#endif
}
inline void give_back(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
    if (memory == nullptr) return;
#if __has_include(<sys/mman.h>)
    munmap(memory, bytes);
#else
    std::free(memory);
#endif
}

/// A lock without construction or destruction, so it works before main() and after exit().
class Lock {
  public:
    void lock() noexcept {
        while (taken_.test_and_set(std::memory_order_acquire)) taken_.wait(true, std::memory_order_relaxed);
    }
    void unlock() noexcept {
        taken_.clear(std::memory_order_release);
        taken_.notify_one();
    }

  private:
    std::atomic_flag taken_;
};
class Locked {
  public:
    explicit Locked(Lock& lock) noexcept : lock_(lock) { lock_.lock(); }
    ~Locked() { lock_.unlock(); }
    Locked(Locked const&) = delete;
    Locked& operator=(Locked const&) = delete;

  private:
    Lock& lock_;
};

}  // namespace trav::detail
