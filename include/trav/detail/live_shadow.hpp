// trav/detail/live_shadow.hpp: LiveShadow, the live blocks of less than 1 KiB.
//
// Each 32 bytes of memory have an entry of 16 bytes in an array beside the heap, found by the address. So
// blocks that lie together have entries that lie together, and threads take no lock. malloc of glibc never
// puts two blocks into the same 32 bytes of a 64-bit system; if another malloc does, the second is refused.
#pragma once

#include "allocation_site.hpp"
#include "system_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// The entry of one block.
struct LiveEntry {
    std::uintptr_t address;  ///< 0: the entry is free
    std::size_t bytes;       ///< the requested size
    std::uint64_t birth;     ///< the number of the allocation, starting at 1
    AllocationSite const* site;
};

class LiveShadow {
  public:
    static constexpr std::size_t too_large = 1024;  // bytes

    /// Whether there is room for a new block of less than `too_large` bytes.
    bool add(LiveEntry const& block) noexcept {
        Entry* const entry = find(block.address, true);
        if (entry == nullptr) return false;
        std::uint64_t before = entry->state.load(std::memory_order_relaxed);
        if (before != 0 && !is_of(before, block.address)) return false;
        // else 0, or an earlier free() of the block was not seen
        if (!entry->state.compare_exchange_strong(before, changing, std::memory_order_relaxed)) return false;
        entry->site.store(block.site, std::memory_order_release);  // after `changing`
        entry->state.store(block.birth << 16 | block.bytes << 6 | (block.address & 31) << 1 | 1,
                           std::memory_order_release);
        return true;
    }
    /// Removes a block that is about to be freed. Returns its entry; address 0 if the block is unknown.
    LiveEntry remove(std::uintptr_t address) noexcept {
        Entry* const entry = find(address, false);
        if (entry == nullptr) return {};
        std::uint64_t const state = entry->state.load(std::memory_order_relaxed);
        if (!is_of(state, address)) return {};
        LiveEntry const removed = read(address, state, entry->site.load(std::memory_order_relaxed));
        entry->state.store(0, std::memory_order_relaxed);
        return removed;
    }
    bool contains(std::uintptr_t address) noexcept {
        Entry const* const entry = find(address, false);
        return entry != nullptr && is_of(entry->state.load(std::memory_order_relaxed), address);
    }
    /// Calls f(LiveEntry const&) for each block. Blocks that other threads add or remove may be left out.
    void each(auto f) noexcept {
        for (Region& region : regions_) {
            Entry const* const entries = region.entries.load(std::memory_order_acquire);
            if (entries == nullptr) continue;
            std::uintptr_t const first = (region.number.load(std::memory_order_relaxed) - 1) << region_bits;
            for (std::size_t i = 0; i != region_entries; ++i) {
                std::uint64_t const state = entries[i].state.load(std::memory_order_acquire);
                if ((state & 1) == 0) continue;
                AllocationSite const* const site = entries[i].site.load(std::memory_order_acquire);
                if (entries[i].state.load(std::memory_order_relaxed) != state) continue;
                f(read(first + 32 * i + (state >> 1 & 31), state, site));
            }
        }
    }

  private:
    /// A block's birth in 48 bits, its bytes in 10, the last 5 bits of its address, and 1; or 0.
    struct Entry {
        std::atomic<std::uint64_t> state;
        std::atomic<AllocationSite const*> site;
    };
    static constexpr std::uint64_t changing = 2;
    static constexpr unsigned region_bits = 22;
    static constexpr std::size_t region_entries = std::size_t{1} << (region_bits - 5);

    /// 4 MiB of memory. The entries are from the system, which gives pages as they are written.
    struct Region {
        std::atomic<std::uintptr_t> number;  ///< 1 + address / 4 MiB; 0: free
        std::atomic<Entry*> entries;
    };

    static bool is_of(std::uint64_t state, std::uintptr_t address) {
        return (state & 0x3F) == ((address & 31) << 1 | 1);
    }
    static LiveEntry read(std::uintptr_t address, std::uint64_t state, AllocationSite const* site) {
        return {address, static_cast<std::size_t>(state >> 6 & (too_large - 1)), state >> 16, site};
    }
    /// The entry of an address, or null: there is none yet, or no room for more regions.
    Entry* find(std::uintptr_t address, bool may_add) {
        std::uintptr_t const number = 1 + (address >> region_bits);
        std::size_t at = (std::uint64_t{number} * 0x9E3779B97F4A7C15u) >> (64 - bits);
        for (int tries = 0; tries != 64; ++tries, at = (at + 1) & ((std::size_t{1} << bits) - 1)) {
            Region& region = regions_[at];
            std::uintptr_t there = region.number.load(std::memory_order_relaxed);
            if (there == 0) {
                if (!may_add) return nullptr;
                if (region.number.compare_exchange_strong(there, number)) there = number;
            }
            if (there != number) continue;
            Entry* entries = region.entries.load(std::memory_order_acquire);
            if (entries == nullptr && may_add) entries = make(region);
            return entries == nullptr ? nullptr : entries + (address >> 5 & (region_entries - 1));
        }
        return nullptr;
    }
    TRAV_NOINLINE static Entry* make(Region& region) {
        constexpr std::size_t bytes = region_entries * sizeof(Entry);
        auto* const made = static_cast<Entry*>(system_memory(bytes));
        Entry* known = nullptr;
        if (made == nullptr || region.entries.compare_exchange_strong(known, made)) return made;
        give_back(made, bytes);
        return known;
    }

    static constexpr unsigned bits = 17;  // of 512 GiB
    Region regions_[std::size_t{1} << bits]{};
};

}  // namespace trav::detail
