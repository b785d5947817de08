// trav/detail/live_table.hpp: LiveTable, the live blocks of a program, by address.
//
// Several threads may add and remove blocks at the same time. Small blocks are in a LiveShadow, which takes
// half as much memory as they do; for the others there are 64 hash tables, each with its own lock, which take
// 40 to 80 bytes per block. The memory is directly from the operating system. A table with static storage
// duration works before main() and after exit().
#pragma once

#include "allocation_site.hpp"
#include "live_shadow.hpp"
#include "system_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace trav::detail {

class LiveTable {
  public:
    /// Adds a new block. If the system has no memory for the table, the block is only counted by unknown().
    /// A block already known at the address was freed unseen. The new one replaces it, but a small block does
    /// not replace a large one, to save a search in the hash table.
    void add(void const* block, std::size_t bytes, AllocationSite const* site) noexcept {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        std::uint64_t const birth = 1 + births_.fetch_add(1, std::memory_order_relaxed);
        if (bytes < LiveShadow::too_large && small_.add({address, bytes, birth, site})) return;
        small_.remove(address);  // an earlier free() of the block was not seen
        std::uint64_t const hash = hash_of(address);
        Part& part = part_of(hash);
        Locked const locked(part.lock);
        if (4 * (part.count + 1) > 3 * part.capacity && !grow(part)) {
            unknown_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        LiveEntry& entry = *find(part, address, hash);
        if (entry.address == 0) ++part.count;
        entry = {address, bytes, birth, site};
    }
    /// Removes a block that is about to be freed. Returns its entry; address 0 if the block is unknown.
    LiveEntry remove(void const* block) noexcept {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        if (LiveEntry const small = small_.remove(address); small.address != 0) return small;
        std::uint64_t const hash = hash_of(address);
        Part& part = part_of(hash);
        Locked const locked(part.lock);
        if (part.capacity == 0) return {};
        LiveEntry* hole = find(part, address, hash);
        LiveEntry const removed = *hole;
        if (removed.address == 0) return removed;
        --part.count;
        // move back entries that the removed one had displaced
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
    bool contains(void const* block) noexcept {
        auto const address = reinterpret_cast<std::uintptr_t>(block);
        if (small_.contains(address)) return true;
        std::uint64_t const hash = hash_of(address);
        Part& part = part_of(hash);
        Locked const locked(part.lock);
        return part.capacity != 0 && find(part, address, hash)->address == address;
    }
    /// Calls f(LiveEntry const&) for each block, in any order, with its part locked. f must not allocate.
    void each(auto f) noexcept {
        small_.each(f);
        for (Part& part : parts_) {
            Locked const locked(part.lock);
            for (std::size_t i = 0; i != part.capacity; ++i)
                if (part.entries[i].address) f(static_cast<LiveEntry const&>(part.entries[i]));
        }
    }
    /// Adds the number of blocks and their total size to `blocks` and `bytes`. O(blocks).
    void count(std::size_t& blocks, std::size_t& bytes) noexcept {
        each([&](LiveEntry const& entry) { ++blocks, bytes += entry.bytes; });
    }
    /// Keeps other threads from changing the hash tables until `thaw`, as before a fork().
    void freeze() noexcept {
        for (Part& part : parts_) part.lock.lock();
    }
    void thaw() noexcept {
        for (Part& part : parts_) part.lock.unlock();
    }
    /// The number of blocks that were ever added.
    std::uint64_t births() const noexcept { return births_.load(std::memory_order_relaxed); }
    /// The number of blocks that did not fit into the table.
    std::uint64_t unknown() const noexcept { return unknown_.load(std::memory_order_relaxed); }

  private:
    struct alignas(64) Part {
        Lock lock{};
        LiveEntry* entries = nullptr;
        std::size_t capacity = 0;
        std::size_t count = 0;
    };
    static std::uint64_t hash_of(std::uintptr_t address) { return address * 0x9E3779B97F4A7C15u; }
    static std::size_t slot(std::uint64_t hash) { return static_cast<std::size_t>(hash >> 20); }
    Part& part_of(std::uint64_t hash) { return parts_[hash >> 58]; }

    /// The entry of the address, or the free entry where it belongs.
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

    LiveShadow small_;
    Part parts_[64]{};
    std::atomic<std::uint64_t> births_{0};
    std::atomic<std::uint64_t> unknown_{0};
};

}  // namespace trav::detail
