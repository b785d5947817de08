// test/text/append.cpp
#include "catch.hpp"

#include <trav/text/append.hpp>

#include <string>
#include <string_view>

using trav::detail::append;
using trav::detail::concatenated;

TEST_CASE("append: texts and characters", "[unit]") {
    std::string text = "a";
    append(text, "bc");
    append(text, 3, '-');
    append(text, 0, '+');
    append(text, std::string_view());
    append(text, std::string_view("d\0e", 3));
    CHECK(text == std::string("abc---d\0e", 9));
}

TEST_CASE("concatenated: texts in order", "[unit]") {
    CHECK(concatenated({}).empty());
    std::string const name = "a name that is not in the string itself";
    CHECK(concatenated({"'", name, "'", ""}) == "'a name that is not in the string itself'");
}
