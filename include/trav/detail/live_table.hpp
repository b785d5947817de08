// trav/detail/live_table.hpp: LiveTable, the blocks that a program has got and not given back, by address.
//
// Threads add and remove at the same time: the table is in 64 parts, each with a lock of its own. It takes 40
// to 80 bytes for each block, which no allocator knows of. A table of static duration works before main() and
// after exit().
#pragma once

#include "allocation_site.hpp"
#include "system_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// What is known of a block.
struct LiveEntry {
    std::uintptr_t address;  ///< 0: none
    std::size_t bytes;       ///< that were asked for
    std::uint64_t birth;     ///< the first block has 1, the next one 2
    AllocationSite const* site;
};

class LiveTable {
  public:
    /// A new block. If the system has no memory for the table, the block is not known.
    void add(void const* block, std::size_t bytes, AllocationSite const* site) noexcept {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        std::uint64_t const hash = hash_of(address);
        Part& part = part_of(hash);
        std::uint64_t const birth = 1 + births_.fetch_add(1, std::memory_order_relaxed);
        Locked const locked(part.lock);
        if (4 * (part.count + 1) > 3 * part.capacity && !grow(part)) {
            unknown_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        LiveEntry& entry = *find(part, address, hash);
        if (entry.address == 0) ++part.count;  // else it was given back in a way that was not seen
        else part.bytes -= entry.bytes;
        part.bytes += bytes;
        entry = {address, bytes, birth, site};
    }
    /// The block is about to be given back. Answers what was known of it.
    LiveEntry remove(void const* block) noexcept {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        std::uint64_t const hash = hash_of(address);
        Part& part = part_of(hash);
        Locked const locked(part.lock);
        if (part.capacity == 0) return {};
        LiveEntry* hole = find(part, address, hash);
        LiveEntry const removed = *hole;
        if (removed.address == 0) return removed;
        --part.count;
        part.bytes -= removed.bytes;
        // what was pushed on by the block moves back
        std::size_t const mask = part.capacity - 1;
        auto at = static_cast<std::size_t>(hole - part.entries);
        for (std::size_t next = (at + 1) & mask; part.entries[next].address; next = (next + 1) & mask) {
            std::size_t const home = slot(hash_of(part.entries[next].address)) & mask;
            if (((next - home) & mask) < ((next - at) & mask)) continue;
            part.entries[at] = part.entries[next];
            at = next;
        }
        part.entries[at].address = 0;
        return removed;
    }
    /// f(LiveEntry const&) for each block, in no order, a part of the table at a time. f must not allocate.
    void each(auto f) noexcept {
        for (Part& part : parts_) {
            Locked const locked(part.lock);
            for (std::size_t i = 0; i != part.capacity; ++i)
                if (part.entries[i].address) f(static_cast<LiveEntry const&>(part.entries[i]));
        }
    }
    /// Blocks and their bytes.
    void count(std::size_t& blocks, std::size_t& bytes) noexcept {
        for (Part& part : parts_) {
            Locked const locked(part.lock);
            blocks += part.count;
            bytes += part.bytes;
        }
    }
    /// Blocks that were ever added.
    std::uint64_t births() const noexcept { return births_.load(std::memory_order_relaxed); }
    /// Of these, such as the table had no room for.
    std::uint64_t unknown() const noexcept { return unknown_.load(std::memory_order_relaxed); }

  private:
    struct alignas(64) Part {
        Lock lock{};
        LiveEntry* entries = nullptr;
        std::size_t capacity = 0;
        std::size_t count = 0;
        std::size_t bytes = 0;
    };
    static std::uint64_t hash_of(std::uintptr_t address) { return address * 0x9E3779B97F4A7C15u; }
    static std::size_t slot(std::uint64_t hash) { return static_cast<std::size_t>(hash >> 20); }
    Part& part_of(std::uint64_t hash) { return parts_[hash >> 58]; }

    /// The entry of the address, or that where it would be.
    static LiveEntry* find(Part& part, std::uintptr_t address, std::uint64_t hash) {
        std::size_t const mask = part.capacity - 1;
        std::size_t at = slot(hash) & mask;
        while (part.entries[at].address && part.entries[at].address != address) at = (at + 1) & mask;
        return part.entries + at;
    }
    TRAV_NOINLINE static bool grow(Part& part) {
        std::size_t const capacity = part.capacity ? 2 * part.capacity : 128;
        void* const memory = system_memory(capacity * sizeof(LiveEntry));
        if (memory == nullptr) return false;
        Part larger;
        larger.entries = static_cast<LiveEntry*>(memory);
        larger.capacity = capacity;
        for (std::size_t i = 0; i != part.capacity; ++i) {
            LiveEntry const& entry = part.entries[i];
            if (entry.address) *find(larger, entry.address, hash_of(entry.address)) = entry;
        }
        give_back(part.entries, part.capacity * sizeof(LiveEntry));
        part.entries = larger.entries;
        part.capacity = capacity;
        return true;
    }

    Part parts_[64]{};
    std::atomic<std::uint64_t> births_{0};
    std::atomic<std::uint64_t> unknown_{0};
};

}  // namespace trav::detail
