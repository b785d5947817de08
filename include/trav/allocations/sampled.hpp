// trav/allocations/sampled.hpp: sampled, the tracking of a few allocations in place of all, so that it can
// stay on in production.
//
//     TRAV_TRACK_ALLOCATIONS(sampled);               // one sample for each 512 KiB allocated, on average
//     TRAV_TRACK_ALLOCATIONS(sampled(64 * 1024));    // one for each 64 KiB
//
//     trav::Estimate const e = trav::estimated(trav::live_blocks());       // of all live blocks, or of some
//     std::cout << e.bytes << " bytes, +-" << e.error;
//
// Samples are a Poisson process over the bytes of each thread: a block of s bytes is recorded with
// probability p = 1 - exp(-s / interval), so it stands for 1 / p blocks of its size (LiveBlock::weight). Sums
// of these weights have no bias (Horvitz and Thompson 1952). An allocation that is not recorded costs a
// subtraction, and its deallocation one load from a table of 128 KiB.
#pragma once

#include "../detail/compiler.hpp"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trav {

/// Which allocations are recorded, with how many callers.
struct Tracking {
    unsigned callers = 8;
    std::size_t interval = 0;  ///< bytes between two samples, on average; 0: every allocation is recorded

    consteval Tracking() = default;
    consteval Tracking(int of_each) : callers(of_each < 0 ? 0 : static_cast<unsigned>(of_each)) {}
    consteval Tracking(unsigned of_each, std::size_t bytes) : callers(of_each), interval(bytes) {}
    /// The same with another interval.
    consteval Tracking operator()(std::size_t bytes) const { return {callers, bytes}; }
};

/// One sample for each 512 KiB, with 32 callers.
inline constexpr Tracking sampled{32, std::size_t{512} << 10};

/// An estimate of all blocks, by the recorded ones.
struct Estimate {
    double bytes = 0;
    double blocks = 0;
    double error = 0;  ///< the standard deviation of `bytes`; 0 if every allocation is recorded
};

/// The estimate by some of the live blocks.
template <class Blocks>
Estimate estimated(Blocks const& blocks) {
    Estimate sum;
    double variance = 0;
    for (auto const& block : blocks) {
        auto const bytes = static_cast<double>(block.bytes);
        sum.bytes += block.weight * bytes;
        sum.blocks += block.weight;
        variance += block.weight * (block.weight - 1) * bytes * bytes;
    }
    sum.error = std::sqrt(variance);
    return sum;
}

namespace detail {

/// The interval of this program; 0 if every allocation is recorded.
inline constinit std::atomic<std::size_t> sampling_interval{0};

inline bool allocations_are_sampled() { return sampling_interval.load(std::memory_order_relaxed) != 0; }

/// The number of blocks that a recorded block stands for.
inline double sample_weight(std::size_t bytes) {
    std::size_t const interval = sampling_interval.load(std::memory_order_relaxed);
    if (interval == 0) return 1;
    return -1 / std::expm1(-static_cast<double>(bytes != 0 ? bytes : 1) / static_cast<double>(interval));
}

/// Tells which allocations of a thread are recorded.
class SampleClock {
  public:
    /// Whether an allocation is recorded.
    TRAV_ALWAYS_INLINE bool tick(std::size_t bytes, std::size_t interval) noexcept {
        left_ -= static_cast<std::int64_t>(bytes != 0 ? bytes : 1);
        if (left_ >= 0) [[likely]]
            return false;
        return expired(interval);
    }

  private:
    TRAV_NOINLINE bool expired(std::size_t interval) noexcept {
        if (random_ == 0) {  // a new thread
            static constinit std::atomic<std::uint64_t> threads{0};
            random_ = threads.fetch_add(1, std::memory_order_relaxed) * 0x9E3779B97F4A7C15u + 1;
            sampling_interval.store(interval, std::memory_order_relaxed);
            left_ += next(interval);
            if (left_ >= 0) return false;
        }
        left_ = next(interval);
        return true;
    }
    /// Bytes until the next sample.
    std::int64_t next(std::size_t interval) noexcept {
        random_ += 0x9E3779B97F4A7C15u;  // splitmix64
        std::uint64_t bits = random_;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
        bits ^= bits >> 31;
        double const uniform = (static_cast<double>(bits >> 11) + 1) * 0x1p-53;  // above 0, at most 1
        return static_cast<std::int64_t>(-std::log(uniform) * static_cast<double>(interval));
    }

    std::int64_t left_ = 0;
    std::uint64_t random_ = 0;
};
inline constinit thread_local SampleClock sample_clock;

/// A filter of the recorded blocks: one load rules out most others.
class SampleFilter {
  public:
    bool may_contain(void const* block) const noexcept {
        return counts_[place(block)].load(std::memory_order_relaxed) != 0;
    }
    void add(void const* block) noexcept { counts_[place(block)].fetch_add(1, std::memory_order_relaxed); }
    void remove(void const* block) noexcept { counts_[place(block)].fetch_sub(1, std::memory_order_relaxed); }

  private:
    static constexpr unsigned bits = 15;
    static std::size_t place(void const* block) {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        return static_cast<std::size_t>((address * 0x9E3779B97F4A7C15u) >> (64 - bits));
    }
    std::atomic<std::uint32_t> counts_[std::size_t{1} << bits]{};
};
inline constinit SampleFilter sample_filter;

}  // namespace detail
}  // namespace trav
