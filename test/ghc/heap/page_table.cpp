// test/ghc/heap/page_table.cpp: finds near and distant pages, and no others.
#include "catch.hpp"

#include <trav/ghc/heap/page_table.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

using trav::ghc::PageTable;
using trav::ghc::Word;

namespace {

void check(std::map<Word, std::uint32_t> const& numbers) {
    std::vector<PageTable::Page> pages;
    for (auto const& [page, number] : numbers) pages.push_back({page, number});
    std::shuffle(pages.begin(), pages.end(), std::mt19937(1));
    PageTable const table(pages);
    for (auto const& [page, number] : numbers)
        for (Word const near : {page - PageTable::longest_gap, page - 1, page, page + 1, page + 7000}) {
            auto const found = numbers.find(near);
            CHECK(table.find(near) == (found == numbers.end() ? PageTable::none : found->second));
        }
    for (Word const far : {Word{0}, Word{1} << 51, ~Word{0}}) CHECK(table.find(far) == PageTable::none);
}

}  // namespace

TEST_CASE("page table: finds no page, one page, and the first pages of memory", "[unit]") {
    check({});
    check({{1'000'000, 0}});
    check({{1, 7}, {2, 8}});
}

TEST_CASE("page table: finds pages near the program's data and pages from mmap(), whichever are more",
          "[unit]") {
    constexpr Word data = 0x555'5555'5000 / 16, mapped = 0x7FFF'F7A0'0000 / 4096;
    for (Word const larger : {data, mapped}) {
        std::map<Word, std::uint32_t> numbers;
        for (std::uint32_t i = 0; i != 5; ++i) numbers[data + 3 * i] = i, numbers[mapped + i] = 10 + i;
        for (std::uint32_t i = 0; i != 100; ++i) numbers[larger + 1000 + i] = 100 + i;
        check(numbers);
    }
}

TEST_CASE("page table: gaps may be as long as the limit of a stretch, or longer", "[unit]") {
    constexpr Word gap = PageTable::longest_gap;
    check({{gap * 10, 1}, {gap * 11, 2}, {gap * 12 + 1, 3}, {gap * 13 + 1, 4}, {gap * 15, 5}});
}
