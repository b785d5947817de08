#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/strings.hpp>

#include <cstdint>
#include <string>
#include <vector>

using trav::dump::DumpString;
using trav::dump::SameStrings;

namespace {

// Sizes are 100, 10, 20 and 30.
struct Strings : SmallDump {
    std::vector<DumpString> strings;
    void for_each_string(auto f) const {
        for (auto const& each : strings) f(each);
    }
};

}  // namespace

static_assert(trav::dump::HasStrings<Strings>);
static_assert(!trav::dump::HasStrings<SmallDump>);

TEST_CASE("strings: equal contents are one group; all strings but the first are waste", "[unit]") {
    Strings const dump{{}, {{1, 1, true, "a"}, {2, 2, true, "a"}, {3, 3, true, "b"}}};
    auto const same = trav::dump::same_strings(dump);
    REQUIRE(same.groups.size() == 2);
    CHECK(same.groups[0].count == 2);
    CHECK(same.groups[0].bytes == 30);
    CHECK(same.groups[0].wasted() == 20);
    CHECK(same.groups[0].first.node == 1);
    CHECK(same.groups[1].wasted() == 0);
    CHECK(same.group_of == std::vector<std::uint32_t>{SameStrings::none, 0, 0, 1});
}

TEST_CASE("strings: an array belongs to its string; an array that two strings share is counted once",
          "[unit]") {
    Strings const dump{{}, {{1, 3, true, "a"}, {2, 3, true, "a"}}};
    auto const same = trav::dump::same_strings(dump);
    REQUIRE(same.groups.size() == 1);
    CHECK(same.groups[0].bytes == 10 + 30 + 20);
    CHECK(same.groups[0].wasted() == 20);
    CHECK(same.group_of[3] == 0);
}

TEST_CASE("strings: strings that only begin alike differ, and so do strings with unknown contents",
          "[unit]") {
    Strings const dump{{}, {{1, 1, true, "a", 7}, {2, 2, true, "a", 8}, {3, 3, false, "a"}}};
    auto const same = trav::dump::same_strings(dump);
    CHECK(same.groups.size() == 2);
    CHECK(same.group_of[3] == SameStrings::unknown);
}

TEST_CASE("strings: the beginning of a text has no incomplete characters", "[unit]") {
    using trav::dump::beginning;
    CHECK(beginning("abc", 3) == "abc");
    CHECK(beginning("abcd", 3) == "abc");
    CHECK(beginning("a\u00e9b", 2) == "a");
    CHECK(beginning("a\u00e9b", 3) == "a\u00e9");
    CHECK(beginning("\xa9\xa9\xa9", 2).empty());
}
