// One of several positions: in the room of the largest where they are copied as bytes, else in room for each.
#include "catch.hpp"

#include <trav/detail/position.hpp>

#include <string>

using trav::detail::position;

TEST_CASE("a position is the one that was set last, in the room of the largest", "[unit]") {
    trav::detail::Position<char, int*, double> at;
    STATIC_REQUIRE(sizeof at == sizeof(double));
    int number = 0;
    at.set<1>(&number);
    CHECK(position<1>(at) == &number);
    at.set<2>(2.5);
    CHECK(position<2>(at) == 2.5);
    at.set<0>('a');
    CHECK(position<0>(at) == 'a');
}

TEST_CASE("positions that cannot be copied as bytes have room each", "[unit]") {
    trav::detail::Position<int, std::string, std::string> at;
    at.set<2>(std::string("the third"));
    at.set<0>(1);
    at.set<1>(std::string("the second"));
    CHECK(position<0>(at) == 1);
    CHECK(position<1>(at) == "the second");
    CHECK(position<2>(at) == "the third");
    at.set<2>(std::string("another"));
    CHECK(position<2>(at) == "another");
}
