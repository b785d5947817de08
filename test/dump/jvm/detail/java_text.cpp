#include "catch.hpp"

#include <trav/dump/jvm/detail/java_text.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace trav::dump::detail;

TEST_CASE("java: names of classes as in a program", "[unit]") {
    CHECK(java_name("java/lang/String") == "java.lang.String");
    CHECK(java_name("[Ljava/lang/String;") == "java.lang.String[]");
    CHECK(java_name("[[I") == "int[][]");
    CHECK(java_name("[java.lang.String") == "java.lang.String[]");
    CHECK(java_name("[") == "[]");
    CHECK(java_name("").empty());
    std::string all;
    for (char const letter : std::string("ZCFDBSIJ")) all += java_name(std::string("[") + letter) + ' ';
    CHECK(all == "boolean[] char[] float[] double[] byte[] short[] int[] long[] ");
}

TEST_CASE("java: characters as UTF-8", "[unit]") {
    auto const java_text = [](std::string_view array, Coding coding) {
        std::string text = "<";
        append_java_text(text, array, coding);
        return text.substr(1);
    };
    CHECK(java_text("abc", Coding::latin1) == "abc");
    CHECK(java_text("a\xe9", Coding::latin1) == "a\xc3\xa9");
    CHECK(java_text(std::string("\x20\xac", 2), Coding::utf16_big) == "\xe2\x82\xac");
    CHECK(java_text(std::string("\xac\x20", 2), Coding::utf16_little) == "\xe2\x82\xac");
    CHECK(java_text(std::string("\xd8\x3d\xde\x00", 4), Coding::utf16_big) == "\xf0\x9f\x98\x80");
    CHECK(java_text(std::string("\xd8\x3d\x00!", 4), Coding::utf16_big) == "?!");  // half of a pair
    CHECK(java_text(std::string("\xd8\x3d", 2), Coding::utf16_big) == "?");
    CHECK(java_text(std::string("\x00", 1), Coding::utf16_big).empty());  // half of a character
}

TEST_CASE("java: pairs of surrogates, their bounds, and halves of pairs", "[unit]") {
    auto const text_of = [](std::vector<unsigned> const& units) {
        std::string big, little;
        for (unsigned const unit : units) {
            char const high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xff);
            big += high, big += low;
            little += low, little += high;
        }
        std::string text, same;
        append_java_text(text, big, Coding::utf16_big);
        append_java_text(same, little, Coding::utf16_little);
        CHECK(text == same);
        return text;
    };
    CHECK(text_of({0xd7ff}) == "\xed\x9f\xbf");
    CHECK(text_of({0xe000}) == "\xee\x80\x80");
    CHECK(text_of({0xffff}) == "\xef\xbf\xbf");
    CHECK(text_of({0xd800, 0xdc00}) == "\xf0\x90\x80\x80");  // U+10000
    CHECK(text_of({0xd801, 0xdc01}) == "\xf0\x90\x90\x81");  // U+10401
    CHECK(text_of({0xdbff, 0xdfff}) == "\xf4\x8f\xbf\xbf");  // U+10FFFF
    CHECK(text_of({'a', 'b', 0xd83d, 0xde00, 'c', 'd'}) == "ab\xf0\x9f\x98\x80"
                                                           "cd");
    for (unsigned const half : {0xd800u, 0xdbffu, 0xdc00u, 0xdfffu}) {
        CHECK(text_of({half}) == "?");
        CHECK(text_of({half, 'a'}) == "?a");
        CHECK(text_of({half, 0xd7ff}) == "?\xed\x9f\xbf");
        CHECK(text_of({half, 0xe000}) == "?\xee\x80\x80");
        CHECK(text_of({half, 0xd800, 0xdc00}) == "?\xf0\x90\x80\x80");
        CHECK(text_of({0xdc00, half}) == "??");
    }
    CHECK(text_of({0xd800, 0xdbff}) == "??");
    CHECK(text_of({0xd800, 0xdc00, 0xdc00}) == "\xf0\x90\x80\x80?");
}
