#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/groups.hpp>

using trav::dump::Groups;

TEST_CASE("groups: the dump's own groups", "[unit]") {
    FullDump const dump;
    Groups const groups(dump);
    REQUIRE(groups.find("runtime"));
    CHECK(groups.of(0) == *groups.find("runtime"));
    CHECK(groups.of(1) == *groups.find("thing"));
    CHECK(groups.of(3) == *groups.find("thing"));
    CHECK(groups.name(groups.of(3)) == "thing");
    CHECK_FALSE(groups.find("Level"));
}

TEST_CASE("groups: without them each type is a group", "[unit]") {
    SmallDump const dump;
    Groups const groups(dump);
    REQUIRE(groups.find("Level"));
    CHECK(groups.of(1) == *groups.find("Level"));
    CHECK(groups.of(2) == *groups.find("Level"));
    CHECK(groups.name(groups.of(0)) == "Game");
    CHECK(groups.name(groups.of(3)) == "Player");
    CHECK_FALSE(groups.find("thing"));
}
