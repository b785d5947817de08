#include "catch.hpp"

#include <trav/dump/nearest.hpp>

#include <string>
#include <vector>

using trav::dump::edit_distance;
using trav::dump::nearest;

using Names = std::vector<std::string>;

TEST_CASE("nearest: edit distance counts letters to insert, delete and replace", "[unit]") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("flaw", "lawn") == 2);
    CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("nearest: names with the wanted beginning come first, then the most similar", "[unit]") {
    Names const names{"catalogue", "cache", "orders", "cashiers"};
    CHECK(nearest(names, "cash", 2) == Names{"cashiers", "cache"});
    CHECK(nearest(names, "order", 1) == Names{"orders"});
    CHECK(nearest(names, "cahce", 1) == Names{"cache"});
    CHECK(nearest(names, "x", 9).size() == 4);
    CHECK(nearest({}, "x", 3).empty());
    CHECK(nearest({"b", "a", "c"}, "x", 2) == Names{"b", "a"});  // ties stay in order
    CHECK(nearest({"bcd", "abcd"}, "xbcd", 1) == Names{"bcd"});  // one letter either way
    CHECK(nearest({"bc", "abc"}, "abd", 1) == Names{"abc"});
    CHECK(nearest({"casx", "cashiers"}, "cash", 1) == Names{"cashiers"});
    CHECK(nearest({"long", "a"}, "", 1) == Names{"a"});
    CHECK(nearest({std::string(100000, 'x'), "xy"}, "xxy", 1) == Names{"xy"});
}
