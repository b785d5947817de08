#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <string>
#include <vector>

namespace {

using nlohmann::json;

// The map retains 20 + 100 + 200, the app 10 more; the old session has only a weak referrer.
std::string const store = R"(
NODE app   App     10
NODE map   Map     20
NODE ann   Session 100 Ann
NODE bob   Session 200
NODE old   Session 400
ROOT app
app   map   sessions
map   ann   0
map   bob   1
WEAK app  old "the last"
)";

// The JSON of `heapprof COMMAND FILE ARGUMENTS --json`, which must be equal in a file and on standard output.
json answer(std::string const& command, std::string const& arguments, std::string const& text = store) {
    Folder const folder;
    write(folder / "x.graph", text);
    std::string const asked = command + ' ' + (folder / "x.graph") + ' ' + arguments;
    Result const to_file = run(asked + " --json " + (folder / "x.json"));
    INFO(to_file.err);
    CHECK(to_file.code == 0);
    CHECK(to_file.out == run(asked).out);
    Result const alone = run(asked + " --json -");
    CHECK(alone.out == read(folder / "x.json"));
    json result = json::parse(alone.out);
    CHECK(result["schema"] == "heapprof " + command);
    CHECK(result["version"] == 1);
    CHECK(result["files"] == json{folder / "x.graph"});
    for (char const* const member : {"schema", "version", "files"}) result.erase(member);
    return result;
}

json const app{{"type", "App"}, {"name", ""}, {"id", "app"}};
json const map_{{"type", "Map"}, {"name", ""}, {"id", "map"}};

}  // namespace

TEST_CASE("heapprof why --json: gives the same answer in numbers", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(answer("why", "@ann") == json::parse(R"({
        "selector": "@ann",
        "object": {"type": "Session", "name": "Ann", "id": "ann"}, "objects": 1, "own": 100,
        "retained": {"bytes": 100, "objects": 1}, "total": {"bytes": 730, "objects": 5},
        "paths": [{"selector": "app.sessions[0]", "runtime": false, "begins_after": 0,
                   "left_out": 0, "steps": [
            {"field": "", "type": "App", "name": "", "id": "app", "retained": 330},
            {"field": ".sessions", "type": "Map", "name": "", "id": "map", "retained": 320},
            {"field": "[0]", "type": "Session", "name": "Ann", "id": "ann", "retained": 100}]}],
        "more_paths": 0, "merged": [], "unreached": 0,
        "held_by": {"list": [{"references": 1, "type": "Map", "name": "", "id": "map", "field": "[0]",
                              "link": "program"}], "more": 0, "more_references": 0, "roots": []},
        "dominators": [
            {"type": "Map", "name": "", "id": "map", "retained": {"bytes": 320, "objects": 3}},
            {"type": "App", "name": "", "id": "app", "retained": {"bytes": 330, "objects": 4}}],
        "more_dominators": 0})"));
    json const all = answer("why", "class:Session --top 1");
    CHECK(all["object"].is_null());
    CHECK(all["objects"] == 3);
    CHECK(all["own"] == 700);
    CHECK(all["retained"] == json{{"bytes", 300}, {"objects", 2}});
    CHECK(all["paths"].empty());
    CHECK(all["merged"] == json::parse(R"([{"runtime": false, "steps": [
        {"depth": 0, "step": "app: App", "repeated": false, "bytes": 300, "objects": 2},
        {"depth": 1, "step": ".sessions -> Map", "repeated": false, "bytes": 300, "objects": 2},
        {"depth": 2, "step": "[] -> Session", "repeated": false, "bytes": 300, "objects": 2}]}])"));
    CHECK(all["unreached"] == 1);
    CHECK(all["held_by"]["list"] ==
          json::parse(R"([{"references": 2, "type": "Map", "field": "[]", "link": "program"}])"));
    CHECK(all["held_by"]["more"] == 1);
    CHECK(all["held_by"]["more_references"] == 1);
    CHECK(all["more_dominators"] == 1);
    CHECK(answer("why", "@ann --each-root")["paths"].size() == 1);
}

TEST_CASE("heapprof why: lists weakly referenced objects and objects with a path", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const out = ask("why", "class:Session", store).out;
    CHECK(has(out, "      2  300 B  100.0%      [] -> Session\n\nno root leads to 1 of them along strong"));
}

TEST_CASE("heapprof tree --json: has the lines with their depths", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(answer("tree", "--top 1") == json::parse(R"({"total": {"bytes": 730, "objects": 5}, "tree": [
        {"depth": 0, "retained": {"bytes": 330, "objects": 4}, "field": "", "type": "App", "name": "",
         "id": "app"},
        {"depth": 1, "retained": {"bytes": 320, "objects": 3}, "field": ".sessions", "type": "Map",
         "name": "", "id": "map"},
        {"depth": 2, "retained": {"bytes": 200, "objects": 1}, "field": "[1]", "type": "Session",
         "name": "", "id": "bob"},
        {"depth": 2, "retained": {"bytes": 100, "objects": 1}, "more": 1}]})"));
}

