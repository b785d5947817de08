// trav/allocations.hpp: a table of all blocks that a program has allocated with new and not yet freed, with
// their sizes and allocation sites. Opt-in, by a line in one source file of the program:
//
//     TRAV_TRACK_ALLOCATIONS();      // replaces operator new and delete; keeps 8 callers of each block
//     TRAV_TRACK_ALLOCATIONS(1);     // keeps only the nearest caller; 64 is the most
//     TRAV_TRACK_ALLOCATIONS(sampled);     // a few allocations only: allocations/sampled.hpp
//
//     for (trav::LiveBlock const& block : trav::live_blocks()) ...          // anywhere
//     trav::live_blocks().at(p)                                             // the block that p points into
//     trav::observe_allocations(&observer);                                 // called for each block
//
// or, with glibc only, for all blocks from malloc, including those from new and from C libraries:
//
//     TRAV_TRACK_MALLOC();           // replaces malloc, calloc, realloc, free and aligned allocations
//
// Any thread may allocate at any time, even before main() and after exit(). The table takes half as much
// memory as the blocks of less than 1 KiB, and some 60 bytes for each other block (detail/live_table.hpp),
// directly from the operating system, and does not shrink. Only other blocks cost a lock. On x86-64 Linux
// each recorded caller costs one look-up (detail/frame_rules.hpp); elsewhere, as long as the propagation of
// an exception through a function. `./dev bench allocations` prints the times.
// AddressSanitizer does not detect mismatched new and delete.
// clang's ThreadSanitizer needs -shared-libsan, because its own new cannot be replaced.
#pragma once

#include "allocations/live_block.hpp"
#include "allocations/tracked.hpp"
#include "detail/compiler.hpp"
#include "detail/live_table.hpp"
#include "detail/raise.hpp"
#include "detail/system_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <utility>

