#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/grouping.hpp>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("grouping: objects with the same key share a band; bands are in order of first occurrence",
          "[unit]") {
    int asked = 0;
    auto const grouping = trav::dump::grouping_by(
        SmallDump{}, [](Node n) { return n == 2   ? 9
                                         : n == 3 ? 7
                                                  : 8; },
        [&](int key) {
            ++asked;
            return std::to_string(key);
        });
    CHECK(grouping.band_of == std::vector<std::uint32_t>{0, 0, 1, 2});
    CHECK(grouping.bands == std::vector<std::string>{"8", "9", "7"});
    CHECK(asked == 3);
}
