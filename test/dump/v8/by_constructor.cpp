#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/by_constructor.hpp>

#include <cstddef>
#include <string>

TEST_CASE("v8 by constructor: classes with the same name in two places are two bands; a place may be missing",
          "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {});
    v8.node("closure", 8, {{internal, 2, "shared"}}, "Session");
    v8.node("code", 8, {{internal, 3, "script"}}, "Session");
    v8.node("code", 8, {{internal, 4, "name"}}, "script");
    v8.node("string", 8, {}, "/srv/shop/shop.js");
    for (int i = 0; i != 4; ++i) v8.node("object", 8, {}, "Session");
    for (std::size_t i = 6; i != 9; ++i) v8.snapshot.node_name[i] = v8.snapshot.node_name[5];
    v8.snapshot.locations = {{1, 4, 8}, {5, 4, 8}, {6, 4, 8}, {7, 4, 20}};
    auto const grouping = trav::dump::by_constructor(v8.snapshot);
    auto const band = [&](std::size_t n) { return grouping.bands[grouping.band_of[n]]; };
    CHECK(band(5) == "Session (shop/shop.js:9)");
    CHECK(grouping.band_of[5] == grouping.band_of[6]);
    CHECK(band(7) == "Session (shop/shop.js:21)");
    CHECK(band(8) == "Session");
    CHECK(band(1) == "(closure)");
    CHECK(band(4) == "(string)");
}
