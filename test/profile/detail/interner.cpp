#include "catch.hpp"

#include <trav/profile/detail/interner.hpp>

#include <cstdint>
#include <string>

TEST_CASE("interner: keys as they come, the same ones again", "[unit]") {
    trav::detail::Interner<std::string> words;
    CHECK(words.intern("a") == 0);
    CHECK(words.intern(std::string("b")) == 1);
    CHECK(words.intern("a") == 0);
    CHECK(words[1] == "b");
    CHECK(words.intern("b", words.expect("b")) == 1);
    CHECK(words.size() == 2);

    trav::detail::Interner<std::uint64_t>
        masks;  // single bits: the worst for a hash that keeps the lower ones
    for (int round = 0; round != 2; ++round)
        for (std::uint32_t i = 0; i != 10'000; ++i)
            REQUIRE(masks.intern(i < 64 ? std::uint64_t{1} << i : std::uint64_t{i} << 32 | 3) == i);
    CHECK(masks.size() == 10'000);
    CHECK(masks[63] == std::uint64_t{1} << 63);
}
