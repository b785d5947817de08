// Marks of blocks behind pointers, beside a search by hand through blocks with known words.
#include <trav/profile/detail/block_marks.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <vector>

using trav::LiveBlock;
using trav::detail::BlockMarks;
using trav::detail::MemoryRange;

namespace {

using Words = std::unique_ptr<std::uintptr_t[]>;
constexpr std::size_t word = sizeof(std::uintptr_t);

std::uintptr_t at(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }
void const* address(std::uintptr_t p) { return reinterpret_cast<void const*>(p); }
template <std::size_t count>
MemoryRange range(std::uintptr_t const (&words)[count]) {
    return {at(words), at(words + count)};
}
std::size_t number(BlockMarks const& marks, void const* block) {
    return static_cast<std::size_t>(marks.blocks().at(block) - marks.blocks().begin());
}
BlockMarks::Mark mark_of(BlockMarks const& marks, void const* block) { return marks[number(marks, block)]; }

}  // namespace

TEST_CASE("block marks: the first mark stays, and bytes add up", "[unit]") {
    std::unique_ptr<char[]> const block(new char[100]), other(new char[100]);
    int outside = 0;
    BlockMarks marks(trav::live_blocks());
    std::size_t const its = number(marks, block.get());
    LiveBlock const& live = marks.blocks()[its];
    REQUIRE(live.bytes == 100);
    CHECK(marks[its] == BlockMarks::none);
    CHECK(marks.left(its) == 100);
    struct Marking {
        std::size_t offset;
        BlockMarks::Mark mark;
        std::size_t bytes, left;
    };
    for (auto const& [offset, mark, bytes, left] :
         {Marking{0, 5, 30, 70}, {50, 6, 69, 1}, {live.given - 1, 0, 0, 1}, {99, 7, 20, 0}}) {
        CAPTURE(offset);
        CHECK(marks.mark(block.get() + offset, mark, bytes));
        CHECK((marks[its] == 5 && marks.left(its) == left));
    }
    for (void const* const none : {static_cast<void const*>(&outside), static_cast<void const*>(nullptr)})
        CHECK_FALSE(marks.mark(none, 8, 1));
    CHECK_FALSE(marks.mark(block.get() + live.given, 8, 1));
    CHECK_FALSE(marks.mark(block.get() - 1, 8, 1));
    CHECK(mark_of(marks, other.get()) == BlockMarks::none);
    CHECK(marks.left(number(marks, other.get())) == 100);
    MemoryRange const all = BlockMarks::range(live);
    CHECK((all.first == at(block.get()) && all.end == all.first + 100));
}

TEST_CASE("block marks: whole words in the memory lead to blocks", "[unit]") {
    std::unique_ptr<char[]> const block(new char[40]);
    auto const found = [&](std::uintptr_t const(&words)[4], std::size_t first, std::size_t end) {
        BlockMarks marks(trav::live_blocks());
        marks.mark_behind({at(words) + first, at(words) + end}, 3);
        return mark_of(marks, block.get()) == 3;
    };
    std::uintptr_t words[4] = {1, at(block.get()), at(block.get() - 1), ~std::uintptr_t{0}};
    CHECK(found(words, 0, 4 * word));
    CHECK(found(words, 1, 4 * word - 1));
    CHECK(found(words, word, 2 * word));
    CHECK_FALSE(found(words, word + 1, 4 * word));
    CHECK_FALSE(found(words, 0, 2 * word - 1));
    CHECK_FALSE(found(words, word, word));
    CHECK_FALSE(found(words, 2 * word, 4 * word));
    words[1] = at(block.get() + 39);
    CHECK(found(words, 0, 4 * word));
    words[1] = 0;
    CHECK_FALSE(found(words, 0, 4 * word));
}

TEST_CASE("block marks: the lowest and the highest block are found", "[unit]") {
    auto const live = trav::live_blocks();
    REQUIRE(live.size() > 1);
    LiveBlock const &lowest = live[0], &highest = live[live.size() - 1];
    BlockMarks marks(trav::live_blocks());
    std::uintptr_t const words[] = {at(lowest.address), at(highest.address) + highest.given - 1};
    marks.mark_behind(range(words), 9);
    CHECK(mark_of(marks, lowest.address) == 9);
    CHECK(mark_of(marks, highest.address) == 9);
}

