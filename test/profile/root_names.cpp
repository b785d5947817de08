#include "catch.hpp"

#include <trav/profile/root_names.hpp>

#include <string>
#include <vector>

TEST_CASE("root names: are numbered in order of first appearance, each once", "[unit]") {
    trav::RootNames names;
    CHECK(names.number("cache") == 0);
    CHECK(names.number("sessions") == 1);
    CHECK(names.number("cache") == 0);
    CHECK(names.size() == 2);
    CHECK(names[1] == "sessions");
}

TEST_CASE("root names: the band of a set has the names and numbers of its members", "[unit]") {
    trav::RootNames names;
    for (char const* name : {"a", "b", "c"}) names.number(name);
    trav::Band const both = names.band(std::vector{0, 2});
    CHECK(both.text == "a,c");
    CHECK(both.members == std::vector<std::string>{"a", "c"});
    CHECK(both.identity.members == std::vector<std::uint32_t>{0, 2});
    CHECK(!both.identity.unreached);
    trav::Band const none = names.band(std::vector<int>{});
    CHECK(none.text == "NOROOT");
    CHECK(none.members.empty());
    CHECK(none.identity.unreached);
}

TEST_CASE("root names: a name may look like a set, or like NOROOT", "[unit]") {
    trav::RootNames names;
    for (char const* name : {"a", "b", "a,b", "NOROOT"}) names.number(name);
    CHECK(names.band(std::vector{0, 1}).text == names.band(std::vector{2}).text);
    CHECK(names.band(std::vector{0, 1}) != names.band(std::vector{2}));
    CHECK(names.band(std::vector{3}).text == names.band(std::vector<int>{}).text);
    CHECK(names.band(std::vector{3}) != names.band(std::vector<int>{}));
}
