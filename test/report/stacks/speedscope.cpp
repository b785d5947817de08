#include "catch.hpp"
#include "report/stacks/some_stacks.hpp"
#include "support/folder.hpp"

#include <trav/report/stacks/speedscope.hpp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
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

// npm install speedscope; SPEEDSCOPE=$PWD/node_modules/speedscope ./dev test -R report
TEST_CASE("speedscope: a file satisfies the schema of the npm package", "[conformance]") {
    char const* const package = std::getenv("SPEEDSCOPE");
    if (package == nullptr || std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") != 0) {
        WARN("skipped: SPEEDSCOPE names no folder of the package, or Python has no jsonschema");
        return;
    }
    Folder const folder;
    std::string const check = "import json, jsonschema, sys; load = lambda f: json.load(open(f)); "
                              "jsonschema.validate(load(sys.argv[1]), load(sys.argv[2]))";
    auto const is_valid = [&](std::string const& text) {
        std::ofstream(folder / "heap.json") << text;
        std::string const command = "python3 -c '" + check + "' '" + (folder / "heap.json") + "' '" +
                                    package + "/dist/release/file-format-schema.json' >/dev/null 2>&1";
        return std::system(command.c_str()) == 0;
    };
    std::ostringstream out;
    trav::write_speedscope(out, some_stacks(), "a server");
    CHECK(is_valid(out.str()));
    std::string wrong = out.str();
    wrong.replace(wrong.find("\"none\""), 6, "\"pounds\"");
    CHECK_FALSE(is_valid(wrong));
}

TEST_CASE("speedscope: no stacks are a valid file", "[unit]") {
    std::ostringstream out;
    trav::write_speedscope(out, {}, "");
    CHECK(nlohmann::json::parse(out.str())["profiles"][0]["samples"].empty());
}
