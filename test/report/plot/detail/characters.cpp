#include "catch.hpp"

#include <trav/report/plot/detail/characters.hpp>

#include <string>

using trav::plot::characters, trav::plot::shortened, trav::plot::text_width, trav::plot::xml;

TEST_CASE("characters: UTF-8, valid and invalid", "[unit]") {
    CHECK(characters("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8C\xB3") == U"a\u00E9\u20AC\U0001F333");
    CHECK(characters("\xFF") == U"\uFFFD");
    CHECK(characters("\xC3") == U"\uFFFD");
    CHECK(characters("\xC3(") == U"\uFFFD(");
    CHECK(characters("\xC0\x80") == U"\uFFFD\uFFFD");                      // an overlong encoding of 0
    CHECK(characters("\xE0\x80\x80") == U"\uFFFD\uFFFD\uFFFD");            // likewise
    CHECK(characters("\xED\xA0\x80") == U"\uFFFD\uFFFD\uFFFD");            // half of a surrogate pair
    CHECK(characters("\xED\xBF\xBF") == U"\uFFFD\uFFFD\uFFFD");            // the last such half
    CHECK(characters("\xF4\x90\x80\x80") == U"\uFFFD\uFFFD\uFFFD\uFFFD");  // beyond the last code point
    CHECK(characters("\xEF\xBF\xBF") == U"\uFFFD");                        // not a character in XML
    CHECK(characters("\xE2\x80\xAE") == U"\uFFFD");                        // turns text around
    CHECK(characters("\xC2\x80\xC2\x9F\xC2\xA0") == U"\uFFFD\uFFFD\u00A0");
    CHECK(characters("\xDF\xBF\xE0\xA0\x80\xF4\x8F\xBF\xBD") == U"\u07FF\u0800\U0010FFFD");
    CHECK(characters("a\tb\nc\x7F") == U"a\uFFFDb\uFFFDc\uFFFD");
    CHECK(characters("") == U"");
}

TEST_CASE("characters: XML", "[unit]") {
    CHECK(xml("<Main.sat> & \"x\"") == "&lt;Main.sat&gt; &amp; &quot;x&quot;");
    std::string const text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8C\xB3";
    CHECK(xml(text) == text);
}

TEST_CASE("characters: long texts lose their middle", "[unit]") {
    CHECK(shortened(U"ghc-prim:GHC.Types.I#", 11) == U"ghc-p\u2026es.I#");
    CHECK(shortened(U"four", 4) == U"four");
    CHECK(shortened(U"abcdefgh", 7, U"...") == U"ab...gh");
    CHECK(shortened(U"abcdefgh", 6, U"...") == U"ab...h");
}

// The widths that hp2ps 0.25 reserves for the key.
TEST_CASE("characters: widths", "[unit]") {
    CHECK(text_width(U"") == 0);
    CHECK(text_width(U"i") == Approx(1.7007876));
    CHECK(text_width(U"ghc-prim:GHC.Types.I#") == Approx(593 - 458.551169 - 15 - 14));
}
