#include "catch.hpp"

#include <trav/dump/jvm/detail/java_text.hpp>

#include <string>
#include <string_view>

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
