// trav/ghc/heap/page_table.hpp: maps each memory page of a heap to a number, by address.
//
// Nearby pages form a stretch, which has an array. A heap may consist of several distant stretches: malloc
// takes some memory from the end of the program's data, and some from anywhere that mmap() finds room.
// Looking up a page in the largest stretch costs one comparison and one read; in another one, a binary
// search. The table takes 4 bytes for each page, and for each page of a gap within a stretch.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../layout/pointer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::ghc {

class PageTable {
  public:
    struct Page {
        Word page;
        std::uint32_t number;  ///< below `none`
    };
    static constexpr std::uint32_t none = std::uint32_t{1} << 31;
    /// Pages farther apart than this are in different stretches.
    static constexpr Word longest_gap = Word{1} << 16;

    PageTable() = default;
    explicit PageTable(std::vector<Page> pages) {
        std::ranges::sort(pages, {}, &Page::page);
        for (std::size_t begin = 0, end = 0; begin != pages.size(); begin = end) {
            for (end = begin + 1; end != pages.size(); ++end)
                if (pages[end].page - pages[end - 1].page > longest_gap) break;
            others_.emplace_back(std::span(pages).subspan(begin, end - begin));
        }
        auto const largest = std::ranges::max_element(
            others_, {}, [](Stretch const& stretch) { return stretch.numbers.size(); });
        if (largest == others_.end()) return;
        largest_ = std::move(*largest);
        others_.erase(largest);
    }

    /// The number of a page, or `none`.
    std::uint32_t find(Word page) const {
        std::uint32_t const near = find_near(page);
        return near != none ? near : find_elsewhere(page);
    }
    /// The number of a page in the largest stretch, otherwise `none`.
    TRAV_ALWAYS_INLINE std::uint32_t find_near(Word page) const {
        Word const at = page - largest_.first;
        return at < largest_.numbers.size() ? largest_.numbers[at] : none;
    }

  private:
    struct Stretch {
        Word first = 0;
        trav::detail::GrowingArray<std::uint32_t> numbers;

        Stretch() = default;
        explicit Stretch(std::span<Page const> pages) : first(pages.front().page) {
            numbers.assign(pages.back().page - first + 1, none);
            for (Page const& page : pages) numbers[page.page - first] = page.number;
        }
    };

    TRAV_NOINLINE std::uint32_t find_elsewhere(Word page) const {
        auto const after = std::ranges::upper_bound(others_, page, {}, &Stretch::first);
        if (after == others_.begin()) return none;
        Stretch const& stretch = after[-1];
        Word const at = page - stretch.first;
        return at < stretch.numbers.size() ? stretch.numbers[at] : none;
    }

    Stretch largest_;
    std::vector<Stretch> others_;  // by address
};

}  // namespace trav::ghc
