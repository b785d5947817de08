#include <trav/profile/coverage.hpp>

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include "catch.hpp"
#include "support/sanitized.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
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

TEST_CASE("a table with the resident memory adds up to it", "[unit]") {
    trav::Coverage coverage;
    coverage.live = {1000, 10};
    coverage.outside = 100;
    coverage.unseen = {{"(leaked) main", {300, 1}}};
    trav::Table const table{{"type", "root"}, {0.0, 1.0}, {{{"A", "r"}, {{900, 1}, {800, 4}}}}};
    auto const bytes = [&](std::string const& text) {
        return trav::with_resident(table, coverage).at({text, text}, 1).bytes;
    };
    auto const total = [&] { return trav::with_resident(table, coverage).total(1).bytes; };
    CHECK(total() == 1100);  // the system does not report it

    coverage.process = {.kept = 50, .resident = 5000, .files = 600};
    CHECK(total() == 5000);
    CHECK(bytes("(files)") == 600);
    CHECK(bytes("(free)") == 50);
    CHECK(bytes("(other)") == 5000 - 600 - 50 - 1100);
    CHECK(bytes("(leaked) main") == 300);
    CHECK(trav::with_resident(table, coverage).total(0).bytes == 900);  // only the last sample has them
    coverage.process = {.kept = 50, .resident = 1730, .files = 600};    // not all of `kept` is resident
    CHECK(total() == 1730);
    CHECK(bytes("(free)") == 30);
    CHECK(bytes("(other)") == 0);
    coverage.process = {.kept = 50, .resident = 1600, .files = 600};  // nor are all blocks
    CHECK(total() == 1700);
    CHECK(bytes("(free)") == 0);
    CHECK(trav::with_resident(trav::Table{}, coverage).lines.empty());
}

#ifdef __linux__
namespace {

/// The sum of a line of each mapping, in bytes.
std::uint64_t sum_of_mappings(std::string const& line_of) {
    std::ifstream in("/proc/self/smaps");
    std::uint64_t kib = 0;
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(line_of)) kib += std::stoul(line.substr(line_of.size()));
    return kib * 1024;
}
/// Memory mapped by the program itself, whose pages were read and written.
class Mapped {
  public:
    Mapped(std::size_t bytes, int file)
        : bytes_(bytes),
          memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0)) {
        REQUIRE(memory_ != MAP_FAILED);
        for (std::size_t i = 0; i < bytes; i += 1024) static_cast<char volatile*>(memory_)[i] = 'x';
    }
    Mapped(Mapped const&) = delete;
    Mapped& operator=(Mapped const&) = delete;
    ~Mapped() { munmap(memory_, bytes_); }

  private:
    std::size_t bytes_;
    void* memory_;
};

}  // namespace

TEST_CASE("the rows of a process: its files, its mappings and malloc's free blocks", "[unit]") {
    if (test::sanitized) return;
    constexpr std::size_t mib = std::size_t{1} << 20, off = 2 * mib;  // counters of several processors
    auto const near = [](std::uint64_t a, std::uint64_t b) { return a < b + off && b < a + off; };
    auto const made = book(10);
    auto type = trav::by_type();
    auto const rows = [&] {
        auto const coverage = trav::coverage(trav::Objects<>(), trav::roots(*made));
        CHECK(near(coverage.process.resident, sum_of_mappings("Rss:")));
        trav::Profiler profiler{trav::Objects<>(), type};
        profiler.sample(trav::roots(*made));
        auto const table = trav::with_resident(profiler.profile().by(type), coverage);
        CHECK(table.total().bytes == coverage.process.resident);
        return table;
    };
    auto const before = rows();
    auto const grown = [&](std::string const& text) {
        return rows().at(text).bytes - before.at(text).bytes + off;
    };
    {
        Mapped const mapped(32 * mib, -1);
        CHECK(near(grown("(other)"), 32 * mib + off));
        CHECK(near(grown("(files)"), off));
    }
    {
        std::FILE* const file = std::tmpfile();
        REQUIRE(file != nullptr);
        REQUIRE(ftruncate(fileno(file), 16 * mib) == 0);
        Mapped const mapped(16 * mib, fileno(file));
        CHECK(near(grown("(files)"), 16 * mib + off));
        std::fclose(file);
    }
#ifdef __GLIBC__
    std::vector<std::unique_ptr<std::string>> texts;
    for (int i = 0; i != 20'000; ++i) texts.push_back(std::make_unique<std::string>(1000, 't'));
    auto const with_texts = rows();
    for (auto const& text : texts) std::string().swap(*text);  // the strings keep their blocks apart
    auto const without = rows();
    std::size_t const freed = 20'000 * trav::detail::with_rounding(1001);
    CHECK(near(without.at("(free)").bytes, with_texts.at("(free)").bytes + freed));
    CHECK(near(without.at("(unseen)").bytes + freed, with_texts.at("(unseen)").bytes));
    CHECK(near(without.at("(other)").bytes, with_texts.at("(other)").bytes));
#endif
}
#endif
