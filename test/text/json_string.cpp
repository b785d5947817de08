#include "catch.hpp"

#include <trav/text/json_string.hpp>

TEST_CASE("json_string: any text becomes one JSON string", "[unit]") {
    CHECK(trav::detail::json_string("") == "\"\"");
    CHECK(trav::detail::json_string("a \"b\" \\ é") == "\"a \\\"b\\\" \\\\ é\"");
    CHECK(trav::detail::json_string("\n\x01\xff") == "\"\\\\n\\\\x01\\\\xff\"");
}
