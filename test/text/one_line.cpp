#include "catch.hpp"

#include <trav/text/one_line.hpp>

#include <string>
#include <utility>
#include <vector>

using trav::one_line;

TEST_CASE("one_line: safe text is unchanged", "[unit]") {
    for (std::string const text :
         {"", "plain \\ text", "Caf\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8C\xB3", "\xC2\xA0", "\xED\x9F\xBF",
          "\xEE\x80\x80", "\xF4\x8F\xBF\xBF", "\xE0\xA0\x80", "\xF0\x90\x80\x80"})
        CHECK(one_line(text) == text);
}

TEST_CASE("one_line: control characters are escaped, and the result is one line", "[unit]") {
    CHECK(one_line("a\nb\tc\rd") == "a\\nb\\tc\\x0dd");
    CHECK(one_line("\x1b[2J\x7f") == "\\x1b[2J\\x7f");
    CHECK(one_line(std::string(1, '\0')) == "\\x00");
    CHECK(one_line("\xC2\x9B"
                   "31m") == "\\xc2\\x9b31m");    // a terminal treats U+009B like ESC [
    CHECK(one_line("\xC2\x9F") == "\\xc2\\x9f");  // the last control character
    CHECK(one_line(one_line("\n\xff")) == one_line("\n\xff"));
}

// The first and the last character of each range of Unicode's Default_Ignorable_Code_Point (15.0), of the
// separators and of annotations, and their neighbours.
TEST_CASE("one_line: invisible characters, and those that change the direction of text, are escaped",
          "[unit]") {
    CHECK(one_line("a\xE2\x80\xAE"
                   "b\xE2\x80\xA8"
                   "c\xE2\x80\x8B") == "a\\u202eb\\u2028c\\u200b");
    CHECK(one_line("\xC2\xAD") == "\\u00ad");
    CHECK(one_line("\xF3\xA0\x80\x81") == "\\u{e0001}");
    auto const escaped = [](char32_t c) {
        std::string text;
        trav::detail::append_utf8(text, c);
        return one_line(text) != text;
    };
    for (auto const& [first, last] : std::vector<std::pair<char32_t, char32_t>>{{0xAD, 0xAD},
                                                                                {0x34F, 0x34F},
                                                                                {0x61C, 0x61C},
                                                                                {0x115F, 0x1160},
                                                                                {0x17B4, 0x17B5},
                                                                                {0x180B, 0x180F},
                                                                                {0x200B, 0x200F},
                                                                                {0x2028, 0x202E},
                                                                                {0x2060, 0x206F},
                                                                                {0x3164, 0x3164},
                                                                                {0xFE00, 0xFE0F},
                                                                                {0xFEFF, 0xFEFF},
                                                                                {0xFFA0, 0xFFA0},
                                                                                {0xFFF0, 0xFFFB},
                                                                                {0x1BCA0, 0x1BCA3},
                                                                                {0x1D173, 0x1D17A},
                                                                                {0xE0000, 0xE0FFF}}) {
        CAPTURE(first);
        CHECK(escaped(first));
        CHECK(escaped(last));
        CHECK_FALSE(escaped(first - 1));
        CHECK_FALSE(escaped(last + 1));
    }
}

TEST_CASE("one_line: invalid UTF-8 is escaped", "[unit]") {
    CHECK(one_line("x\xff") == "x\\xff");
    CHECK(one_line("\xC3") == "\\xc3");  // truncated
    CHECK(one_line("\xC3(") == "\\xc3(");
    CHECK(one_line("\xE2\x82") == "\\xe2\\x82");
    CHECK(one_line("\xC0\xAF") == "\\xc0\\xaf");  // overlong
    CHECK(one_line("\xE0\x9F\xBF") == "\\xe0\\x9f\\xbf");
    CHECK(one_line("\xF0\x8F\xBF\xBF") == "\\xf0\\x8f\\xbf\\xbf");
    CHECK(one_line("\xED\xA0\x80") == "\\xed\\xa0\\x80");           // a UTF-16 surrogate
    CHECK(one_line("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond the last character
    CHECK(one_line("\x80") == "\\x80");
}
