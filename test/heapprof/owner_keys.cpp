// The exact paths of owners: keys and indices in place of `[]`.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <trav/dump/make_any_dump.hpp>

#include <string>

namespace {

using test::json_object;
using test::json_ref;
using test::json_refs;
using test::json_text;
using trav::dump::AnyDump;

// The path to an object, and the exact one: "PATH | EXACT".
std::string paths(AnyDump const& dump, std::string const& id) {
    NamedHeap heap(dump);
    auto const n = test::node_of(dump, id);
    heap.names.add({n});
    return heap.names.path(n) + " | " + heap.names.exact_path(n);
}

constexpr char const* root = R"(, "roots": ["app"])";

}  // namespace

TEST_CASE("heapprof owner keys: entries of Java's maps have a short text as key", "[unit]") {
    auto const value = [](std::string const& type, std::string const& name) {
        auto const dump = any_dump_of_json(
            json_object("app", "App", 1, root + json_refs({json_ref("map", "map")})) +
            json_object("map", "java.util.HashMap", 1, json_refs({json_ref("table", "table")})) +
            json_object("table", "java.util.HashMap$Node[]", 1, json_refs({json_ref("node", "3")})) +
            json_object("node", "java.util.HashMap$Node", 1,
                        json_refs({json_ref("key", "key"), json_ref("it", "value")})) +
            json_object("key", type, 1, json_text("name", name)) +
            json_object("it", "Row", 1, json_refs({json_ref("tag", "tag")})) + json_object("tag", "Tag", 1));
        return paths(*dump, "tag");
    };
    std::string const text = "java.lang.String", path = "app.map[].tag | app.map";
    CHECK(value(text, "user:17") == path + R"(["user:17"].tag)");
    CHECK(value(text, "ann") == path + R"(["ann"].tag)");
    CHECK(value(text, std::string(60, 'x')) == path + "[\"" + std::string(60, 'x') + "\"].tag");
    CHECK(value(text, std::string(61, 'x')) == path + "[].tag");
    CHECK(value("shop.Key", "ann") == path + "[].tag");
}

TEST_CASE("heapprof owner keys: elements of Java's lists have none, those of V8's arrays an index",
          "[unit]") {
    auto const list = any_dump_of("ROOT app\nNODE app App 1\napp list list\nNODE list java.util.ArrayList 1\n"
                                  "list data elementData\nNODE data java.lang.Object[] 1\ndata it 3\n"
                                  "NODE it Row 1\n");
    CHECK(paths(*list, "it") == "app.list[] | app.list[]");
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "rows"}, {property, 4, "a b"}}, "global");
    v8.node("object", 0, {{element, 3}}, "Array");
    v8.snapshot.edge_name.back() = 7;
    v8.node("object", 0, {}, "Row");
    v8.node("object", 0, {}, "Row");
    auto const dump = any_dump_of(v8);
    CHECK(paths(*dump, dump->id(3)) == "rows[] | rows[7]");
    CHECK(paths(*dump, dump->id(4)) == R"(["a b"] | ["a b"])");
}

TEST_CASE("heapprof owner keys: fields called by digits are elements, whose index is in the exact path",
          "[unit]") {
    auto const graph = any_dump_of("ROOT app\nNODE app App 1\napp rows rows\nNODE rows Rows 1\nrows it 7\n"
                                   "NODE it Row 1\nit tag 12\nNODE tag Tag 1\n");
    CHECK(paths(*graph, "tag") == "app.rows[][] | app.rows[7][12]");
    auto const lines = any_dump_of_json(
        json_object("app", "App", 1, root + json_refs({json_ref("it", "7")})) + json_object("it", "Row", 1));
    CHECK(paths(*lines, "it") == "app[] | app[7]");
    auto const unnamed = any_dump_of("ROOT app\nNODE app App 1\napp it\nNODE it Row 1\nit tag tag\n"
                                     "NODE tag Tag 1\n");
    CHECK(paths(*unnamed, "tag") == "app.tag | app.tag");
}

TEST_CASE("heapprof owner keys: more than 64 fields of one type are the entries of a dictionary", "[unit]") {
    auto const seventh = [](int count, std::string const& type = "Row") {
        std::string text = "ROOT app\nNODE app App 1\napp map map\nNODE map Rows 1\n";
        for (int i = 0; i != count; ++i) {
            std::string const n = std::to_string(i);
            text += node("r" + n, i % 2 == 0 ? type : "Row", 1) + edge("map", "r" + n, "k" + n);
        }
        return paths(*any_dump_of(text), "r7");
    };
    CHECK(seventh(64) == "app.map.k7 | app.map.k7");
    CHECK(seventh(65) == "app.map[] | app.map.k7");
    CHECK(seventh(65, "Col") == "app.map.k7 | app.map.k7");
}

TEST_CASE("heapprof owner keys: in Ruby keys of hashes, else the class of an object", "[unit]") {
    std::string text;
    auto const line = [&](std::string const& rest) { text += '{' + rest + "}\n"; };
    auto const object = [&](std::string const& id, std::string const& rest) {
        line(R"("address":")" + id + R"(", "memsize":8, )" + rest);
    };
    auto const named = [&](std::string const& id, std::string const& name, std::string const& references) {
        object(id, R"("type":"CLASS", "class":"0x18", "name":")" + name + R"(", "references":[)" +
                       references + ']');
    };
    line(R"("type":"ROOT", "root":"vm", "references":["0x10", "0x18", "0x20", "0x28", "0x38", "0x48"])");
    named("0x10", "Shop", R"("0x100", "0x200", "0x300")");
    named("0x18", "Class", "");
    named("0x20", "Hash", "");
    named("0x28", "Cart", "");
    named("0x38", "Array", "");
    named("0x48", "String", "");
    object("0x100", R"("type":"HASH", "class":"0x20", "size":1, "references":["0x110", "0x120"])");
    object("0x110", R"("type":"STRING", "class":"0x48", "value":"user:17")");
    object("0x120", R"("type":"OBJECT", "class":"0x28", "references":["0x130"])");
    object("0x130", R"("type":"STRING", "class":"0x48", "value":"x")");
    object("0x200", R"("type":"OBJECT", "class":"0x28", "references":["0x210"])");
    object("0x210", R"("type":"STRING", "class":"0x48", "value":"y")");
    object("0x300", R"("type":"ARRAY", "class":"0x38", "references":["0x310"])");
    object("0x310", R"("type":"OBJECT", "class":"0x28")");
    auto const dump = trav::dump::any_dump(ruby_heap(text));
    CHECK(paths(*dump, "0x120") == R"(Shop[][] | Shop[]["user:17"])");
    CHECK(paths(*dump, "0x130") == R"(Shop[]* | Shop[]["user:17"][])");
    CHECK(paths(*dump, "0x200") == "Shop[] | Shop[]");
    CHECK(paths(*dump, "0x210") == "Shop[][] | Shop[Cart][]");
    CHECK(paths(*dump, "0x310") == "Shop[][] | Shop[][]");
}

TEST_CASE("heapprof owner keys: the first name of a reference may be that of a late object", "[unit]") {
    std::string text;
    for (int i = 0; i != 1500; ++i) text += node("o" + std::to_string(i), "Row", 1);
    text += "NODE app App 1\napp o0 first\no0 o1\nROOT app\n";
    CHECK(paths(*any_dump_of(text), "o1") == "app.first | app.first");
}
