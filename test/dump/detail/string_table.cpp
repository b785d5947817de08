#include "catch.hpp"

#include <trav/dump/detail/string_table.hpp>

#include <string>

TEST_CASE("string table: texts by number, including empty ones", "[unit]") {
    trav::dump::StringTable table;
    CHECK(table.size() == 0);
    for (std::string const text : {"", "app", "", "cache", "set"}) {
        auto const number = table.add([&](std::string& to) { to += text; });
        CHECK(number + 1 == table.size());
    }
    CHECK(table.add("map") == 5);
    CHECK(table.size() == 6);
    CHECK(table[0].empty());
    CHECK(table[1] == "app");
    CHECK(table[2].empty());
    CHECK(table[3] == "cache");
    CHECK(table[4] == "set");
    CHECK(table[5] == "map");
}
