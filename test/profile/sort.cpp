// test/profile/detail/sort.cpp: stable orders of numbers and of items, compared with std::stable_sort.
#include "catch.hpp"

#include <trav/profile/sort.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

TEST_CASE("sort: sorts items in a stable order", "[property]") {
    std::mt19937 random(1);
    for (std::size_t count = 0; count != 70; ++count)
        for (unsigned const different : {1u, 3u, 1000u}) {
            std::vector<std::string> items;
            for (std::size_t i = 0; i != count; ++i) items.push_back(std::to_string(random() % different));
            auto const less = [&](std::size_t i, std::size_t j) { return items[i] < items[j]; };
            std::vector<std::uint32_t> expected(count);
            std::iota(expected.begin(), expected.end(), 0u);
            std::ranges::stable_sort(expected, less);
            auto const order = trav::detail::sorted(count, less);
            CHECK(order == expected);

            std::ranges::reverse(expected);
            auto again = expected;
            std::ranges::stable_sort(again, less);
            CHECK(trav::detail::sorted(expected, less) == again);

            auto const before = items;
            std::ranges::shuffle(again, random);
            trav::detail::arrange(items, again);
            for (std::size_t k = 0; k != count; ++k) CHECK(items[k] == before[again[k]]);
        }
}
