#include "catch.hpp"

#include <trav/profile/detail/listed.hpp>

#include <cstddef>
#include <vector>

using trav::detail::largest_listed;

TEST_CASE("listed sets: all, where they have no more members together than may be listed", "[unit]") {
    CHECK(largest_listed({}, 10) == 0);
    CHECK(largest_listed({10}, 10) == 10);
    CHECK(largest_listed({4, 1, 3, 2}, 10) == 4);
    CHECK(largest_listed({0, 0, 1}, 1) == 1);
}

TEST_CASE("listed sets: else the small ones, and all of one size or none", "[unit]") {
    CHECK(largest_listed({11}, 10) == 10);
    CHECK(largest_listed({5, 1, 3, 2}, 10) == 4);        // 1, 2, 3
    CHECK(largest_listed({4, 4, 1, 4}, 10) == 3);        // one 4 more would fit
    CHECK(largest_listed({100, 1, 1, 90, 1}, 3) == 89);  // the three of one member
    CHECK(largest_listed({0, 1}, 0) == 0);               // the empty set lists nothing
}
