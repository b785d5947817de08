// trav/allocations/tracked.hpp: the replacements of new, delete, malloc and free in a program that tracks its
// allocations.
#pragma once

#include "../detail/allocation_site.hpp"
#include "../detail/live_table.hpp"
#include "../detail/malloc_bytes.hpp"
#include "../detail/raise.hpp"
#include "live_block.hpp"
#include "sampled.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>)
#include <pthread.h>
#endif

namespace trav {

/// Functions that are called for each block: after it is allocated, and before it is freed. Null ones are not
/// called.
struct AllocationObserver {
    void (*allocated)(void const* block, std::size_t bytes) = nullptr;
    void (*freed)(void const* block, std::size_t bytes) = nullptr;
    void (*freed_block)(LiveBlock const& block) = nullptr;  ///< with its site and number of birth
};

namespace detail {

inline constinit LiveTable live_table;
inline constinit SiteTable allocation_sites;
inline constinit std::atomic<AllocationObserver const*> allocation_observer{nullptr};

/// Makes the sizes of tracked blocks known, all of which are from malloc. Keeps other threads from holding a
/// lock during fork(), since the child has no thread to release it.
inline bool tell_tracked_blocks() noexcept {
    is_tracked_block = [](void const* block) { return live_table.contains(block); };
#if __has_include(<sys/mman.h>)
    auto const thaw = [] { allocation_sites.thaw(), live_table.thaw(); };
    pthread_atfork([] { allocation_sites.freeze(), live_table.freeze(); }, thaw, thaw);
#endif
    return true;
}

/// Whether this thread runs a function of the observer, whose own allocations are not reported.
inline constinit thread_local bool observing = false;

TRAV_NOINLINE inline void tell_allocated(AllocationObserver const& observer, void const* block,
                                         std::size_t bytes) {
    if (observing || observer.allocated == nullptr) return;
    observing = true;
    observer.allocated(block, bytes);
    observing = false;
}
TRAV_NOINLINE inline void tell_freed(AllocationObserver const& observer, LiveEntry const entry) {
    if (observing) return;
    observing = true;
    auto const* const block = reinterpret_cast<void const*>(entry.address);
    if (observer.freed != nullptr) observer.freed(block, entry.bytes);
    if (observer.freed_block != nullptr) observer.freed_block(live_block(entry));
    observing = false;
}

}  // namespace detail

/// The functions that replace operator new and delete. Those that record every block are inlined, so that
/// unwinding begins in operator new itself.
template <Tracking tracking = Tracking{}>
struct Tracked {
    static_assert(tracking.callers >= 1 && tracking.callers <= 64,
                  "trav: TRAV_TRACK_ALLOCATIONS(n) keeps the n nearest callers of each allocation, 1 to 64");

    TRAV_ALWAYS_INLINE static void* note(void* block, std::size_t bytes, void const* caller) noexcept {
        if (block == nullptr) return block;
        if constexpr (tracking.interval == 0) return record(block, bytes, caller);
        else if (!detail::sample_clock.tick(bytes, tracking.interval)) [[likely]] return block;
        else return record_sample(block, bytes, caller);
    }
    TRAV_ALWAYS_INLINE static detail::LiveEntry forget(void* block) noexcept {
        if constexpr (tracking.interval != 0)
            if (!detail::sample_filter.may_contain(block)) [[likely]]
                return {};
        return forget_known(block);
    }
    /// Returns null if there is no memory and no new-handler.
    TRAV_ALWAYS_INLINE static void* allocate(std::size_t bytes, std::size_t alignment, void const* caller) {
        if constexpr (tracking.interval == 0) {
            void* const block = get(bytes, alignment);
            return block == nullptr ? block : record(block, bytes, caller);
        } else if (!detail::sample_clock.tick(bytes, tracking.interval)) [[likely]] {
            return get(bytes, alignment);
        } else {
            return allocate_sample(bytes, alignment, caller);
        }
    }
    TRAV_ALWAYS_INLINE static void* allocate_or_raise(std::size_t bytes, std::size_t alignment,
                                                      void const* caller) {
        void* const block = allocate(bytes, alignment, caller);
        if (block == nullptr) detail::raise(std::bad_alloc());
        return block;
    }
    TRAV_ALWAYS_INLINE static void* allocate_or_null(std::size_t bytes, std::size_t alignment,
                                                     void const* caller) noexcept {
#ifdef __cpp_exceptions
        try {
            return allocate(bytes, alignment, caller);
        } catch (...) { return nullptr; }  // the handler threw
#else
        return allocate(bytes, alignment, caller);
#endif
    }
    static void free(void* block) noexcept {
        if (block != nullptr) forget(block);
        std::free(block);  // NOLINT(cppcoreguidelines-no-malloc)
    }

