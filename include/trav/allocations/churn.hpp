// trav/allocations/churn.hpp: Churn, the blocks that were allocated and freed between two moments, by
// allocation site. No list of live blocks, and no census, shows them.
//
//     constinit trav::Churn churn;
//     constexpr trav::AllocationObserver observer{
//         .freed_block = [](trav::LiveBlock const& block) { churn.freed(block); }};
//
//     trav::observe_allocations(&observer);    // the program tracks its allocations
//     churn.start();                           // after a census
//     ...
//     auto const churned = churn.take();       // before the next one
//     trav::print(std::cout, trav::churn_table(churned));               // in profile/
//     trav::write_pprof(file, trav::allocation_stacks(churned));        // in report/stacks/
//
// A freed block costs a look-up of its call stack, without a lock. A Churn is a static object of 3 MiB, for
// 2^17 call stacks; its untouched pages take no memory. Blocks of further call stacks are summed up without a
// site. Bytes are requested ones. If allocations are sampled, amounts are estimates (sampled.hpp). Without an
// observer a Churn costs nothing.
#pragma once

#include "../allocations.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace trav {

/// The blocks with one call stack that have come and gone.
struct Churned {
    std::span<void const* const> site;  ///< return addresses, innermost first
    std::uint64_t bytes;
    std::uint64_t blocks;
};

class Churn {
  public:
    /// Begins an interval: blocks that are allocated from now on count.
    void start() noexcept {
        stop();
        take_all([](AllocationSite const*, Churned const&) {});
        since_.store(allocations(), std::memory_order_relaxed);
    }
    /// To be called for each block that is freed.
    void freed(LiveBlock const& block) noexcept {
        if (block.birth <= since_.load(std::memory_order_relaxed)) return;
        Sum& sum = block.site.empty() ? others_ : sum_of(AllocationSite::of(block.site.data()));
        auto const add = [](std::atomic<std::uint64_t>& to, double amount) {
            to.fetch_add(static_cast<std::uint64_t>(std::llround(amount)), std::memory_order_relaxed);
        };
        add(sum.bytes, block.weight * static_cast<double>(block.bytes));
        add(sum.parts, block.weight * parts_of_block);
    }
    /// Ends the interval, and returns its sums, most bytes first. Blocks that other threads free at the same
    /// time may be left out.
    std::vector<Churned> take() {
        stop();
        std::vector<Churned> list;
        take_all([&](AllocationSite const* site, Churned const& sum) {
            list.push_back(sum);
            if (site != nullptr) list.back().site = {site->begin(), site->size()};
        });
        std::ranges::sort(list, [](Churned const& a, Churned const& b) {
            return a.bytes != b.bytes ? a.bytes > b.bytes : a.blocks > b.blocks;
        });
        return list;
    }

  private:
    struct Sum {
        std::atomic<AllocationSite const*> site;  ///< null: the entry is free
        std::atomic<std::uint64_t> bytes, parts;
    };
    static constexpr std::uint64_t parts_of_block = 256;  // of two sampled blocks, one may stand for 1.5
    static constexpr unsigned bits = 17;
    static constexpr std::size_t size = std::size_t{1} << bits;

    void stop() noexcept { since_.store(never, std::memory_order_relaxed); }
    Sum& sum_of(AllocationSite const* site) noexcept {
        std::size_t at = (reinterpret_cast<std::uintptr_t>(site) * 0x9E3779B97F4A7C15u) >> (64 - bits);
        for (int tries = 0; tries != 64; ++tries, at = (at + 1) % size) {
            AllocationSite const* there = sums_[at].site.load(std::memory_order_relaxed);
            if (there == nullptr && sums_[at].site.compare_exchange_strong(there, site)) return sums_[at];
            if (there == site) return sums_[at];
        }
        return others_;
    }
    void take_all(auto f) {
        auto const pass = [&](Sum& sum) {
            std::uint64_t const parts = sum.parts.exchange(0, std::memory_order_relaxed);
            std::uint64_t const blocks = (parts + parts_of_block / 2) / parts_of_block;
            std::uint64_t const bytes = sum.bytes.exchange(0, std::memory_order_relaxed);
            if (parts != 0) f(sum.site.load(std::memory_order_relaxed), Churned{{}, bytes, blocks});
        };
        for (Sum& sum : sums_)
            if (sum.site.load(std::memory_order_relaxed) != nullptr) pass(sum);
        pass(others_);
    }

    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    std::atomic<std::uint64_t> since_{never};  ///< the last birth before the interval
    Sum others_{};
    Sum sums_[size]{};
};

}  // namespace trav
