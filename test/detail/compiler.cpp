// Functions that use builtins agree with the standard functions.
#include "catch.hpp"

#include <trav/detail/compiler.hpp>

namespace {

struct NoAddress {
    int value = 0;
    NoAddress* operator&() { return nullptr; }
};

}  // namespace

TEST_CASE("the lowest and the highest set bit of a number are found", "[unit]") {
    for (unsigned i = 0; i != 64; ++i) {
        CHECK(trav::detail::lowest_bit(1ull << i) == i);
        CHECK(trav::detail::highest_bit(1ull << i) == i);
        CHECK(trav::detail::lowest_bit(~0ull << i) == i);
        CHECK(trav::detail::highest_bit(~0ull >> i) == 63 - i);
    }
}

TEST_CASE("several threads can change a number", "[unit]") {
    unsigned number = 4;
    CHECK(trav::detail::increased(number) == 5);
    CHECK(number == 5);
    CHECK(trav::detail::decreased(number) == 4);
    CHECK(number == 4);
    trav::detail::store_relaxed(number, 7u);
    CHECK(number == 7);
}

TEST_CASE("bytes are copied, and an overloaded operator & does not hide an address", "[unit]") {
    int const from[]{1, 2, 3};
    int to[]{7, 8, 9};
    trav::detail::copy_bytes(to, from, 2 * sizeof(int));
    CHECK(to[0] == 1);
    CHECK(to[1] == 2);
    CHECK(to[2] == 9);
    NoAddress hidden;
    CHECK(&trav::detail::address_of(hidden)->value == &hidden.value);
}
