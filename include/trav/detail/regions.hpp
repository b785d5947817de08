// trav/detail/regions.hpp: Regions, an array over the whole address space. A region of it appears with
// its first use, so gaps between arenas or mapped files cost nothing.
#pragma once

#include "array.hpp"
#include "compiler.hpp"
#include "growing_array.hpp"
#include "heap_sort.hpp"
#include "unique_ptr.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

/// A `Region` for each 2^bits bytes.
template <class Region, unsigned bits>
class Regions {
  public:
    Regions() : table_(std::size_t{1} << first_bits) {}

    /// The region with an address, or null.
    TRAV_ALWAYS_INLINE Region* find(std::uintptr_t at) const { return entry_of(at >> bits).region.get(); }
    /// The region with an address, which is new if there was none.
    TRAV_NOINLINE Region& made(std::uintptr_t at) {
        if (Region* const region = find(at)) return *region;
        if (count_ * 2 > table_.size()) grow();
        Entry& entry = entry_of(at >> bits);
        entry = {at >> bits, UniquePtr(new Region())};
        ++count_;
        return *entry.region;
    }
    /// Calls f(address, region) in ascending order.
    void each(auto const& f) {
        GrowingArray<Entry*> found;
        for (Entry& entry : table_)
            if (entry.region) found.push(&entry);
        heap_sort(found.data(), found.size(),
                  [](Entry const* a, Entry const* b) { return a->number < b->number; });
        for (Entry* const entry : found) f(entry->number << bits, *entry->region);
    }

  private:
    static constexpr unsigned first_bits = 4;

    struct Entry {
        std::uintptr_t number = 0;
        UniquePtr<Region> region;
    };

    TRAV_ALWAYS_INLINE std::size_t home(std::uintptr_t number) const {
        return static_cast<std::size_t>(std::uint64_t{number} * 0x9E3779B97F4A7C15u >> shift_);
    }
    /// The entry of a region, or the free entry where it belongs.
    TRAV_ALWAYS_INLINE Entry& entry_of(std::uintptr_t number) const {
        std::size_t const mask = table_.size() - 1;
        auto* const entries = const_cast<Entry*>(table_.data());
        std::size_t at = home(number);
        while (entries[at].region && entries[at].number != number) at = (at + 1) & mask;
        return entries[at];
    }
    void grow() {
        Array<Entry> old = std::exchange(table_, Array<Entry>(table_.size() * 2));
        --shift_;
        for (Entry& entry : old)
            if (entry.region) entry_of(entry.number) = std::move(entry);
    }

    Array<Entry> table_;  // by hash of the number, at most half full
    std::size_t count_ = 0;
    unsigned shift_ = 64 - first_bits;
};

}  // namespace trav::detail
