#include "catch.hpp"

#include <trav/profile/detail/interner.hpp>

#include <cstdint>
#include <deque>
#include <string>

TEST_CASE("interner: numbers keys in order of first appearance", "[unit]") {
    trav::detail::Interner<std::string> words;
    CHECK(words.intern("a") == 0);
    CHECK(words.intern(std::string("b")) == 1);
    CHECK(words.intern("a") == 0);
    CHECK(words[1] == "b");
    CHECK(words.intern("b", words.expect("b")) == 1);
    CHECK(words.size() == 2);

    trav::detail::Interner<std::uint64_t>
        masks;  // single bits: the worst case for a hash that keeps the lower bits
    for (int round = 0; round != 2; ++round)
        for (std::uint32_t i = 0; i != 10'000; ++i)
            REQUIRE(masks.intern(i < 64 ? std::uint64_t{1} << i : std::uint64_t{i} << 32 | 3) == i);
    CHECK(masks.size() == 10'000);
    CHECK(masks[63] == std::uint64_t{1} << 63);
}

TEST_CASE("interner: refuses more keys than it has numbers, and keeps the earlier ones", "[unit]") {
    using Keys = std::deque<int>;
    trav::detail::Interner<int, trav::detail::AskHash<int>, Keys, std::uint8_t> keys;
    int count = 0;
    try {
        for (; count != 1000; ++count) {
            int const number = keys.intern(count);
            REQUIRE(number == count);
        }
    } catch (trav::TooManyKeys const& error) {
        CHECK(std::string(error.what()).starts_with("trav: more different keys"));
    }
    CHECK(count == 128);
    CHECK(keys.size() == 128);
    for (int i = 0; i != count; ++i) CHECK(keys.intern(i) == i);
    CHECK_THROWS_AS(keys.intern(1000), trav::TooManyKeys);
}
