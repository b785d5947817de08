#include "catch.hpp"

#include <trav/dump/detail/fill.hpp>

using trav::dump::detail::Fill;

TEST_CASE("fill: sizes by powers of four, and quarters of the room", "[unit]") {
    CHECK(Fill(0, 16).size_text() == "0");
    CHECK(Fill(1, 16).size_text() == "1-3");
    CHECK(Fill(3, 16).size_text() == "1-3");
    CHECK(Fill(4, 16).size_text() == "4-15");
    CHECK(Fill(15, 16).size_text() == "4-15");
    CHECK(Fill(16, 16).size_text() == "16-63");
    CHECK(Fill(~0ull, 16).size_text() == "4611686018427387904-18446744073709551615");
    CHECK(Fill(1, 16).quarter_text() == "0-25 %");
    CHECK(Fill(3, 16).quarter_text() == "0-25 %");
    CHECK(Fill(4, 16).quarter_text() == "25-50 %");
    CHECK(Fill(15, 16).quarter_text() == "75-100 %");
    CHECK(Fill(16, 16).quarter_text() == "75-100 %");
    CHECK(Fill(40, 16).quarter_text() == "75-100 %");  // entries of a map may share buckets
    CHECK(Fill(0, 0).quarter_text() == "0-25 %");
    CHECK(Fill(1, 16) == Fill(3, 16));
    CHECK(Fill(1, 16) < Fill(4, 16));
}
