// trav/graph/detail/object_marks.hpp: ObjectMarks, marks of the memory of objects, to find objects with the
// same memory.
//
// Takes 2 bits for each 8 bytes of the regions of 1 MB with objects or their memory.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/place.hpp"
#include "../../detail/regions.hpp"
#include "../address_set.hpp"
#include "../object_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav::detail {

class ObjectMarks {
    static constexpr unsigned unit_bits = 3, word_bits = 9, region_bits = 20;

    struct Word {
        std::uint64_t covered;  // for each 8 bytes: memory of an object
        std::uint64_t begun;    // for each 8 bytes: a block begins there
    };
    struct Region {
        Word word[std::size_t{1} << (region_bits - word_bits)];
    };

  public:
    /// Marks the memory of an object, except for the 8 bytes where it begins. Returns its bytes.
    TRAV_ALWAYS_INLINE std::size_t cover(Object const& o, Place number) {
        std::uintptr_t const first = begin_of(o) & ~std::uintptr_t{7}, second = first + 8;
        bool again = false;
        if (std::uintptr_t const end = begin_of(o) + o.type->size; end > second) again = cover(second, end);
        std::size_t owned = 0;
        if (o.type->owned != nullptr) {
            auto const pass = [&](void const* block, std::size_t bytes, bool) {
                auto begin = reinterpret_cast<std::uintptr_t>(block);
                std::uintptr_t const end = begin + bytes;
                if (begin < second && first < end) {     // the object is in its own block
                    again = again || o.type->size != 0;  // an array has no other bytes
                    begin = second;
                }
                if (begin < end) again = cover_block(begin, end) || again;
            };
            BlocksTo<decltype(pass)> list(pass);
            owned = o.type->owned(o.address, &list);
        }
        if (again) [[unlikely]]
            again_.push(number);
        return o.type->size + owned;
    }
    /// Whether the object begins in the memory of another one.
    bool is_covered(Object const& o) const {
        std::uintptr_t const at = begin_of(o);
        Region const* const region = regions_.find(at);
        return region && (region->word[word_of(at)].covered >> (at >> unit_bits & 63) & 1) != 0;
    }
    /// The numbers of objects with memory that was marked before.
    GrowingArray<Place> const& again() const { return again_; }
    /// Adds all addresses, rounded down to multiples of 8, where the memory of an object or a block in it
    /// begins.
    void add_begins(Object const& o, AddressSet& begins) {
        each_interval(o, [&](std::uintptr_t begin, std::uintptr_t end) {
            begins.add(begin & ~std::uintptr_t{7});
            std::uintptr_t const first = begin >> unit_bits, last = (end - 1) >> unit_bits;
            for (std::uintptr_t word = first >> 6; word <= last >> 6; ++word) {
                std::uint64_t bits = word_at(word << word_bits).begun;
                if (word == first >> 6) bits &= bits_from(first);
                if (word == last >> 6) bits &= bits_to(last);
                for (; bits != 0; bits &= bits - 1)
                    begins.add((word << word_bits) + 8 * std::uintptr_t{lowest_bit(bits)});
            }
        });
    }

  private:
    static constexpr std::size_t word_of(std::uintptr_t at) {
        return at >> word_bits & ((std::uintptr_t{1} << (region_bits - word_bits)) - 1);
    }
    static constexpr std::uint64_t bits_from(std::uintptr_t unit) { return ~std::uint64_t{0} << (unit & 63); }
    static constexpr std::uint64_t bits_to(std::uintptr_t unit) {
        return ~std::uint64_t{0} >> (63 - (unit & 63));
    }
    TRAV_ALWAYS_INLINE Word& word_at(std::uintptr_t at) {
        if (last_ == nullptr || at >> region_bits != last_number_) [[unlikely]]
            last_ = &regions_.made(at), last_number_ = at >> region_bits;
        return last_->word[word_of(at)];
    }
    /// Returns whether some of these bits were set before.
    TRAV_ALWAYS_INLINE bool set(std::uintptr_t at, std::uint64_t bits) {
        std::uint64_t& covered = word_at(at).covered;
        bool const again = (covered & bits) != 0;
        covered |= bits;
        return again;
    }
    TRAV_ALWAYS_INLINE bool cover(std::uintptr_t begin, std::uintptr_t end) {
        std::uintptr_t const first = begin >> unit_bits, last = (end - 1) >> unit_bits;
        if (first >> 6 != last >> 6) [[unlikely]]
            return cover_words(first, last);
        return set(begin, bits_from(first) & bits_to(last));
    }
    TRAV_NOINLINE bool cover_words(std::uintptr_t first, std::uintptr_t last) {
        bool again = set(first << unit_bits, bits_from(first));
        for (std::uintptr_t word = (first >> 6) + 1; word != last >> 6; ++word)
            again = set(word << word_bits, ~std::uint64_t{0}) || again;
        return set(last << unit_bits, bits_to(last)) || again;
    }
    TRAV_ALWAYS_INLINE bool cover_block(std::uintptr_t begin, std::uintptr_t end) {
        word_at(begin).begun |= std::uint64_t{1} << (begin >> unit_bits & 63);
        return cover(begin, end);
    }

    Regions<Region, region_bits> regions_;
    Region* last_ = nullptr;  // the region that was marked last, and its number
    std::uintptr_t last_number_ = 0;
    GrowingArray<Place> again_;
};

/// Whether memory of an object contains any of these addresses.
inline bool contains_any(Object const& o, AddressSet const& addresses) {
    bool found = false;
    each_interval(o, [&](std::uintptr_t begin, std::uintptr_t end) {
        addresses.each_between(begin & ~std::uintptr_t{7}, (end + 7) & ~std::uintptr_t{7},
                               [&](std::size_t) { found = true; });
    });
    return found;
}

}  // namespace trav::detail
