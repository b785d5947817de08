#include "catch.hpp"
#include "report/plot/asked.hpp"

#include <trav/report/plot/traces.hpp>

#include <string>
#include <vector>

using trav::plot::Order, trav::plot::Traces, trav::plot::traces;
using Labels = std::vector<std::string>;
using Values = std::vector<double>;

namespace {

Labels labels(Traces const& drawn) {
    Labels result;
    for (auto const& band : drawn.bands) result.push_back(band.label);
    return result;
}

// Totals: a 60, b 30, c 9, d 1.
auto const file = profile("1.0 a 10 b 30\n"
                          "2.0 a 20 c 9\n"
                          "4.0 a 30 d 1\n");

}  // namespace

TEST_CASE("traces: the largest band is on top, each has its values", "[unit]") {
    Traces const drawn = traces(file, {.threshold = 0});
    REQUIRE(labels(drawn) == Labels{"d", "c", "b", "a"});
    CHECK(drawn.bands[0].values == Values{0, 0, 1});
    CHECK(drawn.bands[3].values == Values{10, 20, 30});
    CHECK(drawn.bands[3].total == 60);
    CHECK(drawn.times == Values{1, 2, 4});
    CHECK(drawn.heights == Values{40, 29, 31});
    CHECK(drawn.total == 100);
    CHECK(drawn.header == file.header);
}

TEST_CASE("traces: bands that together stay below the threshold are left out", "[unit]") {
    CHECK(labels(traces(file, {.threshold = 1})) == Labels{"d", "c", "b", "a"});
    CHECK(labels(traces(file, {.threshold = 1.5})) == Labels{"c", "b", "a"});
    CHECK(labels(traces(file, {.threshold = 10})) == Labels{"c", "b", "a"});  // d and c together reach it
    CHECK(labels(traces(file, {.threshold = 10.05})) == Labels{"b", "a"});
    CHECK(labels(traces(file, {.threshold = 100.5})).empty());
    CHECK(traces(file, {.threshold = 100.5}).left_out == 4);
    Traces const drawn = traces(file, {.threshold = 10.5});
    CHECK(labels(drawn) == Labels{"b", "a"});
    CHECK(drawn.left_out == 2);
    CHECK(drawn.total == 100);
    CHECK(drawn.heights == Values{40, 29, 31});
    CHECK(drawn.y_range == 40);
    CHECK(drawn.area == (40 + 20) / 2.0 * 1 + (20 + 30) / 2.0 * 2);
}

TEST_CASE("traces: if there are too many bands, the lowest are merged", "[unit]") {
    Traces const drawn = traces(file, {.threshold = 0, .limit = 3});
    REQUIRE(labels(drawn) == Labels{"OTHER", "b", "a"});
    CHECK(drawn.bands[0].values == Values{0, 9, 1});
    CHECK(drawn.bands[0].total == 10);
    CHECK(drawn.merged == 2);
    CHECK(labels(traces(file, {.threshold = 0, .limit = 4})) == Labels{"d", "c", "b", "a"});
    CHECK(labels(traces(file, {.threshold = 0, .limit = 1})) == Labels{"OTHER"});
    CHECK(labels(traces(file, {.threshold = 0, .limit = 0})).size() == 4);
    // The order decides which bands are the lowest.
    CHECK(labels(traces(file, {.threshold = 0, .limit = 3, .order = Order::name})) ==
          Labels{"OTHER", "c", "d"});
}

// hp2ps: -t1 -m20
TEST_CASE("traces: by default, bands below one percent are left out, and twenty are drawn", "[conformance]") {
    CHECK(labels(traces(profile("0.0 a 199 b 1\n"))) == Labels{"a"});
    CHECK(labels(traces(profile("0.0 a 99 b 1\n"))) == Labels{"b", "a"});
    std::string many = "0.0";
    for (int i = 0; i != 20; ++i) many += " b" + std::to_string(i) + " 1";
    CHECK(traces(profile(many + "\n")).merged == 0);
    Traces const drawn = traces(profile(many + " c 1\n"));
    CHECK(drawn.bands.size() == 20);
    CHECK(drawn.merged == 2);
}

// hp2ps's hash function for c, -h, abc, /h, ab: 99, 239, 240 (1266 modulo 513), 245, 389; 391 for ad and ba,
// of which the last to be found comes first
TEST_CASE("traces: equal bands are in the order of hp2ps's table", "[conformance]") {
    auto const equal = profile("0.0 ba 1 ad 1 /h 1 ab 1 abc 1 -h 1 c 1\n");
    CHECK(labels(traces(equal, {.threshold = 0})) == Labels{"c", "-h", "abc", "/h", "ab", "ad", "ba"});
}

