// trav/allocations/peak.hpp: Peak, the live blocks of a program at their highest total.
//
//     constinit trav::Peak peak;
//     constexpr trav::AllocationObserver observer{[](void const*, std::size_t n) { peak.allocated(n); },
//                                                 [](void const*, std::size_t n) { peak.freed(n); }};
//
//     peak.start();                            // in main(); the program tracks its allocations
//     trav::observe_allocations(&observer);
//     ...
//     if (auto const blocks = peak.take())
//         trav::write_pprof(file, trav::allocation_stacks(*blocks));   // in report/stacks/
//     if (peak.is_new()) profiler.sample(roots);    // by type, root, retainer, where no object is half made
//
// The blocks are listed whenever the total exceeds that of the last list by a sixteenth. So a list has at
// least 16/17 of the highest total, unless another thread makes a list at that moment. All lists together
// take some 17 times as long as the last one. Bytes are requested ones. If allocations are sampled, only
// recorded blocks count. Without an observer a Peak costs nothing.
#pragma once

#include "../allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>

namespace trav {

class Peak {
  public:
    /// Starts with the present blocks.
    void start() noexcept {
        std::size_t blocks = 0, bytes = 0;
        detail::live_table.count(blocks, bytes);
        total_ = highest_ = bytes;
        next_ = 0;
        renew(bytes);
    }
    void allocated(std::size_t bytes) noexcept {
        std::uint64_t const now = total_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
        std::uint64_t highest = highest_.load(std::memory_order_relaxed);
        while (now > highest && !highest_.compare_exchange_weak(highest, now, std::memory_order_relaxed)) {}
        if (now > next_.load(std::memory_order_relaxed)) [[unlikely]]
            renew(now);
    }
    void freed(std::size_t bytes) noexcept { total_.fetch_sub(bytes, std::memory_order_relaxed); }

    /// The highest total of live bytes since the start.
    std::uint64_t highest() const noexcept { return highest_.load(std::memory_order_relaxed); }
    /// Whether blocks were listed since the last call.
    bool is_new() noexcept { return is_new_.exchange(false, std::memory_order_relaxed); }
    /// Takes the last list; nothing if there is none since the last call, if another thread makes one now, or
    /// if there was no memory for it.
    std::optional<LiveBlocks> take() noexcept {
        if (is_busy_.test_and_set(std::memory_order_acquire)) return std::nullopt;
        std::optional<LiveBlocks> list = std::exchange(blocks_, std::nullopt);
        is_busy_.clear(std::memory_order_release);
        return list;
    }

  private:
    TRAV_NOINLINE void renew(std::uint64_t now) noexcept {
        // no lock: a child of fork() would wait for a thread that it does not have
        if (is_busy_.test_and_set(std::memory_order_acquire)) return;
        next_.store(now + now / 16, std::memory_order_relaxed);
        is_new_.store(true, std::memory_order_relaxed);
        blocks_.reset();
#ifdef __cpp_exceptions
        try {
            blocks_ = live_blocks();
        } catch (std::exception const&) {  // no memory for the list
            blocks_.reset();
        }
#else
        blocks_ = live_blocks();
#endif
        is_busy_.clear(std::memory_order_release);
    }

    std::atomic<std::uint64_t> total_{0}, highest_{0}, next_{0};
    std::atomic<bool> is_new_{false};
    std::atomic_flag is_busy_{};
    std::optional<LiveBlocks> blocks_;
};

}  // namespace trav
