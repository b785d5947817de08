#include "catch.hpp"
#include "report/stacks/some_stacks.hpp"

#include <trav/report/stacks/speedscope.hpp>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <vector>

TEST_CASE("speedscope: two profiles of the same frames, by bytes and by objects", "[unit]") {
    std::ostringstream out;
    trav::write_speedscope(out, some_stacks(), "a \"server\"\n");
    auto const json = nlohmann::json::parse(out.str());
    CHECK(json["$schema"] == "https://www.speedscope.app/file-format-schema.json");
    CHECK(json["name"] == "a \"server\"\\n");
    std::vector<std::string> names;
    for (auto const& frame : json["shared"]["frames"]) names.push_back(frame["name"]);
    CHECK(names == std::vector<std::string>{"server", "cache", "Map", "Session"});
    REQUIRE(json["profiles"].size() == 2);
    auto const& bytes = json["profiles"][0];
    auto const& objects = json["profiles"][1];
    CHECK(bytes["type"] == "sampled");
    CHECK(bytes["unit"] == "bytes");
    CHECK(bytes["endValue"] == 567);
    using Stacks = std::vector<std::vector<int>>;
    CHECK(bytes["samples"].get<Stacks>() == Stacks{{}, {0}, {0, 1, 2}, {0, 3}, {2}});
    CHECK(bytes["weights"].get<std::vector<int>>() == std::vector{7, 10, 300, 200, 50});
    CHECK(objects["unit"] == "none");
    CHECK(objects["endValue"] == 9);
    CHECK(objects["weights"].get<std::vector<int>>() == std::vector{1, 1, 2, 4, 1});
}

TEST_CASE("speedscope: no stacks are a valid file", "[unit]") {
    std::ostringstream out;
    trav::write_speedscope(out, {}, "");
    CHECK(nlohmann::json::parse(out.str())["profiles"][0]["samples"].empty());
}
