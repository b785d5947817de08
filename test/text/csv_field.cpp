// test/text/csv_field.cpp
#include "catch.hpp"

#include <trav/text/csv_field.hpp>

using trav::csv_field;

TEST_CASE("csv_field: a text is quoted only if it contains a comma, a quote or a line break", "[unit]") {
    CHECK(csv_field("") == "");
    CHECK(csv_field("std::vector<int> [3]") == "std::vector<int> [3]");
    CHECK(csv_field("a,b") == "\"a,b\"");
    CHECK(csv_field("say \"a\"") == "\"say \"\"a\"\"\"");
    CHECK(csv_field("a\nb") == "\"a\nb\"");
    CHECK(csv_field("a\r") == "\"a\r\"");
}
