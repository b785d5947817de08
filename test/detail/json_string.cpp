#include "catch.hpp"

#include <trav/detail/json_string.hpp>

TEST_CASE("json_string: whatever the text is, it is one string of JSON", "[unit]") {
    CHECK(trav::detail::json_string("") == "\"\"");
    CHECK(trav::detail::json_string("a \"b\" \\ é") == "\"a \\\"b\\\" \\\\ é\"");
    CHECK(trav::detail::json_string("\n\x01\xff") == "\"\\\\n\\\\x01\\\\xff\"");
}
