#include "catch.hpp"

#include <trav/profile/listed_sets.hpp>

#include <cstddef>
#include <vector>

using trav::detail::largest_listed_set;

TEST_CASE("listed sets: all sets are listed if they have few enough members together", "[unit]") {
    CHECK(largest_listed_set({}, 10) == 0);
    CHECK(largest_listed_set({10}, 10) == 10);
    CHECK(largest_listed_set({4, 1, 3, 2}, 10) == 4);
    CHECK(largest_listed_set({0, 0, 1}, 1) == 1);
}

TEST_CASE("listed sets: otherwise only the small ones, and all of one size or none", "[unit]") {
    CHECK(largest_listed_set({11}, 10) == 10);
    CHECK(largest_listed_set({5, 1, 3, 2}, 10) == 4);        // 1, 2, 3
    CHECK(largest_listed_set({4, 4, 1, 4}, 10) == 3);        // one more set of 4 would fit
    CHECK(largest_listed_set({100, 1, 1, 90, 1}, 3) == 89);  // the three with one member
    CHECK(largest_listed_set({0, 1}, 0) == 0);               // the empty set lists nothing
}
