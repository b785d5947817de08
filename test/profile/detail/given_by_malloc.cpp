// The rounding of requests beside glibc's malloc, and the blocks of pieces beside a count by hand.
#include <trav/profile/detail/given_by_malloc.hpp>

#include "catch.hpp"
#include "support/sanitized.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

using trav::Amount;
using trav::detail::SeenBlocks;
using trav::detail::with_rounding;

namespace {

/// An address that is neither static nor on a stack.
char const* at(std::size_t offset) {
    return reinterpret_cast<char const*>(std::uintptr_t{0x1000'0000} + offset);
}
/// The room of all blocks, and the bytes of other memory.
std::pair<Amount, std::uint64_t> given(std::vector<std::pair<void const*, std::size_t>> const& pieces) {
    SeenBlocks seen;
    for (auto const& [first, bytes] : pieces) seen.add(first, bytes);
    std::uint64_t outside = 0;
    Amount const all = seen.given(outside);
    return {all, outside};
}
std::pair<Amount, std::uint64_t> inside(std::size_t bytes, std::size_t blocks) {
    return {Amount{bytes, blocks}, 0};
}

char static_bytes[100];

}  // namespace

TEST_CASE("given by malloc: requests are rounded to units, and large ones to pages", "[unit]") {
    constexpr std::size_t word = sizeof(std::size_t), page = 4096;
    for (std::size_t const few : {std::size_t{0}, std::size_t{1}, 3 * word})
        CHECK(with_rounding(few) == 4 * word);
    CHECK(with_rounding(3 * word + 1) == 6 * word);
    CHECK(with_rounding(5 * word) == 6 * word);
    CHECK(with_rounding(5 * word + 1) == 8 * word);
    CHECK(with_rounding(32 * page - 2 * word) == 32 * page);
    CHECK(with_rounding(32 * page - word) == 32 * page);
    CHECK(with_rounding(32 * page - 1) == 32 * page + 2 * word);
    CHECK(with_rounding(32 * page) == 33 * page);
    CHECK(with_rounding(33 * page - 2 * word) == 33 * page);
    CHECK(with_rounding(33 * page - 2 * word + 1) == 34 * page);
}

#if defined(__GLIBC__) && defined(__x86_64__)
TEST_CASE("given by malloc: requests are rounded as by glibc", "[unit]") {
    if (test::sanitized || trav::detail::given_by_malloc().bytes == 0) return;
    std::size_t before = with_rounding(0);
    for (std::size_t asked = 0; asked != 3000; ++asked) {
        void* const block = std::malloc(asked);
        std::size_t const bytes = malloc_usable_size(block) + sizeof(std::size_t);
        std::free(block);
        // an earlier, larger block may be left
        CHECK(bytes >= with_rounding(asked));
        CHECK(bytes <= with_rounding(asked) + 16);
        CHECK(before <= with_rounding(asked));
        before = with_rounding(asked);
    }
    auto const now = [] { return trav::detail::given_by_malloc(); };
    Amount const first = now();
    CHECK(first.objects == 0);
    for (std::size_t const asked : {std::size_t{5000}, std::size_t{1} << 26}) {  // the latter is mapped
        void* const block = std::malloc(asked);
        std::uint64_t const with_block = now().bytes;
        std::free(block);
        std::uint64_t const its = with_block - now().bytes;
        CHECK((its == with_rounding(asked) || (asked == 5000 && its == with_rounding(asked) + 16)));
    }
}
#endif

TEST_CASE("given by malloc: adjacent and overlapping pieces form a block", "[unit]") {
    CHECK(given({}) == inside(0, 0));
    CHECK(given({{at(0), 100}}) == inside(with_rounding(100), 1));
    CHECK(given({{at(0), 100}, {at(100), 50}}) == inside(with_rounding(150), 1));
    CHECK(given({{at(100), 50}, {at(0), 100}}) == inside(with_rounding(150), 1));
    CHECK(given({{at(0), 100}, {at(101), 50}}) == inside(with_rounding(100) + with_rounding(50), 2));
    CHECK(given({{at(0), 1000}, {at(500), 100}, {at(900), 200}}) == inside(with_rounding(1100), 1));
    CHECK(given({{at(0), 1000}, {at(0), 10}, {at(1000), 0}}) == inside(with_rounding(1000), 1));
}

TEST_CASE("given by malloc: blocks of static memory and of the stack are outside", "[unit]") {
    static std::uint64_t const constant = 7;
    thread_local char own[30];
    char local[60];
    for (auto const& [first, bytes] : std::vector<std::pair<void const*, std::size_t>>{
             {static_bytes, 100}, {&constant, 8}, {own, 30}, {local, 60}, {"a constant", 11}}) {
        CHECK(given({{first, bytes}}) == std::pair(Amount{}, std::uint64_t{bytes}));
        CHECK(given({{at(0), 24}, {first, bytes}}) ==
              std::pair(Amount{with_rounding(24), 1}, std::uint64_t{bytes}));
    }
    CHECK(given({{static_bytes, 20}, {static_bytes + 10, 20}, {static_bytes + 40, 8}}) ==
          std::pair(Amount{}, std::uint64_t{38}));
}

TEST_CASE("given by malloc: random pieces beside marked bytes", "[property]") {
    std::mt19937 random(9);
    for (int round = 0; round != 100; ++round) {
        std::vector<std::pair<void const*, std::size_t>> pieces;
        std::vector<bool> used(1200);
        for (std::size_t n = random() % 12; n != 0; --n) {
            std::size_t const first = random() % 1000, bytes = 1 + random() % 100;
            pieces.emplace_back(at(first), bytes);
            for (std::size_t i = first; i != first + bytes; ++i) used[i] = true;
        }
        Amount expected;
        for (std::size_t i = 0, run = 0; i != used.size(); ++i) {
            run = used[i] ? run + 1 : 0;
            if (run != 0 && !used[i + 1]) expected += Amount{with_rounding(run), 1};
        }
        CHECK(given(pieces) == std::pair(expected, std::uint64_t{0}));
    }
}
