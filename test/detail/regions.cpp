// test/detail/regions.cpp: compares Regions with std::map, for addresses near and far.
#include <trav/detail/regions.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace {

struct Region {
    int value = 0;
};
constexpr unsigned bits = 20;
using Regions = trav::detail::Regions<Region, bits>;

std::vector<std::pair<std::uintptr_t, int>> listed(Regions& regions) {
    std::vector<std::pair<std::uintptr_t, int>> all;
    regions.each([&](std::uintptr_t begin, Region const& region) { all.emplace_back(begin, region.value); });
    return all;
}

}  // namespace

TEST_CASE("regions: there are none at first", "[unit]") {
    Regions regions;
    CHECK(regions.find(0) == nullptr);
    CHECK(regions.find(~std::uintptr_t{0}) == nullptr);
    CHECK(listed(regions).empty());
}

TEST_CASE("regions: a region has all addresses with the same upper bits, and "
          "no other",
          "[unit]") {
    Regions regions;
    std::uintptr_t const begin = std::uintptr_t{5} << bits, end = std::uintptr_t{6} << bits;
    Region& made = regions.made(begin + 77);
    CHECK(made.value == 0);
    made.value = 3;
    CHECK(&regions.made(begin) == &made);
    CHECK(&regions.made(end - 1) == &made);
    CHECK(regions.find(begin) == &made);
    CHECK(regions.find(end - 1) == &made);
    CHECK(regions.find(begin - 1) == nullptr);
    CHECK(regions.find(end) == nullptr);
    CHECK(listed(regions) == std::vector<std::pair<std::uintptr_t, int>>{{begin, 3}});

    CHECK(&regions.made(0) != &made);  // its number is that of an entry without a region
    CHECK(regions.find(0) == &regions.made(1));
    CHECK(listed(regions) == std::vector<std::pair<std::uintptr_t, int>>{{0, 0}, {begin, 3}});
}

TEST_CASE("regions: each region is made once, stays where it is, and is listed "
          "in order",
          "[property]") {
    for (int arrangement = 0; arrangement != 4; ++arrangement)
        for (std::size_t const count : {7u, 8u, 9u, 16u, 17u, 500u}) {
            std::mt19937_64 random(count);
            Regions regions;
            std::map<std::uintptr_t, Region*> expected;
            std::vector<std::pair<std::uintptr_t, int>> order;
            while (expected.size() != count) {
                std::uintptr_t const i = expected.size(), r = random();
                std::uintptr_t const number = arrangement == 0   ? i
                                              : arrangement == 1 ? (std::uintptr_t{0x7f12} << 12) - i
                                              : arrangement == 2 ? r % (2 * count)
                                                                 : r >> bits;
                Region& region = regions.made((number << bits) + r % (1u << bits));
                if (auto const [known, fresh] = expected.emplace(number, &region); !fresh) {
                    CHECK(known->second == &region);
                    continue;
                }
                CHECK(region.value == 0);
                region.value = static_cast<int>(expected.size());
                CHECK(regions.find((number << bits) + 1) == &region);
            }
            for (auto const& [number, region] : expected) {
                CHECK(regions.find(number << bits) == region);
                CHECK((regions.find((number + 1) << bits) != nullptr) == expected.contains(number + 1));
                order.emplace_back(number << bits, region->value);
            }
            CHECK(listed(regions) == order);
        }
}