  private:
    TRAV_ALWAYS_INLINE static void* record(void* block, std::size_t bytes, void const* caller) noexcept {
        detail::Callers<tracking.callers> const callers(caller);
        detail::live_table.add(block, bytes, detail::allocation_sites.find(callers));
        if (auto const* const observer = detail::allocation_observer.load(std::memory_order_acquire))
            detail::tell_allocated(*observer, block, bytes);
        return block;
    }
    /// Not inlined, so that other allocations need no room for the callers.
    TRAV_NOINLINE static void* record_sample(void* block, std::size_t bytes, void const* caller) noexcept {
        detail::sample_filter.add(block);
        return record(block, bytes, caller);
    }
    TRAV_NOINLINE static void* allocate_sample(std::size_t bytes, std::size_t alignment, void const* caller) {
        void* const block = get(bytes, alignment);
        return block == nullptr ? block : record_sample(block, bytes, caller);
    }
    TRAV_NOINLINE static detail::LiveEntry forget_known(void* block) noexcept {
        detail::LiveEntry const known = detail::live_table.remove(block);
        if constexpr (tracking.interval != 0)
            if (known.address != 0) detail::sample_filter.remove(block);
        if (known.address == 0) return known;
        if (auto const* const observer = detail::allocation_observer.load(std::memory_order_acquire))
            detail::tell_freed(*observer, known);
        return known;
    }
    /// A block of at least one byte.
    static void* get(std::size_t bytes, std::size_t alignment) {
        std::size_t const least = bytes != 0 ? bytes : 1;
        void* const block = malloc(least, alignment);
        return block != nullptr ? block : get_again(least, alignment);
    }
    TRAV_NOINLINE static void* get_again(std::size_t bytes, std::size_t alignment) {
        for (;;) {
            auto const handler = std::get_new_handler();
            if (handler == nullptr) return nullptr;
            handler();
            if (void* const block = malloc(bytes, alignment)) return block;
        }
    }
    static void* malloc(std::size_t bytes, std::size_t alignment) noexcept {
        if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__)
            return std::malloc(bytes);  // NOLINT(cppcoreguidelines-no-malloc)
#if __has_include(<sys/mman.h>)
        void* block = nullptr;
        return posix_memalign(&block, alignment, bytes) == 0 ? block : nullptr;
#else
        static_assert(tracking.callers == 0, "trav: allocations can be tracked on POSIX systems only");
        return nullptr;
#endif
    }
};

#ifdef __GLIBC__
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t) noexcept;
void* __libc_calloc(std::size_t, std::size_t) noexcept;
void* __libc_realloc(void*, std::size_t) noexcept;
void* __libc_memalign(std::size_t, std::size_t) noexcept;
void __libc_free(void*) noexcept;
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

/// The same for malloc, calloc, realloc and aligned allocations.
template <Tracking tracking = Tracking{}>
struct TrackedMalloc {
    static void* allocate(std::size_t bytes, void const* caller) noexcept {
        return note(__libc_malloc(bytes), bytes, caller);
    }
    static void* zeroed(std::size_t n, std::size_t size, void const* caller) noexcept {
        return note(__libc_calloc(n, size), n * size, caller);
    }
    static void* aligned(std::size_t alignment, std::size_t bytes, void const* caller) noexcept {
        return note(__libc_memalign(alignment, bytes), bytes, caller);
    }
    static int aligned(void** block, std::size_t alignment, std::size_t bytes, void const* caller) noexcept {
        if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
            return EINVAL;
        void* const found = aligned(alignment, bytes, caller);
        if (found == nullptr) return ENOMEM;
        *block = found;
        return 0;
    }
    static void* resized(void* block, std::size_t bytes, void const* caller) noexcept {
        detail::LiveEntry const before =
            Tracked<tracking>::forget(block);  // first, since another thread may get its address
        void* const now = __libc_realloc(block, bytes);
        if (now != nullptr) note(now, bytes, caller);
        else if (before.address != 0 && bytes != 0) note(block, before.bytes, caller);
        return now;
    }
    static void free(void* block) noexcept {
        Tracked<tracking>::forget(block);
        __libc_free(block);
    }

  private:
    static void* note(void* block, std::size_t bytes, void const* caller) noexcept {
        return Tracked<tracking>::note(block, bytes, caller);
    }
};
#endif

}  // namespace trav
