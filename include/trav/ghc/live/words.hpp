// trav/ghc/live/words.hpp: stores 32 bits for each closure during a census of a live heap.
//
// Offers two stores (store/store.hpp) in which 0 means "no value". WordTable is a table outside the heap: 4
// bytes for each word of each megabyte that contains a reached object, and about 20 bytes for each static
// closure. HeaderWords, in programs with profiling, uses a word of each header, which is free unless there is
// a heap profile (-h). Each mark contains the number of its census, so marks need not be removed. The numbers
// wrap around after 2^32 - 1 censuses: after 136 years at one census a second.
#pragma once

#include "../../store/hashed.hpp"
#include "../../store/store.hpp"
#include "../layout/closure.hpp"
#include "address_range.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trav::ghc {

/// Values outside the heap.
class WordTable {
  public:
    static constexpr bool stable = false;

    explicit WordTable(AddressRange heap) : heap_(heap) {}

    Touched<std::uint32_t> touch(Closure* c) {
        std::uint32_t* value = in_heap(c);
        if (value == nullptr) [[unlikely]]
            value = make(c);
        return {value, *value == 0};
    }
    std::uint32_t const* find(Closure* c) const {
        std::uint32_t const* const value = heap_.contains(c) ? in_heap(c) : statics_.find(c);
        return value != nullptr && *value != 0 ? value : nullptr;
    }
    /// The address that touch() will access, for prefetching.
    std::uint32_t const* address(Closure const* c) const { return in_heap(c); }

  private:
    static constexpr std::size_t page_bytes = std::size_t{1} << 20;
    using Page = std::unique_ptr<std::uint32_t[]>;

    std::uint32_t* in_heap(Closure const* c) const {
        std::size_t const offset = ghc::address(c) - heap_.begin, page = offset / page_bytes;
        if (!heap_.contains(c) || page >= pages_.size() || !pages_[page]) return nullptr;
        return &pages_[page][offset % page_bytes / word_bytes];
    }
    TRAV_NOINLINE std::uint32_t* make(Closure* c) {
        if (!heap_.contains(c)) return &statics_.touch(c).data();
        std::size_t const page = (ghc::address(c) - heap_.begin) / page_bytes;
        if (page >= pages_.size()) pages_.resize(page + 1);
        pages_[page] = Page(new std::uint32_t[page_bytes / word_bytes]());
        return in_heap(c);
    }

    AddressRange heap_;
    std::vector<Page> pages_;
    Hashed<Closure*, std::uint32_t> statics_;
};

#if TRAV_GHC_PROFILING
/// Values in the closures themselves, including static closures.
class HeaderWords {
  public:
    static constexpr bool stable = true;

    Touched<std::uint32_t> touch(Closure* c) const {
        Mark& mark = mark_of(c);
        bool const fresh = mark.census != number_;
        if (fresh) mark = {0, number_};
        return {&mark.value, fresh};
    }
    std::uint32_t const* find(Closure* c) const {
        Mark const& mark = mark_of(c);
        return mark.census == number_ ? &mark.value : nullptr;
    }

  private:
    /// The content of a header's word. GHC's values there, such as its flip bit, have 0 in the upper half.
    struct Mark {
        std::uint32_t value, census;
    };
    static_assert(sizeof(Mark) == sizeof(Word));

    static Mark& mark_of(Closure* c) { return reinterpret_cast<Mark&>(c->hp); }
    static std::uint32_t next() {
        static std::uint32_t last = 0;
        return last = last % 0xFFFFFFFF + 1;
    }
    std::uint32_t number_ = next();
};
#endif

}  // namespace trav::ghc
