// MemoryLimit: beyond it an allocation fails with std::bad_alloc, while the machine still has memory.
//
// It holds for what a program writes to in memory, its data and heaps (RLIMIT_DATA), not for files that are
// mapped to be read. Linux 4.7 and later keep to it; elsewhere it may be ineffective.
#pragma once

#include <cstdint>

#include <sys/resource.h>

namespace heapprof {

/// The machine's memory in bytes, or less if its control group may have less; 0 if that is not known.
std::uint64_t machine_memory();

/// What can still be allocated before the limit that holds now; the largest number if there is none.
std::uint64_t memory_left();

/// Holds while it lives, for what is allocated from now on.
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
