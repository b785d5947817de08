// test/text/wildcards.cpp
#include "catch.hpp"

#include <trav/text/wildcards.hpp>

#include <string>

using trav::matches;
using trav::matches_last_part;

TEST_CASE("wildcards: * is any text, ? is one character", "[unit]") {
    CHECK(matches("", ""));
    CHECK(matches("*", ""));
    CHECK(matches("a*", "a"));
    CHECK(matches("*b*d", "abcdbd"));
    CHECK(matches("a?c", "abc"));
    CHECK(matches("*?", "a"));
    CHECK_FALSE(matches("", "a"));
    CHECK_FALSE(matches("?", ""));
    CHECK_FALSE(matches("a?", "a"));
    CHECK_FALSE(matches("a*c", "abd"));
    CHECK_FALSE(matches("ab", "abc"));
    CHECK_FALSE(matches("abc", "ab"));
    CHECK(trav::has_wildcards("a?"));
    CHECK(trav::has_wildcards("*"));
    CHECK_FALSE(trav::has_wildcards("ab"));
}

TEST_CASE("wildcards: a character of UTF-8 is one, an invalid byte also", "[unit]") {
    CHECK(matches("caf?", "caf\xC3\xA9"));
    CHECK_FALSE(matches("caf??", "caf\xC3\xA9"));
    CHECK(matches("?", "\xF0\x9F\x98\x80"));
    CHECK_FALSE(matches("*??", "\xE2\x82\xAC"));
    CHECK(matches("*??", "a\xE2\x82\xAC"));
    CHECK(matches("??", "\xFF\xFE"));
    CHECK(matches("?\xA9?", "a\xA9z"));
}

TEST_CASE("wildcards: the last part of a name", "[unit]") {
    for (std::string const name : {"shop.UserLogin", "shop$UserLogin", "shop::UserLogin", "UserLogin"}) {
        INFO(name);
        CHECK(matches_last_part("UserLogin", name));
        CHECK(matches_last_part("User*", name));
        CHECK(matches_last_part("*Login", name));
        CHECK_FALSE(matches_last_part("Login", name));
        CHECK_FALSE(matches_last_part("Log*", name));
    }
    CHECK_FALSE(matches_last_part("UserLogin", "shop:UserLogin"));
}
