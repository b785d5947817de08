#include "catch.hpp"

#include <trav/dump/detail/json_scanner.hpp>
#include <trav/dump/detail/lines.hpp>

#include <cstddef>
#include <sstream>
#include <string>

using trav::dump::Input;
using trav::dump::detail::Lines;

namespace {

/// The lines and their numbers.
std::string lines(std::string const& text, std::size_t block) {
    std::istringstream stream(text);
    Input input(stream, "test", block);
    Lines lines(input);
    std::string result;
    while (lines.next()) result += std::to_string(lines.number()) + '(' + std::string(lines.text()) + ')';
    return result;
}

}  // namespace

TEST_CASE("lines: returned without their ends, in blocks of any length", "[unit]") {
    for (std::size_t const block : {1u, 2u, 3u, 5u, 100u}) {
        CAPTURE(block);
        CHECK(lines("", block).empty());
        CHECK(lines("a", block) == "1(a)");
        CHECK(lines("a\n", block) == "1(a)");
        CHECK(lines("ab\n\ncdef\r\ng", block) == "1(ab)2()3(cdef)4(g)");
        CHECK(lines("\n", block) == "1()");
        CHECK(lines("\xef\xbb\xbf"
                    "a\n\xef\xbb\xbf"
                    "b",
                    block) == "1(a)2(\xef\xbb\xbf"
                              "b)");
        CHECK(lines("\r\r\n", block) == "1(\r)");
    }
}

TEST_CASE("lines: a scanner reads a line, and its errors name the line", "[unit]") {
    for (std::size_t const block : {1u, 4u, 100u}) {
        std::istringstream stream("[1]\n[2\n]\n");
        Input input(stream, "test", block);
        Lines lines(input);
        trav::dump::BasicJsonScanner json(lines);
        REQUIRE(lines.next());
        CHECK(json.open('[', ']'));
        CHECK(json.number() == 1);
        CHECK_FALSE(json.more(']'));
        json.end();
        REQUIRE(lines.next());
        CHECK(json.open('[', ']'));
        CHECK_THROWS_WITH(json.number(), "test: line 2: the text ends after a number: the file is cut short");
    }
}

TEST_CASE("lines: a line that is too long is refused before it is copied", "[unit]") {
    for (std::size_t const block : {1u, 4u, 100u}) {
        std::istringstream stream("1234\n12345\n");
        Input input(stream, "test", block);
        Lines lines(input, 4);
        REQUIRE(lines.next());
        CHECK_THROWS_WITH(lines.next(), "test: line 2: the line has more than 4 bytes");
    }
}
