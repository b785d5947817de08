// Regions: each block of memory or of numbers is in one region, and all regions have the same number of
// blocks.
#include "catch.hpp"

#include <trav/detail/region.hpp>

#include <array>
#include <cstdint>

using trav::detail::region_of;
using trav::detail::regions;

namespace {

struct Handle {
    void const* address;
};
enum class Number : std::uint32_t {};

char const* at(std::uintptr_t address) { return reinterpret_cast<char const*>(address); }

/// first(block) and last(block) return nodes.
void check_blocks(auto first, auto last) {
    std::array<int, regions> blocks{};
    for (std::uint32_t block = 0; block != 100 * regions; ++block) {
        unsigned const region = region_of(first(block));
        REQUIRE(region < regions);
        CHECK(region_of(last(block)) == region);
        ++blocks[region];
    }
    for (int const count : blocks) {
        CHECK(count > 50);
        CHECK(count < 200);
    }
}

}  // namespace

TEST_CASE("a block of 4096 numbers is in one region, and blocks are spread evenly", "[unit]") {
    check_blocks([](std::uint32_t block) { return block * 4096; },
                 [](std::uint32_t block) { return Number{block * 4096 + 4095}; });
}

TEST_CASE("a block of 256 KiB is in one region, and blocks are spread evenly", "[unit]") {
    constexpr std::uintptr_t bytes = 256 * 1024;
    check_blocks([](std::uint32_t block) { return at(block * bytes); },
                 [](std::uint32_t block) { return Handle{at(block * bytes + bytes - 1)}; });
    CHECK(trav::detail::in_one_block(at(5 * bytes), at(6 * bytes - 1)));
    CHECK_FALSE(trav::detail::in_one_block(at(5 * bytes - 1), at(5 * bytes)));
}
