// test/text/joined.cpp
#include "catch.hpp"

#include <trav/text/joined.hpp>

using trav::joined;

TEST_CASE("joined: a name follows a dot, an index does not", "[unit]") {
    CHECK(joined("Player", "bag") == "Player.bag");
    CHECK(joined("Player.bag", "[3]") == "Player.bag[3]");
    CHECK(joined("", "bag") == ".bag");
    CHECK(joined("", "[3]") == "[3]");
    CHECK(joined("Player", "") == "Player");
}
