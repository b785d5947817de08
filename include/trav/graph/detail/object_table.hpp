// trav/graph/detail/object_table.hpp: ObjectTable, a hash table of Objects. Unlike Hashed it brings no names
// into trav, where descriptions of users look up theirs.
#pragma once

#include "../../detail/array.hpp"
#include "../../detail/compiler.hpp"
#include "../object.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

struct NoData {};

/// At most half full. Pointers to data are valid until the next add().
template <class Data = NoData>
class ObjectTable {
  public:
    struct Entry {
        Object object{};
        [[no_unique_address]] Data data{};
    };

    std::size_t size() const { return size_; }
    /// Adds an object that is not null. Returns its entry, and whether it is new.
    TRAV_ALWAYS_INLINE std::pair<Entry*, bool> add(Object const& o) {
        Entry* entry = place_of(o);
        if (entry->object.address != nullptr) return {entry, false};
        if (++size_ * 2 > entries_.size()) [[unlikely]] {
            grow();
            entry = place_of(o);
        }
        entry->object = o;
        return {entry, true};
    }
    /// Null if the object was not added.
    TRAV_ALWAYS_INLINE Data const* find(Object const& o) const {
        Entry const* const entry = place_of(o);
        return entry->object.address != nullptr && o.address != nullptr ? &entry->data : nullptr;
    }
    /// An address to prefetch before add().
    TRAV_ALWAYS_INLINE void const* home(Object const& o) const { return entries_.data() + home_of(o); }

  private:
    static constexpr unsigned first_bits = 6;

    TRAV_ALWAYS_INLINE std::size_t home_of(Object const& o) const {
        auto const address = reinterpret_cast<std::uintptr_t>(o.address);
        return static_cast<std::size_t>(std::uint64_t{address} * 0x9E3779B97F4A7C15u >> shift_);
    }
    /// The entry of an object, or the free entry where it belongs.
    TRAV_ALWAYS_INLINE Entry* place_of(Object const& o) const {
        std::size_t const mask = entries_.size() - 1;
        auto* const entries = const_cast<Entry*>(entries_.data());
        std::size_t at = home_of(o);
        while (entries[at].object.address != nullptr && !(entries[at].object == o)) at = (at + 1) & mask;
        return entries + at;
    }
    TRAV_NOINLINE void grow() {
        Array<Entry> old = std::exchange(entries_, Array<Entry>(entries_.size() * 2));
        --shift_;
        for (Entry& entry : old)
            if (entry.object.address != nullptr) *place_of(entry.object) = entry;
    }

    Array<Entry> entries_ = Array<Entry>(std::size_t{1} << first_bits);
    std::size_t size_ = 0;
    unsigned shift_ = 64 - first_bits;
};

}  // namespace trav::detail