TEST_CASE("block marks: in malloc's own memory, the last word of a block belongs to the next one", "[unit]") {
    std::unique_ptr<char[]> const block(new char[40]);
    std::size_t const given = trav::live_blocks().at(block.get())->given;
    auto const found = [&](std::uintptr_t to, bool malloc_is_there) {
        BlockMarks marks(trav::live_blocks());
        std::uintptr_t const words[] = {to};
        if (malloc_is_there) marks.mark_behind(range(words), 2, true);
        else marks.mark_behind(range(words), 2);
        return mark_of(marks, address(to)) == 2;
    };
    std::uintptr_t const last = at(block.get()) + given - word;
    CHECK_FALSE(found(last, true));
    CHECK(found(last, false));
    CHECK(found(last - 1, true));
    CHECK(found(last + 1, true));
    CHECK(found(at(block.get()), true));
    // a block's own words are not malloc's
    Words const leading(new std::uintptr_t[1]{last});
    BlockMarks marks(trav::live_blocks());
    std::uintptr_t const words[] = {at(leading.get())};
    marks.mark_behind(range(words), 4, true);
    CHECK(mark_of(marks, leading.get()) == 4);
    CHECK(mark_of(marks, block.get()) == 4);
}

TEST_CASE("block marks: blocks behind blocks have the mark, except those marked before", "[property]") {
    std::mt19937 random(3);
    for (int round = 0; round != 30; ++round) {
        constexpr std::size_t count = 40, most = 6;
        std::vector<Words> blocks;
        std::vector<std::size_t> sizes;
        std::map<std::uintptr_t, std::size_t> numbers;
        for (std::size_t i = 0; i != count; ++i) {
            sizes.push_back(1 + random() % most);
            blocks.emplace_back(new std::uintptr_t[sizes[i]]());
            numbers[at(blocks[i].get())] = i;
        }
        auto const any = [&]() -> std::uintptr_t {
            std::size_t const to = random() % count;
            std::uintptr_t const first = at(blocks[to].get());
            if (random() % 3 != 0) return random() % 4096;
            return first + random() % (sizes[to] * word);
        };
        for (std::size_t i = 0; i != count; ++i)
            for (std::size_t k = 0; k != sizes[i]; ++k) blocks[i][k] = any();
        auto const target = [&](std::uintptr_t p) {
            auto const after = numbers.upper_bound(p);
            if (after == numbers.begin()) return count;
            auto const [first, i] = *std::prev(after);
            return p - first < sizes[i] * word ? i : count;
        };
        BlockMarks marks(trav::live_blocks());
        std::vector<BlockMarks::Mark> expected(count, BlockMarks::none);
        for (BlockMarks::Mark mark = 0; mark != 4; ++mark) {
            if (mark == 2) {  // one is marked by hand: blocks behind it are not
                std::size_t const one = random() % count;
                CHECK(marks.mark(blocks[one].get(), 77, 0));
                if (expected[one] == BlockMarks::none) expected[one] = 77;
            }
            std::uintptr_t const words[] = {any(), at(blocks[random() % count].get())};
            std::vector<std::uintptr_t> open(words, words + 2);
            while (!open.empty()) {
                std::size_t const to = target(open.back());
                open.pop_back();
                if (to == count || expected[to] != BlockMarks::none) continue;
                expected[to] = mark;
                open.insert(open.end(), blocks[to].get(), blocks[to].get() + sizes[to]);
            }
            marks.mark_behind(range(words), mark);
        }
        for (std::size_t i = 0; i != count; ++i) CHECK(mark_of(marks, blocks[i].get()) == expected[i]);
        for (std::size_t i = 0; i != count; ++i)
            CHECK(marks.left(number(marks, blocks[i].get())) == sizes[i] * word);
    }
}
