#include "catch.hpp"
#include "heapprof/ask.hpp"

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

TEST_CASE("heapprof: the path of a large object has keys of maps in place of indices", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text =
        "ROOT cache\nNODE cache java.util.HashMap 1\nNODE t java.util.HashMap$Node[] 1\n"
        "NODE e java.util.HashMap$Node 1\nNODE k java.lang.String 1 user:17\nNODE v Session 1000\n"
        "NODE l Log 900\ncache t table\nt e 3\ne k key\ne v value\nv l log\n";
    Result const result = ask("dump", "--largest 6", text);
    INFO(result.out);
    CHECK(has(result.out, "\n  cache[\"user:17\"]\n"));
    CHECK(has(result.out, "\n  cache[\"user:17\"].log\n"));
    CHECK(has(result.out, "\n  cache.table[3]\n"));  // the entry, not the value
}

TEST_CASE("heapprof: --drops lists neither links of chains nor the insides of lists and trees", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string text = "ROOT app\nNODE app App 1\nNODE box Box 1\nNODE blob Blob 5000\napp box box\n"
                       "box blob blob\nNODE dead Dead 1000\napp n1 tree\napp c0 list\n";
    for (int i = 1; i != 256; ++i) {
        std::string const n = std::to_string(i), up = std::to_string(i / 2);
        text += "NODE n" + n + " Tree 10\nNODE c" + n + " Cell 10\n";
        text += 'c' + std::to_string(i - 1) + " c" + n + " next\n";
        if (i > 1) text += 'n' + up + " n" + n + (i % 2 == 0 ? " left\n" : " right\n");
    }
    text += "NODE c0 Cell 10\n";
    Folder const folder;
    write(folder / "x.graph", text);
    auto const json = dump_json((folder / "x.graph") + " --largest 100 --drops")["dumps"][0];
    std::vector<std::string> found;
    for (auto const& object : json["largest"]) found.push_back(object["path"]);
    CHECK(found == std::vector<std::string>{"app", "app.box.blob", "app.list", "app.tree"});
    // The dead object is a part of the heap, too: 100 % are the same in all tables.
    CHECK(json["bytes"] == 2 + 5000 + 1000 + 255 * 10 + 256 * 10);
    Result const tables = run("dump " + (folder / "x.graph") + " --by type --largest 2");
    CHECK(has(tables.out, "4.88 KiB   45.0%        1\n"));  // of the type
    CHECK(has(tables.out, "4.88 KiB  45.0%        2\n"));   // of the box
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
