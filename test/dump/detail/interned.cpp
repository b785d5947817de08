#include "catch.hpp"

#include <trav/dump/detail/interned.hpp>

#include <cstdint>
#include <string>

TEST_CASE("interned: equal texts have one number", "[unit]") {
    trav::dump::StringTable strings;
    trav::dump::detail::Interned number(strings);
    CHECK(number("") == 0);
    CHECK(number("a") == 1);
    strings.add("b");  // not by the interner, which does not find it
    CHECK(number("b") == 3);
    for (int turn = 0; turn != 2; ++turn)
        for (std::uint32_t i = 0; i != 1000; ++i) CHECK(number("text " + std::to_string(i)) == 4 + i);
    CHECK(number("a") == 1);
    CHECK(number("") == 0);
    CHECK(strings.size() == 1004);
    CHECK(strings[1003] == "text 999");
}
