#include "catch.hpp"

#include <trav/dump/detail/part_of_name.hpp>

#include <string>

TEST_CASE("part of name: a long name is cut after a whole character", "[unit]") {
    using trav::dump::detail::part_of_name;
    std::string const longest(200, 'n');
    CHECK(part_of_name("").empty());
    CHECK(part_of_name(longest) == longest);
    CHECK(part_of_name(longest + 'n') == longest + "..");
    CHECK(part_of_name(longest.substr(1) + "\xc3\xa9") == longest.substr(1) + "..");
}
