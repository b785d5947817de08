#include "catch.hpp"

#include <trav/detail/utf8.hpp>

#include <string>

using trav::detail::append_utf8, trav::detail::utf8_bytes, trav::detail::utf8_character;

namespace {

std::string utf8(char32_t c) {
    std::string text = "x";
    append_utf8(text, c);
    return text.substr(1);
}

}  // namespace

// The first and the last character of each length, and one in between, as in RFC 3629.
TEST_CASE("utf8: a character takes one to four bytes", "[unit]") {
    CHECK(utf8(0) == std::string(1, '\0'));
    CHECK(utf8('A') == "A");
    CHECK(utf8(0x7F) == "\x7F");
    CHECK(utf8(0x80) == "\xC2\x80");
    CHECK(utf8(0xE9) == "\xC3\xA9");
    CHECK(utf8(0x7FF) == "\xDF\xBF");
    CHECK(utf8(0x800) == "\xE0\xA0\x80");
    CHECK(utf8(0x20AC) == "\xE2\x82\xAC");
    CHECK(utf8(0xFFFF) == "\xEF\xBF\xBF");
    CHECK(utf8(0x10000) == "\xF0\x90\x80\x80");
    CHECK(utf8(0x1F333) == "\xF0\x9F\x8C\xB3");
    CHECK(utf8(0x10FFFF) == "\xF4\x8F\xBF\xBF");
}

TEST_CASE("utf8: every character is read back", "[unit]") {
    std::size_t wrong = 0;
    for (char32_t c = 0; c != 0x110000; ++c) {
        bool const half = c >= 0xD800 && c < 0xE000;
        std::size_t const bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        wrong += utf8_bytes(utf8(c) + "\x80") != (half ? 0 : bytes);
        wrong += !half && utf8_character(utf8(c)) != c;
    }
    CHECK(wrong == 0);
}

TEST_CASE("utf8: invalid bytes are rejected", "[unit]") {
    CHECK(utf8_bytes("\x80") == 0);
    CHECK(utf8_bytes("\xC3") == 0);
    CHECK(utf8_bytes("\xC3(") == 0);
    CHECK(utf8_bytes("\xC0\xAF") == 0);  // overlong
    CHECK(utf8_bytes("\xE0\x80\xAF") == 0);
    CHECK(utf8_bytes("\xF0\x80\x80\xAF") == 0);
    CHECK(utf8_bytes("\xF5\x80\x80\x80") == 0);  // beyond the last character
}
