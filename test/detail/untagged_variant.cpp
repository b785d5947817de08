// Storage for one of several values: as large as the largest if all are trivially copyable, otherwise
// separate.
#include "catch.hpp"

#include <trav/detail/untagged_variant.hpp>

#include <string>

using trav::detail::alternative;

TEST_CASE("an untagged variant holds the last value set, in the space of the largest", "[unit]") {
    trav::detail::UntaggedVariant<char, int*, double> at;
    STATIC_REQUIRE(sizeof at == sizeof(double));
    int number = 0;
    at.set<1>(&number);
    CHECK(alternative<1>(at) == &number);
    at.set<2>(2.5);
    CHECK(alternative<2>(at) == 2.5);
    at.set<0>('a');
    CHECK(alternative<0>(at) == 'a');
}

TEST_CASE("values that are not trivially copyable have separate space", "[unit]") {
    trav::detail::UntaggedVariant<int, std::string, std::string> at;
    at.set<2>(std::string("the third"));
    at.set<0>(1);
    at.set<1>(std::string("the second"));
    CHECK(alternative<0>(at) == 1);
    CHECK(alternative<1>(at) == "the second");
    CHECK(alternative<2>(at) == "the third");
    at.set<2>(std::string("another"));
    CHECK(alternative<2>(at) == "another");
}
