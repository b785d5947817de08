#include "catch.hpp"

#include <trav/profile/detail/numbers.hpp>

#include <cstdint>
#include <string>

TEST_CASE("numbers: keys as they come, the same ones again", "[unit]") {
    trav::detail::Numbers<std::string> words;
    CHECK(words.number("a") == 0);
    CHECK(words.number(std::string("b")) == 1);
    CHECK(words.number("a") == 0);
    CHECK(words[1] == "b");
    CHECK(words.size() == 2);

    trav::detail::Numbers<std::uint64_t>
        masks;  // single bits: the worst for a hash that keeps the lower ones
    for (int round = 0; round != 2; ++round)
        for (std::uint32_t i = 0; i != 10'000; ++i)
            REQUIRE(masks.number(i < 64 ? std::uint64_t{1} << i : std::uint64_t{i} << 32 | 3) == i);
    CHECK(masks.size() == 10'000);
    CHECK(masks[63] == std::uint64_t{1} << 63);
}