namespace trav {

/// A snapshot of the live blocks, sorted by address.
class LiveBlocks {
  public:
    LiveBlocks(LiveBlocks&& other) noexcept
        : first_(std::exchange(other.first_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    LiveBlocks& operator=(LiveBlocks&& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~LiveBlocks() { detail::give_back(first_, capacity_ * sizeof(LiveBlock)); }

    LiveBlock const* begin() const { return first_; }
    LiveBlock const* end() const { return first_ + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    LiveBlock const& operator[](std::size_t i) const { return first_[i]; }
    /// The block that `p` points into, or null. O(log n).
    LiveBlock const* at(void const* p) const {
        auto const* const after =
            std::ranges::upper_bound(begin(), end(), p, std::less<>(), &LiveBlock::address);
        return after != begin() && after[-1].contains(p) ? after - 1 : nullptr;
    }

  private:
    friend LiveBlocks live_blocks();
    LiveBlocks() = default;
    void reserve(std::size_t blocks) {
        *this = LiveBlocks();
        void* const memory = detail::system_memory(blocks * sizeof(LiveBlock));
        if (memory == nullptr) detail::raise(std::bad_alloc());
        first_ = static_cast<LiveBlock*>(memory);
        capacity_ = blocks;
    }

    LiveBlock* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Returns all blocks in the table. The list itself uses untracked memory, so it does not change the table.
/// Concurrent changes by other threads may or may not be included.
inline LiveBlocks live_blocks() {
    LiveBlocks list;
    std::size_t missed = 0;
    do {
        std::size_t blocks = 0, bytes = 0;
        detail::live_table.count(blocks, bytes);
        list.reserve(blocks + blocks / 8 + missed + 64);
        missed = 0;
        detail::live_table.each([&](detail::LiveEntry const& entry) {
            if (list.size_ == list.capacity_) return void(++missed);
            ::new (static_cast<void*>(list.first_ + list.size_++)) LiveBlock(detail::live_block(entry));
        });
    } while (missed != 0);
    std::ranges::sort(list.first_, list.first_ + list.size_, std::less<>(), &LiveBlock::address);
    return list;
}

/// Registers `observer`, which must live as long as it is registered; null removes it. Its functions are
/// called in the threads that allocate and free blocks, and must not throw.
inline void observe_allocations(AllocationObserver const* observer) {
    detail::allocation_observer.store(observer, std::memory_order_release);
}

/// The number of blocks ever recorded: the birth of the latest one. 0 if allocations are not tracked.
inline std::uint64_t allocations() { return detail::live_table.births(); }

/// The number of blocks that were never in the table, because the system had no memory for it.
inline std::uint64_t missed_allocations() { return detail::live_table.unknown(); }

}  // namespace trav

/// Replaces operator new and delete. Must be at namespace scope, in one source file; two uses do not link.
#define TRAV_TRACK_ALLOCATIONS(...)                                                                          \
    namespace trav::detail {                                                                                 \
    using ProgramTracked = Tracked<Tracking{__VA_ARGS__}>;                                                   \
    }                                                                                                        \
    TRAV_DETAIL_NEW(operator new)                                                                            \
    TRAV_DETAIL_NEW(operator new[])                                                                          \
    TRAV_DETAIL_DELETE(operator delete)                                                                      \
    TRAV_DETAIL_DELETE(operator delete[])                                                                    \
    TRAV_DETAIL_TELL
#define TRAV_DETAIL_TELL                                                                                     \
    [[maybe_unused]] static bool const trav_tracked_blocks = ::trav::detail::tell_tracked_blocks()
// Not inlined: new needs its return address; and of delete alone, g++ says that free() gets foreign memory.
#define TRAV_DETAIL_NEW(name)                                                                                \
    TRAV_NOINLINE void* name(std::size_t bytes) {                                                            \
        return ::trav::detail::ProgramTracked::allocate_or_raise(bytes, 0, TRAV_RETURN_ADDRESS);             \
    }                                                                                                        \
    TRAV_NOINLINE void* name(std::size_t bytes, std::align_val_t alignment) {                                \
        return ::trav::detail::ProgramTracked::allocate_or_raise(bytes, static_cast<std::size_t>(alignment), \
                                                                 TRAV_RETURN_ADDRESS);                       \
    }                                                                                                        \
    TRAV_NOINLINE void* name(std::size_t bytes, std::nothrow_t const&) noexcept {                            \
        return ::trav::detail::ProgramTracked::allocate_or_null(bytes, 0, TRAV_RETURN_ADDRESS);              \
    }                                                                                                        \
    TRAV_NOINLINE void* name(std::size_t bytes, std::align_val_t alignment,                                  \
                             std::nothrow_t const&) noexcept {                                               \
        return ::trav::detail::ProgramTracked::allocate_or_null(bytes, static_cast<std::size_t>(alignment),  \
                                                                TRAV_RETURN_ADDRESS);                        \
    }
#define TRAV_DETAIL_DELETE(name)                                                                             \
    TRAV_NOINLINE void name(void* block) noexcept { ::trav::detail::ProgramTracked::free(block); }           \
    TRAV_NOINLINE void name(void* block, std::size_t) noexcept {                                             \
        ::trav::detail::ProgramTracked::free(block);                                                         \
    }                                                                                                        \
    TRAV_NOINLINE void name(void* block, std::align_val_t) noexcept {                                        \
        ::trav::detail::ProgramTracked::free(block);                                                         \
    }                                                                                                        \
    TRAV_NOINLINE void name(void* block, std::size_t, std::align_val_t) noexcept {                           \
        ::trav::detail::ProgramTracked::free(block);                                                         \
    }                                                                                                        \
    TRAV_NOINLINE void name(void* block, std::nothrow_t const&) noexcept {                                   \
        ::trav::detail::ProgramTracked::free(block);                                                         \
    }                                                                                                        \
    TRAV_NOINLINE void name(void* block, std::align_val_t, std::nothrow_t const&) noexcept {                 \
        ::trav::detail::ProgramTracked::free(block);                                                         \
    }

#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#elif defined(__has_feature)
#if !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer))
#define TRAV_MAY_TRACK_MALLOC
#endif
#else
#define TRAV_MAY_TRACK_MALLOC
#endif

/// Replaces malloc, calloc, realloc, free and aligned allocations. Must be at namespace scope, in one
/// source file of the program.
#if defined(TRAV_MAY_TRACK_MALLOC)
#define TRAV_TRACK_MALLOC(...)                                                                               \
    namespace trav::detail {                                                                                 \
    using ProgramTrackedMalloc = TrackedMalloc<Tracking{__VA_ARGS__}>;                                       \
    }                                                                                                        \
    extern "C" {                                                                                             \
    TRAV_NOINLINE void* malloc(std::size_t bytes) noexcept {                                                 \
        return ::trav::detail::ProgramTrackedMalloc::allocate(bytes, TRAV_RETURN_ADDRESS);                   \
    }                                                                                                        \
    TRAV_NOINLINE void* calloc(std::size_t n, std::size_t size) noexcept {                                   \
        return ::trav::detail::ProgramTrackedMalloc::zeroed(n, size, TRAV_RETURN_ADDRESS);                   \
    }                                                                                                        \
    TRAV_NOINLINE void* realloc(void* block, std::size_t bytes) noexcept {                                   \
        return ::trav::detail::ProgramTrackedMalloc::resized(block, bytes, TRAV_RETURN_ADDRESS);             \
    }                                                                                                        \
    TRAV_NOINLINE void* memalign(std::size_t alignment, std::size_t bytes) noexcept {                        \
        return ::trav::detail::ProgramTrackedMalloc::aligned(alignment, bytes, TRAV_RETURN_ADDRESS);         \
    }                                                                                                        \
    TRAV_NOINLINE void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {                   \
        return ::trav::detail::ProgramTrackedMalloc::aligned(alignment, bytes, TRAV_RETURN_ADDRESS);         \
    }                                                                                                        \
    TRAV_NOINLINE int posix_memalign(void** block, std::size_t align, std::size_t bytes) noexcept {          \
        return ::trav::detail::ProgramTrackedMalloc::aligned(block, align, bytes, TRAV_RETURN_ADDRESS);      \
    }                                                                                                        \
    void free(void* block) noexcept { ::trav::detail::ProgramTrackedMalloc::free(block); }                   \
    }                                                                                                        \
    TRAV_DETAIL_TELL
#else
#define TRAV_TRACK_MALLOC(...)                                                                               \
    static_assert(false, "trav: TRAV_TRACK_MALLOC needs glibc, and a build without sanitizers, whose "       \
                         "malloc it would replace: use TRAV_TRACK_ALLOCATIONS")
#endif
