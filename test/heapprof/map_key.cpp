#include "catch.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/dump_of.hpp"

#include <heapprof/question/map_key.hpp>

#include <trav/dump/v8/dump.hpp>

#include <optional>
#include <string>
#include <vector>

using heapprof::map_key;
using trav::dump::Node;

TEST_CASE("map key: the field `key` beside the field `value`", "[unit]") {
    auto const dump =
        any_dump_of("ROOT e\nNODE e Entry 1\nNODE k String 1 user:17\nNODE v Session 1\nNODE n Entry 1\n"
                    "e k key\ne v value\ne n next\nn v val\nn e key\nWEAK n k key\n");
    Node const e = 0, k = 1, v = 2, n = 3;
    CHECK(map_key(*dump, {}, e, v) == k);
    CHECK(map_key(*dump, {}, n, v) == e);  // the weak reference does not count
    CHECK(map_key(*dump, {}, e, n) == std::nullopt);
    CHECK(map_key(*dump, {}, e, k) == std::nullopt);
    CHECK(heapprof::key_texts(*dump, {k, v, k}) ==
          std::vector<std::string>{"\"user:17\"", "Session @v", "\"user:17\""});
}

TEST_CASE("map key: in V8, the element before the value", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.snapshot.type_names.emplace_back("number");
    v8.node("object", 32, {{internal, 1, "table"}, {property, 2, "list"}, {internal, 2, "elements"}}, "Map");
    v8.node("array", 96,
            {{internal, 3, "7"},
             {internal, 4, "8"},
             {internal, 5, "10"},
             {internal, 6, "11"},
             {internal, 4, "14"},
             {internal, 8, "map"}},
            "");
    v8.node("array", 96, {{internal, 3, "0"}, {internal, 4, "1"}}, "");
    v8.node("string", 16, {}, "user:17");
    v8.node("object", 16, {}, "Session");
    v8.node("number", 16, {{internal, 7, "value"}}, "heap number");
    v8.node("object", 16, {}, "Session");
    v8.node("string", 0, {}, "2.5");
    v8.node("hidden", 0, {}, "system / Map");
    auto const dump = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    CHECK(map_key(*dump, 0, 1, 4) == 3u);
    CHECK(map_key(*dump, 0, 1, 6) == 5u);
    CHECK(map_key(*dump, 0, 1, 3) == std::nullopt);  // a key
    CHECK(map_key(*dump, 0, 1, 8) == std::nullopt);
    CHECK(map_key(*dump, 0, 2, 4) == std::nullopt);  // the elements of an array
    CHECK(map_key(*dump, {}, 1, 4) == std::nullopt);
    CHECK(heapprof::key_texts(*dump, {3, 5}) == std::vector<std::string>{"\"user:17\"", "2.5"});
}

TEST_CASE("heapprof why: the keys of maps on a path", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text =
        "ROOT map\nNODE map Map 1\nNODE e Entry 1\nNODE k String 1 user:17\nNODE v Session 1\n"
        "map e table\ne k key\ne v value\n";
    CHECK(has(ask("why", "@v", text).out, "    .value -> Session @v, of the key \"user:17\"\n"));
    CHECK(!has(ask("why", "@k", text).out, "of the key"));
    auto const json = nlohmann::json::parse(ask("why", "@v --json -", text).out);
    CHECK(json["paths"][0]["steps"][2]["key"] == "\"user:17\"");
    CHECK(!json["paths"][0]["steps"][1].contains("key"));
}
