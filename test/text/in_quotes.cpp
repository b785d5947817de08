#include "catch.hpp"

#include <trav/text/in_quotes.hpp>

#include <cstddef>
#include <random>
#include <string>
#include <utility>

using trav::in_quotes;

namespace {

// The text in quotes at the beginning of a line; "?" if the quotes are not closed.
std::string read(std::string const& line) {
    std::string text;
    return trav::read_quotes(line, 0, text) == line.size() ? text : "?";
}

}  // namespace

TEST_CASE("in_quotes: quotes, backslashes, control characters and invisible ones are escaped", "[unit]") {
    CHECK(in_quotes("") == R"("")");
    CHECK(in_quotes("Ann's") == R"("Ann's")");
    CHECK(in_quotes("a \"b\" \\n\n\t") == R"("a \"b\" \\n\n\t")");
    CHECK(in_quotes("\x1b\xff\xE2\x80\xAE\xF3\xA0\x80\x81") == R"("\x1b\xff\u202e\u{e0001}")");
}

TEST_CASE("in_quotes: escapes are read", "[unit]") {
    for (auto const& [line, text] : {std::pair<std::string, std::string>{R"("")", ""},
                                     {R"('it "is"')", "it \"is\""},
                                     {R"('it\'s')", "it's"},
                                     {R"("\"\\\n\t\q")", "\"\\\n\tq"},
                                     {R"("\x41\u00e9\u{1F333}")", "A\xC3\xA9\xF0\x9F\x8C\xB3"},
                                     // no escapes
                                     {R"("\x4")", "x4"},
                                     {R"("\xg1\x-1")", "xg1x-1"},
                                     {R"("\u12")", "u12"},
                                     {R"("\u{12")", "u{12"},
                                     {R"("\u{}")", "u{}"},
                                     {R"("\ud800\u{110000}")", "ud800u{110000}"},
                                     {R"("\u{100000041}")", "u{100000041}"}})
        CHECK(read(line) == text);
    for (char const* const open : {"\"", "\"a", "\"a\\\"", "\"a\\", "\"\\u{4", "'\""})
        CHECK(read(open) == "?");
    std::string text = "a";
    CHECK(trav::read_quotes(R"(["b"].c)", 1, text) == 4);
    CHECK(text == "ab");
}

TEST_CASE("in_quotes: any text can be read back", "[unit]") {
    std::mt19937 random(1);
    std::string const often = "\\\"'xu{}nt0aF\n\xE2\x80\xAE\xC2\x9B\xFF";
    for (int i = 0; i != 20000; ++i) {
        std::string text;
        for (auto length = random() % 12; length != 0; --length)
            text += random() % 4 == 0 ? static_cast<char>(random() % 256) : often[random() % often.size()];
        std::string const line = in_quotes(text);
        INFO(line);
        REQUIRE(read(line) == text);
        CHECK(line.find('\n') == line.npos);
        CHECK(trav::one_line(line) == line);
    }
}
