#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/in_order.hpp>

#include <string>

TEST_CASE("order: sorts bands by first appearance, then by text, merges equal ones, and drops unused ones",
          "[unit]") {
    trav::Profile raw;
    raw.columns = {{"type", nullptr, {{"d"}, {"c"}, {"b"}, {"a"}, {"c"}, {"unused"}, {"c", {"m"}}}}};
    raw.samples = {{0, {{{1}, {1, 1}}, {{0}, {2, 1}}}},
                   {1, {{{4}, {4, 1}}, {{2}, {8, 1}}, {{1}, {16, 1}}}},
                   {2, {{{3}, {32, 1}}, {{6}, {64, 1}}}}};
    auto const profile = in_order(raw);
    CHECK(test::text(profile) == "type:\n  c {} {}\n  d {} {}\n  b {} {}\n  a {} {}\n  c {m} {}\n"
                                 "at 0\n 0: 1 1\n 1: 2 1\n"
                                 "at 1\n 0: 20 2\n 2: 8 1\n"
                                 "at 2\n 3: 32 1\n 4: 64 1\n");
    CHECK(test::text(in_order(profile)) == test::text(profile));
}

TEST_CASE("order: later samples do not change the numbers of earlier bands", "[unit]") {
    trav::Profile raw;
    raw.columns = {{"type", nullptr, {{"d"}, {"c"}, {"b"}, {"a"}}}};
    raw.samples = {{0, {{{0}, {1, 1}}, {{2}, {1, 1}}}}};
    auto const one = in_order(raw).columns[0].bands;
    raw.samples.push_back({1, {{{1}, {1, 1}}, {{3}, {1, 1}}}});
    auto const two = in_order(raw).columns[0].bands;
    CHECK(two[0].text == one[0].text);
    CHECK(two[1].text == one[1].text);
    CHECK(two[2].text == "a");
}

TEST_CASE("order: bands that look the same begin with the earliest of them", "[unit]") {
    trav::Profile raw;
    raw.columns = {{"type", nullptr, {{"b"}, {"a"}, {"b"}}}};
    raw.samples = {{0, {{{2}, {1, 1}}}}, {1, {{{0}, {2, 1}}, {{1}, {4, 1}}}}};
    CHECK(test::text(in_order(raw)) == "type:\n  b {} {}\n  a {} {}\n"
                                       "at 0\n 0: 1 1\n"
                                       "at 1\n 0: 2 1\n 1: 4 1\n");
    raw.samples = {{0, {{{1}, {4, 1}}, {{2}, {1, 1}}}}, {1, {{{0}, {2, 1}}}}};
    CHECK(test::text(in_order(raw)) == "type:\n  a {} {}\n  b {} {}\n"
                                       "at 0\n 0: 4 1\n 1: 1 1\n"
                                       "at 1\n 1: 2 1\n");
}
