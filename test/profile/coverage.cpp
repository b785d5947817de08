#include <trav/profile/coverage.hpp>

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include "catch.hpp"
#include "support/sanitized.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

// This program does not track allocations; test/coverage/tracked.cpp tests programs that do.

namespace {

struct Page {
    std::string text;
    std::map<int, std::string> notes;
    std::shared_ptr<int> number;
    Page* previous = nullptr;
};
struct Book {
    std::vector<std::unique_ptr<Page>> pages;
    Page* bookmark = nullptr;
    Page appendix;
};
Book shelf;  // static

std::unique_ptr<Book> book(int pages) {
    auto made = std::make_unique<Book>();
    for (int i = 0; i != pages; ++i) {
        auto page = std::make_unique<Page>();
        page->text = std::string(static_cast<std::size_t>(i % 500), 't');
        page->notes[1] = "short";
        page->notes[2] = std::string(40, 'n');
        page->number = std::make_shared<int>(i);
        page->previous = made->bookmark;
        made->bookmark = page.get();
        made->pages.push_back(std::move(page));
    }
    made->bookmark = &made->appendix;  // a part of the book
    return made;
}

}  // namespace

template <>
struct trav::Described<Page> : trav::Members<&Page::text, &Page::notes, &Page::number, &Page::previous> {};
template <>
struct trav::Described<Book> : trav::Members<&Book::pages, &Book::bookmark, &Book::appendix> {};

#ifdef __GLIBC__
TEST_CASE("coverage without tracking: block sizes are rounded like malloc's", "[unit]") {
    if (test::sanitized) return;  // its malloc rounds differently
    auto const made = book(200);
    // the size that malloc reports for each block, and the word before it
    std::uint64_t expected = 0, blocks = 0;
    auto const block = [&](void const* p) {
        expected += malloc_usable_size(const_cast<void*>(p)) + sizeof(std::size_t);
        ++blocks;
    };
    block(made.get());
    block(made->pages.data());
    for (auto const& page : made->pages) {
        block(page.get());
        if (page->text.capacity() > std::string().capacity()) block(page->text.data());
        for (auto const& note : page->notes) block(reinterpret_cast<char const*>(&note) - 32);
        block(page->notes[2].data());
        void const* words[2];
        std::memcpy(words, &page->number, sizeof words);
        block(words[1]);  // its control block, followed by the number
    }
    auto const coverage = trav::coverage(trav::Objects<>(), trav::roots(*made));
    CHECK_FALSE(coverage.tracked);
    // malloc gives a little more if the remainder is too small for a block
    CHECK(coverage.seen.bytes <= expected);
    CHECK(coverage.seen.bytes >= expected - expected / 50);
    CHECK(coverage.seen.objects == blocks);
    CHECK(coverage.outside == 0);
    CHECK(coverage.leaks.empty());
}

TEST_CASE("with_rounding() equals the size of malloc's blocks", "[unit]") {
    if (test::sanitized) return;
    for (std::size_t asked = 0; asked < 100'000; asked += 1 + asked / 100) {
        std::size_t least = ~std::size_t{0};
        std::vector<std::unique_ptr<void, void (*)(void*)>> blocks;
        for (int i = 0; i != 20; ++i) {
            blocks.emplace_back(std::malloc(asked), std::free);
            least = std::min(least, malloc_usable_size(blocks.back().get()) + sizeof(std::size_t));
        }
        if (trav::detail::with_rounding(asked) != least) FAIL(asked << " takes " << least);
    }
    CHECK(trav::detail::with_rounding(1'000'000) == 245 * 4096);  // 1,003,520: whole pages
}

TEST_CASE("coverage without tracking: a heap without opaque members is within 5 % of malloc's total",
          "[unit]") {
    if (test::sanitized) return;
    auto const made = book(30'000);
    auto const coverage = trav::coverage(trav::Objects<>(), trav::roots(*made));
    CHECK(coverage.share() > 0.95);
    CHECK(coverage.seen.bytes <= coverage.live.bytes);
    REQUIRE(coverage.unseen.size() == 1);
    CHECK(coverage.unseen[0].first == "(unseen)");
    CHECK(coverage.unseen[0].second.bytes == coverage.live.bytes - coverage.seen.bytes);
    // opaque memory is not seen
    auto const lost = std::make_unique<char[]>(30'000'000);
    [[maybe_unused]] static char* volatile seen_by_compiler = nullptr;  // so that it is not removed
    seen_by_compiler = lost.get();
    auto const less = trav::coverage(trav::Objects<>(), trav::roots(*made));
    CHECK(less.seen == coverage.seen);
    CHECK(less.live.bytes >= coverage.live.bytes + 30'000'000);
}

TEST_CASE("coverage without tracking: stack and static objects are not counted as malloc's", "[unit]") {
    if (test::sanitized) return;  // its stack is elsewhere
    Page local;
    local.text = std::string(100, 'x');
    shelf.appendix.text = std::string(100, 'y');
    auto const coverage = trav::coverage(trav::Objects<>(), trav::roots(local, shelf));
    CHECK(coverage.outside == sizeof(Page) + sizeof(Book));
    CHECK(coverage.seen == trav::Amount{2 * trav::detail::with_rounding(local.text.capacity() + 1), 2});
}
#endif

TEST_CASE("a table with unseen memory adds up", "[unit]") {
    using Lines = std::vector<std::pair<std::vector<std::string>, std::vector<trav::Amount>>>;
    auto const lines = [](trav::Table const& table) {
        Lines all;
        for (auto const& line : table.lines) all.emplace_back(line.texts, line.amounts);
        return all;
    };
    trav::Coverage coverage;
    coverage.live = {1000, 10};
    coverage.outside = 100;
    coverage.unseen = {{"(behind) A.f: std::any", {300, 2}}, {"(leaked) main", {50, 1}}};
    trav::Table const table{{"type"}, {0.0}, {{{"A"}, {{500, 4}}}, {{"B"}, {{50, 1}}}}};
    CHECK(lines(trav::with_unseen(table, coverage)) == Lines{{{"A"}, {{500, 4}}},
                                                             {{"(behind) A.f: std::any"}, {{300, 2}}},
                                                             {{"(rounding)"}, {{200, 0}}},
                                                             {{"(leaked) main"}, {{50, 1}}},
                                                             {{"B"}, {{50, 1}}}});
    // with several samples, the lines go into the last, in each column
    trav::Table const two{{"type", "root"}, {0.0, 1.0}, {{{"A", "r"}, {{900, 1}, {800, 4}}}}};
    auto const whole = trav::with_unseen(two, coverage);
    CHECK(whole.total(0).bytes == 900);
    CHECK(whole.total(1).bytes == 1150);  // already more than there is: no rounding
    CHECK(whole.at({"(leaked) main", "(leaked) main"}, 1) == trav::Amount{50, 1});
    CHECK(whole.at({"(rounding)", "(rounding)"}, 1) == trav::Amount{});
    CHECK(trav::with_unseen(trav::Table{}, coverage).lines.empty());
    CHECK(trav::Coverage().share() == 0);
}
