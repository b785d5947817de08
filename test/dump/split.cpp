#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/split.hpp>

#include <cstdint>
#include <string>
#include <vector>

TEST_CASE("split: objects with one key have one band, in the order in which keys come up", "[unit]") {
    int asked = 0;
    auto const split = trav::dump::split_by(
        SmallDump{}, [](Node n) { return n == 2   ? 9
                                         : n == 3 ? 7
                                                  : 8; },
        [&](int key) {
            ++asked;
            return std::to_string(key);
        });
    CHECK(split.band_of == std::vector<std::uint32_t>{0, 0, 1, 2});
    CHECK(split.bands == std::vector<std::string>{"8", "9", "7"});
    CHECK(asked == 3);
}
