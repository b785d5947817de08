// trav/graph/detail/object_places.hpp: ObjectPlaces, the places of objects by their addresses.
//
// Takes 4 bytes for each 16 bytes of the pages of 4 KB with objects, and 2 KB for each MB with such pages.
// Two objects in the same 16 bytes are crowded: a table has the place of the second one.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/place.hpp"
#include "../../detail/regions.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../object_memory.hpp"
#include "object_table.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

class ObjectPlaces {
    static constexpr unsigned entry_bits = 4, page_bits = 12, region_bits = 20;

    struct Page {
        Place after[std::size_t{1} << (page_bits - entry_bits)];  // 1 + place of the first object, or 0
    };
    struct Region {
        UniquePtr<Page> page[std::size_t{1} << (region_bits - page_bits)];
    };

  public:
    static constexpr Place none = ~Place{0};

    /// Adds an object with the place `next`. `objects` are those added before, by place. Returns the
    /// object's place, and whether the object is new.
    TRAV_ALWAYS_INLINE std::pair<Place, bool> add(Object const& o, Object const* objects, Place next) {
        Place* after = entry(begin_of(o));
        if (after == nullptr) [[unlikely]]
            after = new_entry(begin_of(o));
        if (*after == 0) {
            *after = next + 1;
            return {next, true};
        }
        if (objects[*after - 1] == o) [[likely]]
            return {*after - 1, false};
        return add_second(o, *after - 1, next);
    }
    /// `none` if the object was not added.
    Place find(Object const& o, Object const* objects) const {
        Place const* const after = entry(begin_of(o));
        if (after == nullptr || *after == 0) return none;
        if (objects[*after - 1] == o) return *after - 1;
        Place const* const found = second_.find(o);
        return found ? *found : none;
    }
    /// Gives an object that was added another place.
    void move(Object const& o, Place place) {
        if (second_.find(o) != nullptr) second_.add(o).first->data = place;
        else *entry(begin_of(o)) = place + 1;
    }
    /// The places of objects that were added to the same 16 bytes as another object.
    GrowingArray<Place> const& crowded() const { return crowded_; }
    /// An address to prefetch before add(); any address.
    TRAV_ALWAYS_INLINE void const* entry_at(Object const& o) const { return entry(begin_of(o)); }

  private:
    static constexpr std::size_t page_of(std::uintptr_t at) {
        return at >> page_bits & ((std::uintptr_t{1} << (region_bits - page_bits)) - 1);
    }
    static constexpr std::size_t entry_of(std::uintptr_t at) {
        return at >> entry_bits & ((std::uintptr_t{1} << (page_bits - entry_bits)) - 1);
    }
    /// Null if there is no page yet.
    TRAV_ALWAYS_INLINE Place* entry(std::uintptr_t at) const {
        Region* const region = regions_.find(at);
        if (region == nullptr) [[unlikely]]
            return nullptr;
        Page* const page = region->page[page_of(at)].get();
        return page ? &page->after[entry_of(at)] : nullptr;
    }
    TRAV_NOINLINE Place* new_entry(std::uintptr_t at) {
        auto& page = regions_.made(at).page[page_of(at)];
        page = UniquePtr(new Page());
        return &page->after[entry_of(at)];
    }
    TRAV_NOINLINE std::pair<Place, bool> add_second(Object const& o, Place first, Place next) {
        auto const [entry, fresh] = second_.add(o);
        if (!fresh) return {entry->data, false};
        entry->data = next;
        crowded_.push(first);
        crowded_.push(next);
        return {next, true};
    }

    Regions<Region, region_bits> regions_;
    ObjectTable<Place> second_;
    GrowingArray<Place> crowded_;
};

}  // namespace trav::detail