TEST_CASE("heapprof show --json: has fields and referrers", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(answer("show", "app") == json::parse(R"({
        "object": {"type": "App", "name": "", "id": "app"}, "place": "", "own": 10,
        "retained": {"bytes": 330, "objects": 4}, "dominator": null,
        "values": [], "more_values": 0,
        "fields": [
            {"field": ".sessions", "type": "Map", "name": "", "id": "map", "link": "program",
             "retained": 320},
            {"field": "[\"the last\"]", "type": "Session", "name": "", "id": "old", "link": "weak",
             "retained": 0}],
        "more_fields": 0, "held_by": {"list": [], "more": 0, "more_references": 0, "roots": ["app"]}})"));
    json const dead = answer("show", "@old --top 1");
    CHECK(dead["retained"].is_null());
    CHECK(dead["held_by"]["list"][0]["link"] == "weak");
    CHECK(answer("show", "@map --top 1")["more_fields"] == 1);
    json const place = json::parse(run("show " + shop_3 + " @67353 --json -").out);
    CHECK(place["place"] == "shop/shop.js:9");
    CHECK(place["object"]["id"] == 67353);
}

TEST_CASE("heapprof diff: writes JSON and CSV", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string files;
    auto const add = [&](std::string const& name, std::string const& text) {
        write(folder / name, text);
        files += ' ' + (folder / name);
    };
    std::string const base = "ROOT app\nNODE app App 1\nNODE a \"Session, old\" 10\napp a a\n";
    std::string const b = base + "NODE b \"Session, old\" 10\napp b b\n";
    add("1.graph", base);
    add("2.graph", b);
    add("3.graph", b + "NODE c Cache 5\na c c\n");
    Result const both = run("diff" + files + " --csv " + (folder / "x.csv") + " --json -");
    REQUIRE(both.code == 0);
    CHECK(read(folder / "x.csv") ==
          "type,growth,grew,new,new_objects,gone,gone_objects,survived,survived_objects\r\n"
          "\"Session, old\",10,1,10,1,0,0,10,1\r\n"
          "Cache,5,1,5,1,0,0,0,0\r\n"
          "App,0,0,0,0,0,0,1,1\r\n");
    json found = json::parse(both.out);
    CHECK(found["schema"] == "heapprof diff");
    CHECK(found["files"].size() == 3);
    json const nothing{{"bytes", 0}, {"objects", 0}};
    CHECK(found["types"][0] == json{{"type", "Session, old"},
                                    {"grew", 1},
                                    {"growth", 10},
                                    {"new", {{"bytes", 10}, {"objects", 1}}},
                                    {"gone", nothing},
                                    {"survived", {{"bytes", 10}, {"objects", 1}}},
                                    {"bytes", {10, 20, 20}},
                                    {"objects", {1, 2, 2}}});
    CHECK(found["same"] == "id");
    CHECK(found["total"]["growth"] == 15);
    CHECK(found["total"]["bytes"] == json{11, 21, 26});
    CHECK(found["left"] == json::parse(R"([{"type": "Session, old", "bytes": 10, "objects": 1}])"));
    CHECK(
        found["left_objects"] ==
        json::parse(R"([{"type": "Session, old", "name": "", "id": "b", "path": "app.b", "retained": 10}])"));
    CHECK(found["growing"] ==
          json::parse(
              R"([{"type": "App", "name": "", "id": "app", "path": "app", "retained": [11, 21, 26]}])"));
    json const one = json::parse(run("diff" + files + " --top 1 --json -").out);
    CHECK(one["types"].size() == 1);
    CHECK(one["more_types"] == 2);
    CHECK(one["more_growing"] == 0);
    CHECK(run("diff" + files + " --json - --csv -").code == 2);
}

TEST_CASE("heapprof: an answer is written completely or not at all, and never over its input", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", store);
    std::string const file = folder / "x.graph";
    for (std::string const& command :
         std::vector<std::string>{"why " + file + " app", "tree " + file, "show " + file + " app",
                                  "diff " + file + ' ' + file, "dump " + file}) {
        INFO(command);
        CHECK(run(command + " --json " + file).code == 1);
        CHECK(read(file) == store);
        Result const nowhere = run(command + " --json " + (folder / "no/x.json"));
        CHECK(nowhere.code == 1);
        CHECK(nowhere.out.empty());
        CHECK(run(command + " --json ''").code == 2);
        json const begun = json::parse(run(command + " --json -").out);
        CHECK(begun["schema"] == "heapprof " + command.substr(0, command.find(' ')));
        CHECK(begun["version"] == 1);
    }
}
