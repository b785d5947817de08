// test/detail/bits.cpp: an array of bits, compared with std::vector<bool>.
#include "catch.hpp"

#include <trav/detail/bits.hpp>

#include <cstddef>
#include <random>
#include <vector>

TEST_CASE("bits: each can be set and reset", "[unit]") {
    std::mt19937 random(1);
    for (std::size_t const count :
         {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{10'000}}) {
        trav::detail::Bits bits;
        for (int pass = 0; pass != 2; ++pass) {
            bits.clear(count);
            std::vector<bool> expected(count);
            for (int i = 0; i != 2000; ++i) {
                std::size_t const at = random() % count;
                bool const is = random() % 2 == 0;
                bits[at] = is, expected[at] = is;
                CHECK(bits[at] == expected[at]);
            }
            for (std::size_t i = 0; i != count; ++i) CHECK(bits[i] == expected[i]);
        }
    }
}

TEST_CASE("bits: any_near() finds a set bit in a range or near it", "[unit]") {
    trav::detail::Bits bits;
    bits.clear(300);
    CHECK_FALSE(bits.any_near(0, 300));
    bits[130] = true;
    CHECK(bits.any_near(0, 300));
    CHECK(bits.any_near(130, 131));
    CHECK(bits.any_near(100, 131));
    CHECK(bits.any_near(128, 129));
    CHECK_FALSE(bits.any_near(0, 128));
    CHECK_FALSE(bits.any_near(192, 300));
    bits.clear(300);
    CHECK_FALSE(bits.any_near(0, 300));
}
