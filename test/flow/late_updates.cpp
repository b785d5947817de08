#include "catch.hpp"

#include <trav/flow/late_updates.hpp>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace {

using trav::detail::BlockSweeps;
using trav::detail::is_behind;
using Numbers = std::vector<std::size_t>;

/// Blocks of ten rows. They record the order of reads.
struct NotedRows {
    std::size_t count;
    std::vector<std::pair<std::size_t, std::size_t>> reads{};

    std::size_t blocks() const { return count; }
    std::size_t begin(std::size_t block) const { return 10 * block; }
    std::size_t read(std::size_t block, std::size_t next) {
        reads.emplace_back(block, next);
        return 100 + block;
    }
};

/// Sweeps over rows where each block is pending a number of times. `sweeps` ends them.
struct Sweeps {
    NotedRows rows;
    Numbers pending;
    int sweeps = 100;
    std::size_t last = 1000;  ///< the block whose send() fails
    Numbers sent{};
    std::vector<std::array<bool, 2>> how{};  ///< upwards, again

    bool run(BlockSweeps way) {
        return trav::detail::sweep_blocks(
            rows, way,
            [&](std::size_t begin, std::size_t end, bool) {
                CHECK(end == begin + 10);
                return pending[begin / 10] != 0;
            },
            [&](std::size_t number, std::size_t block, bool upwards, bool again) {
                CHECK(block == 100 + number);
                --pending[number];
                sent.push_back(number);
                how.push_back({upwards, again});
                return number != last;
            },
            [&] { return --sweeps != 0; });
    }
};

struct Masks {
    using value = unsigned;
    static unsigned join(unsigned a, unsigned b) { return a | b; }
};
struct Shifted : Masks {
    static unsigned transfer(int, unsigned own) { return own << 1; }
};

/// How often a block is sent, which is always pending, before the sweeps give up.
std::size_t sends_of_one_block(std::size_t blocks, bool turns = false) {
    Sweeps s{{blocks}, Numbers(blocks)};
    s.pending[5] = 1000;
    s.sweeps = 300;
    CHECK(s.run({true, turns}) == turns);
    return s.sent.size();
}

}  // namespace

TEST_CASE("late updates: how many are allowed", "[unit]") {
    CHECK(trav::detail::late_at_first(256, false) == 96);  // an eighth, and 64
    CHECK(trav::detail::late_at_first(256, true) == 72);   // a 32nd
    CHECK(trav::detail::late_at_first(287, true) == 72);
    CHECK(trav::detail::late_at_first(71, false) == 72);
    CHECK(trav::detail::late_after(10) == 69);  // a half
    CHECK(trav::detail::late_after(11) == 69);
}

TEST_CASE("late updates: a child is behind if the sweep has passed it", "[unit]") {
    CHECK(is_behind<Masks, int>(true, 1, 2));
    CHECK_FALSE(is_behind<Masks, int>(true, 2, 1));
    CHECK(is_behind<Masks, int>(false, 2, 1));
    CHECK_FALSE(is_behind<Masks, int>(false, 1, 2));
    CHECK_FALSE(is_behind<Masks, int>(true, 2, 2));
    CHECK_FALSE(is_behind<Masks, int>(false, 2, 2));
    CHECK(is_behind<Shifted, int>(true, 2, 2));
    CHECK_FALSE(is_behind<Shifted, int>(true, 2, 1));
}

TEST_CASE("late updates: sweeps go one way, or turn", "[unit]") {
    using Reads = decltype(NotedRows::reads);
    std::size_t const before = static_cast<std::size_t>(-1);
    {
        Sweeps up{{4}, {1, 0, 2, 2}};
        CHECK(up.run({true}));
        CHECK(up.sent == Numbers{0, 2, 3, 2, 3});
        CHECK(up.rows.reads == Reads{{0, 1}, {2, 3}, {3, 4}, {2, 3}, {3, 4}});
        CHECK(up.how ==
              decltype(up.how){{true, false}, {true, false}, {true, false}, {true, true}, {true, true}});
    }
    {
        Sweeps down{{4}, {2, 0, 2, 1}};
        CHECK(down.run({false}));
        CHECK(down.sent == Numbers{3, 2, 0, 2, 0});
        CHECK(down.rows.reads == Reads{{3, 2}, {2, 1}, {0, before}, {2, 1}, {0, before}});
    }
    {
        Sweeps turning{{4}, {3, 0, 2, 1}};
        CHECK(turning.run({true, true}));
        CHECK(turning.sent == Numbers{0, 2, 3, 2, 0, 0});
        CHECK(turning.rows.reads == Reads{{0, 1}, {2, 3}, {3, 4}, {2, 0}, {0, before}, {0, 4}});
        CHECK(turning.how[3] == std::array{false, true});
        CHECK(turning.how[5] == std::array{true, true});
    }
}

TEST_CASE("late updates: sweeps end if nothing is pending, or if they are told to", "[unit]") {
    Sweeps none{{3}, {0, 0, 0}};
    CHECK(none.run({true}));
    CHECK(none.sweeps == 100);
    Sweeps two{{3}, {9, 0, 9}, 2};
    CHECK(two.run({true}));
    CHECK(two.sent == Numbers{0, 2, 0, 2});
    Sweeps fails{{3}, {1, 1, 1}, 100, 1};
    CHECK_FALSE(fails.run({true}));
    CHECK(fails.sent == Numbers{0, 1});
    Sweeps empty{{0}, {}};
    CHECK(empty.run({false}));
}

// The k-th sweep begins if k * (blocks / 32) + k - 1 <= 5 * blocks + 64.
TEST_CASE("late updates: many sweeps of few blocks give up, unless they turn", "[unit]") {
    CHECK(sends_of_one_block(32) == 112);  // 2 * 113 - 1 > 224
    CHECK(sends_of_one_block(33) == 115);  // 2 * 115 - 1 = 229
    CHECK(sends_of_one_block(64) == 128);  // 3 * 129 - 1 > 384
    CHECK(sends_of_one_block(64, true) == 300);
}
