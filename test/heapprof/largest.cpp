#include "catch.hpp"
#include "heapprof/run.hpp"

#include <trav/dump/selector.hpp>
#include <trav/dump/v8/reader.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

TEST_CASE("heapprof: the largest objects equal Chrome's", "[conformance]") {
    HEAPPROF_OR_SKIP();
    // DevTools' answers for these snapshots (test/data/devtools): id, own bytes, retained bytes.
    using Object = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
    std::vector<std::vector<Object>> const expected{{{6049, 8584, 6622667},
                                                     {83981, 80, 3767828},
                                                     {115907, 57416, 669656},
                                                     {89829, 0, 612240},
                                                     {115929, 16048, 592576}},
                                                    {{6049, 8768, 8145235},
                                                     {83981, 80, 5289476},
                                                     {115907, 229448, 2064848},
                                                     {251003, 0, 1835400},
                                                     {251005, 16048, 592896}}};
    auto const json = dump_json(shop_1 + " " + shop_3 + " --largest 5");
    for (std::size_t dump = 0; dump < expected.size(); ++dump) {
        std::vector<Object> found;
        for (auto const& object : json["dumps"][dump]["largest"])
            found.emplace_back(object["id"], object["own"], object["retained"]);
        CHECK(found == expected[dump]);
    }
    CHECK(json["dumps"][0]["largest"][1]["path"] == "app");
    CHECK(json["dumps"][0]["largest"][2]["path"] == "app.sessions");
    CHECK(json["dumps"][1]["largest"][3]["path"] == "app.sessions.table");
}

TEST_CASE("heapprof: --largest lists the largest objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const with = run("dump " + shop_3 + " --largest 8"), without = run("dump " + shop_3);
    CHECK(with.code == 0);
    CHECK(with.out.find("\nlargest ") != std::string::npos);
    CHECK(with.out.find("\nObject @83981 ") != std::string::npos);
    CHECK(with.out.find("\n  app.sessions.table\n") != std::string::npos);
    CHECK(without.out.find("largest") == std::string::npos);
    CHECK(with.out.substr(0, without.out.size()) == without.out);
    CHECK(dump_json(shop_3)["dumps"][0].count("largest") == 0);
    CHECK(run("dump " + shop_3 + " --largest x").code == 2);
}

TEST_CASE("heapprof: the path of a garbage object is its id", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const bun = "test/data/v8/bun.heapsnapshot.gz";
    auto const largest = dump_json(bun + " --largest 6000")["dumps"][0]["largest"];
    auto const session = std::ranges::find_if(largest, [](auto const& each) {
        return each["type"] == "Session" && each["path"].template get<std::string>().starts_with('@');
    });
    REQUIRE(session != largest.end());
    CHECK((*session)["path"] == "@" + (*session)["id"].dump());
    CHECK(run("show " + bun + ' ' + (*session)["path"].get<std::string>()).out.starts_with("Session @"));
    Folder const folder;
    CHECK(run("page " + bun + " -o " + (folder / "x.html")).code == 0);
}

TEST_CASE("heapprof: each path to a large object selects that object", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const snapshot = trav::dump::read_v8(shop_3);
    auto const json = dump_json(shop_3 + " --largest 300");
    std::size_t by_name = 0;
    std::string roots;
    for (auto const& object : json["dumps"][0]["largest"]) {
        std::string const path = object["path"];
        INFO(path);
        auto const found = trav::dump::Selector(path).find(snapshot);
        REQUIRE(found.size() == 1);
        CHECK(snapshot.node_id[found[0]] == object["id"].get<std::uint64_t>());
        by_name += path.find("[@") == std::string::npos;
        if (path.find('\'') == std::string::npos)
            roots += " --root r" + std::to_string(found[0]) + "='" + path + "'";
    }
    CHECK(by_name > 100);
    Result const result = run("dump " + shop_3 + roots + " --by root --top 1");
    INFO(result.err);
    CHECK(result.code == 0);
}

TEST_CASE("heapprof: functions and V8's own nodes are listed with their names", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const text = run("dump " + shop_3 + " --largest 40").out;
    CHECK(text.find("\n(synthetic) (GC roots) @3 ") != std::string::npos);
    CHECK(text.find("\n  [\"(GC roots)\"]\n") != std::string::npos);
    auto const json = dump_json(shop_3 + " --largest 300");
    for (auto const& object : json["dumps"][0]["largest"]) {
        if (object["type"] == "Object") CHECK(object["name"] == "");
        if (object["type"] == "(synthetic)") CHECK(object["name"] != "");
    }
}