TEST_CASE("traces: by name, up and down", "[unit]") {
    CHECK(labels(traces(file, {.threshold = 0, .order = Order::name})) == Labels{"a", "b", "c", "d"});
    CHECK(labels(traces(file, {.threshold = 0, .order = Order::name_reversed})) ==
          Labels{"d", "c", "b", "a"});
}

TEST_CASE("traces: by deviation", "[unit]") {
    // Around the means: steady 0; wild sqrt((90^2 + 0 + 90^2) / 2); rare: a mean of 2 and one value of 6, so
    // sqrt(4^2 / 2).
    auto const three = profile("0.0 steady 100 wild 10\n"
                               "1.0 steady 100 wild 100\n"
                               "2.0 steady 100 wild 190 rare 6\n");
    CHECK(labels(traces(three, {.threshold = 0, .order = Order::deviation})) ==
          Labels{"steady", "rare", "wild"});
    // Of two samples: a sqrt(0), b sqrt(6^2 + 6^2).
    CHECK(labels(traces(profile("0.0 a 10 b 0\n1.0 a 10 b 12\n"),
                        {.threshold = 0, .order = Order::deviation})) == Labels{"a", "b"});
    // a: a mean of 5, 4^2 + 4^2 + 0; b: a mean of 6, 1 + 1 + 2^2.
    CHECK(labels(traces(profile("0.0 a 1 b 5\n1.0 a 9 b 5\n2.0 a 5 b 8\n"),
                        {.threshold = 0, .order = Order::deviation})) == Labels{"b", "a"});
    // a: a mean of 3, one value of 9, so 6^2; b: a mean of 7, 6^2 + 1 + 5^2.
    CHECK(labels(traces(profile("0.0 a 9 b 1\n1.0 b 8\n2.0 b 12\n"),
                        {.threshold = 0, .order = Order::deviation})) == Labels{"a", "b"});
    auto const one = profile("0.0 a 2 b 1\n");  // no deviation at all: the order stays
    CHECK(labels(traces(one, {.threshold = 0, .order = Order::deviation})) == Labels{"b", "a"});
}

TEST_CASE("traces: the scale of the file or of an earlier drawing", "[unit]") {
    Traces const drawn = traces(file, {.threshold = 0});
    CHECK(drawn.x_range == 3);
    CHECK(drawn.y_range == 40);
    CHECK(drawn.area == (40 + 29) / 2.0 * 1 + (29 + 31) / 2.0 * 2);
    trav::plot::Saved saved{.x_range = 2, .y_range = 50};
    CHECK(traces(file, {}, &saved).x_range == 3);
    CHECK(traces(file, {}, &saved).y_range == 50);
    saved = {.x_range = 5, .y_range = 30};
    CHECK(traces(file, {}, &saved).x_range == 5);
    CHECK(traces(file, {}, &saved).y_range == 40);
    Traces const nothing = traces(profile("1.0\n"));
    CHECK(nothing.bands.empty());
    CHECK(nothing.x_range == 1);
    CHECK(nothing.y_range == 1);
    CHECK(nothing.area == 0);
    CHECK(traces(trav::HpFile{}).times.empty());
}

TEST_CASE("traces: the order of an earlier drawing; bands that it lacks are at the bottom", "[unit]") {
    trav::plot::Saved saved;
    saved.order = {{"b", 7}, {"d", 2}, {"elsewhere", 1}, {"two_words", 8}};
    CHECK(labels(traces(file, {.threshold = 0}, &saved)) == Labels{"c", "a", "d", "b"});
    trav::HpFile spaced = file;
    spaced.samples[0].bands.push_back({"two words", 1});
    CHECK(labels(traces(spaced, {.threshold = 0}, &saved)).back() == "two words");
}

TEST_CASE("traces: marks are optional", "[unit]") {
    trav::HpFile marked = file;
    marked.marks = {1.5, 9};
    CHECK(traces(marked).marks == Values{1.5, 9});
    CHECK(traces(marked, {.marks = false}).marks.empty());
}

TEST_CASE("traces: a label repeated in a sample has the sum", "[unit]") {
    auto const twice = profile("0.0 a 1 b 5 a 2\n1.0 a 4\n");
    auto const drawn = traces(twice, {.threshold = 0});
    CHECK(drawn.bands.back().label == "a");
    CHECK(drawn.bands.back().values == Values{3, 4});
}
