// MemoryLimit: makes allocations beyond a limit throw std::bad_alloc while the machine still has memory.
//
// The limit applies to writable memory, data and heaps (RLIMIT_DATA), and not to files mapped for reading. It
// works on Linux 4.7 and later; on other systems it may have no effect.
#pragma once

#include <cstdint>

#include <sys/resource.h>

namespace heapprof {

/// The machine's memory in bytes, or the control group's limit if it is lower; 0 if unknown.
std::uint64_t machine_memory();

/// The bytes that can still be allocated under the current limit; the largest number without a limit.
std::uint64_t memory_left();

/// Limits new allocations during its lifetime.
class MemoryLimit {
  public:
    /// 0: no limit.
    explicit MemoryLimit(std::uint64_t bytes);
    MemoryLimit(MemoryLimit const&) = delete;
    MemoryLimit& operator=(MemoryLimit const&) = delete;
    ~MemoryLimit();

  private:
    rlimit before_{};
    bool set_ = false;
};

}  // namespace heapprof
