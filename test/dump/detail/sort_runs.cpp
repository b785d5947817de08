#include "catch.hpp"

#include <trav/dump/detail/sort_runs.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

using trav::dump::detail::sort_runs;

TEST_CASE("sort_runs: any order, any length", "[unit]") {
    std::vector<int> all{0, 0, 1, 2, 3, 4, 5, 6};
    do {
        std::vector<int> sorted = all;
        sort_runs(sorted);
        REQUIRE(sorted == std::vector{0, 0, 1, 2, 3, 4, 5, 6});
    } while (std::next_permutation(all.begin(), all.end()));
    for (std::size_t const length : {0u, 1u, 2u, 3u, 1000u}) {
        std::vector<std::size_t> up(length), down;
        for (std::size_t i = 0; i != length; ++i) up[i] = i * 7919 % length;  // a permutation
        sort_runs(up);
        for (std::size_t i = 0; i != length; ++i) CHECK(up[i] == i);
        down = up;
        sort_runs(down, std::greater());
        CHECK(std::ranges::equal(down, std::vector(up.rbegin(), up.rend())));
    }
}

TEST_CASE("sort_runs: runs that do not overlap are not compared element by element", "[unit]") {
    std::vector<int> all;
    for (int const run : {6, 7, 4, 5, 3, 0, 1, 2})
        for (int i = 0; i != 1000; ++i) all.push_back(1000 * run + i);
    std::size_t compared = 0;
    sort_runs(all, [&](int a, int b) { return ++compared, a < b; });
    CHECK(std::ranges::is_sorted(all));
    CHECK(compared < 17'000);  // two for each element, and a few to sort the runs
}
