#include "catch.hpp"

#include <trav/profile/series.hpp>

#include <string>
#include <vector>

using trav::Amount;
using trav::Profile;

namespace {

// A profile by "type" with one sample.
Profile profile(double time, std::vector<std::pair<std::string, Amount>> bands, std::string column = "type") {
    Profile result;
    result.job = "job at " + std::to_string(static_cast<int>(time));
    result.columns.push_back({std::move(column), nullptr, {}});
    result.samples.push_back({time, {}});
    for (auto& [label, amount] : bands) {
        result.samples[0].entries.push_back(
            {{static_cast<std::uint32_t>(result.columns[0].bands.size())}, amount});
        result.columns[0].bands.push_back({label});
    }
    return result;
}

}  // namespace

TEST_CASE("series: samples follow each other, and equal bands are one", "[unit]") {
    Profile const all = trav::series(
        {profile(1, {{"a", {10, 1}}, {"b", {20, 2}}}), profile(2, {{"c", {5, 1}}, {"a", {7, 3}}})});
    CHECK(all.job == "job at 1");
    REQUIRE(all.samples.size() == 2);
    CHECK(all.columns.size() == 1);
    CHECK(all.columns[0].bands.size() == 3);
    auto const table = all.by_names({"type"});
    CHECK(table.times == std::vector<double>{1, 2});
    CHECK(table.at("a", 0) == Amount{10, 1});
    CHECK(table.at("a", 1) == Amount{7, 3});
    CHECK(table.at("b", 0) == Amount{20, 2});
    CHECK(table.at("b", 1) == Amount{});
    CHECK(table.at("c", 1) == Amount{5, 1});
}

TEST_CASE("series: one profile is unchanged, and none is empty", "[unit]") {
    CHECK(trav::series({}).samples.empty());
    CHECK(trav::series({profile(1, {{"a", {10, 1}}})}).by_names({"type"}).at("a") == Amount{10, 1});
}

TEST_CASE("series: profiles with other breakdowns are refused", "[unit]") {
    CHECK_THROWS_AS(trav::series({profile(1, {}), profile(2, {}, "module")}), trav::NotProfiled);
    CHECK_THROWS_AS(trav::series({profile(1, {}), Profile{}}), trav::NotProfiled);
    CHECK_THROWS_AS(trav::series({Profile{}, profile(1, {})}), trav::NotProfiled);
    Profile by_type = profile(1, {}), by_module = profile(2, {}, "module");
    for (Profile* const one : {&by_type, &by_module}) one->columns.push_back({"owner", nullptr, {}});
    CHECK_THROWS_AS(trav::series({by_type, by_module}), trav::NotProfiled);
}
