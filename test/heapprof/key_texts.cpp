#include "catch.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/heap/key_texts.hpp>

#include <string>
#include <vector>

TEST_CASE("key texts: a text in quotes, a number, or an object", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.snapshot.type_names.emplace_back("number");
    v8.node("object", 16, {}, "Session");
    v8.node("string", 16, {}, "user:17");
    v8.node("number", 16, {{internal, 3, "value"}}, "heap number");
    v8.node("string", 0, {}, "2.5");
    auto const dump = any_dump_of(v8);
    CHECK(heapprof::key_texts(*dump, {1, 2, 0, 1}) ==
          std::vector<std::string>{"\"user:17\"", "2.5", "Session @10", "\"user:17\""});
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

TEST_CASE("heapprof tree: an entry is named by its key", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const long_key(61, 'k');
    std::string const text =
        "ROOT map\nNODE map Map 1\nNODE e Entry 1\nNODE k String 1 user:17\nNODE v Session 9\n"
        "NODE f Entry 1\nNODE j String 1 " +
        long_key +
        "\nNODE w Session 8\n"
        "map e table\ne k key\ne v value\nmap f other\nf j key\nf w value\n";
    std::string const tree = ask("tree", "", text).out;
    INFO(tree);
    CHECK(has(tree, "[\"user:17\"] -> Session @v"));
    CHECK(has(tree, ".value -> Session @w"));
}

TEST_CASE("heapprof leaks: a name with a key is a selector", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text =
        "ROOT app.cache\nNODE app.cache java.util.HashMap 1\nNODE e java.util.HashMap$Node 1\n"
        "NODE k java.lang.String 1 user:17\nNODE v shop.Session 1000000\napp.cache e table\ne k key\ne v "
        "value\n";
    CHECK(has(ask("why", "'[\"app.cache\"][\"user:17\"]'", text).out, "shop.Session @v"));
    CHECK(has(ask("leaks", "", text).out, "[\"user:17\"]'\n"));
    // A second holder, an array.
    auto const json = nlohmann::json::parse(
        ask("leaks", "--json -", text + "ROOT rows\nNODE rows Array 1\nrows v 3\n").out);
    INFO(json.dump(1));
    CHECK(json["findings"][0]["references"] == nlohmann::json{"app.cache[\"user:17\"]", "rows[3]"});
}
