#include "catch.hpp"

#include <trav/dump/graph/detail/words.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::vector<std::string>>;

Lines lines(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x");
    trav::dump::detail::Words words(input);
    Lines result;
    while (words.next()) {
        result.emplace_back();
        for (auto const& word : words.line()) result.back().push_back(word.text);
    }
    return result;
}

}  // namespace

TEST_CASE("words: blanks separate words, line ends separate lines", "[unit]") {
    CHECK(lines("a b\nc").size() == 2);
    CHECK(lines("a b\nc") == Lines{{"a", "b"}, {"c"}});
    CHECK(lines("\t a \t b  \r\n\n   \nc\r\n") == Lines{{"a", "b"}, {"c"}});
    CHECK(lines("").empty());
    CHECK(lines("\n\n").empty());
    CHECK(lines("\xef\xbb\xbf"
                "a") == Lines{{"a"}});
    CHECK(lines("a\n\xef\xbb\xbf"
                "b") == Lines{{"a"},
                              {"\xef\xbb\xbf"
                               "b"}});  // a quotation mark matters only at the beginning
    CHECK(lines("gr\xc3\xb6\xc3\x9f"
                "e") == Lines{{"gr\xc3\xb6\xc3\x9f"
                               "e"}});
}

TEST_CASE("words: # begins a comment where a word may begin", "[unit]") {
    CHECK(lines("# a\na # b \"\na#b\n#") == Lines{{"a"}, {"a#b"}});
    CHECK(lines("\"#a\" b") == Lines{{"#a", "b"}});
}

TEST_CASE("words: quotes", "[unit]") {
    CHECK(lines(R"("a b" "" c"d)") == Lines{{"a b", "", "c\"d"}});
    CHECK(lines(R"("say \"hi\"" "a\\b" a\b)") == Lines{{"say \"hi\"", "a\\b", "a\\b"}});
    std::istringstream stream("NODE \"NODE\"");
    trav::dump::Input input(stream, "x");
    trav::dump::detail::Words words(input);
    REQUIRE(words.next());
    CHECK_FALSE(words.line()[0].quoted);
    CHECK(words.line()[1].quoted);
}

TEST_CASE("words: errors name the line", "[unit]") {
    CHECK_THROWS_WITH(lines("a\n\n\"b"), "x: line 3: the closing quote is missing");
    CHECK_THROWS_WITH(lines("\"b\\"), "x: line 1: the closing quote is missing");
    CHECK_THROWS_WITH(lines("\"b\\\""), "x: line 1: the closing quote is missing");
    CHECK_THROWS_WITH(lines("\"a\"b"), "x: line 1: a blank is due behind the closing quote");
    CHECK_THROWS_WITH(lines("\"a\"#"), "x: line 1: a blank is due behind the closing quote");
    CHECK_THROWS_WITH(lines("\"\\n\""), "x: line 1: \\n in a quoted word: only \\\" and \\\\ are known");
    CHECK_THROWS_WITH(lines(std::string("a\na\0b", 5)), "x: line 2: control characters: this is no text");
    CHECK_THROWS_WITH(lines("a\rb"), "x: line 1: control characters: this is no text");
    std::string const longest(std::size_t{1} << 20, 'a');
    CHECK(lines(longest) == Lines{{longest}});
    CHECK_THROWS_WITH(lines("b\n" + longest + "a"), "x: line 2: the line has more than 1048576 bytes");
}
