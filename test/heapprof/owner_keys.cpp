// The exact paths of owners: keys and indices in place of `[]`.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <trav/dump/make_any_dump.hpp>

#include <string>

namespace {

using trav::dump::AnyDump;

// The path to an object, and the exact one: "PATH | EXACT".
std::string paths(AnyDump const& dump, std::string const& id) {
    NamedHeap heap(dump);
    auto const n = test::node_of(dump, id);
    heap.names.add({n});
    return heap.names.path(n) + " | " + heap.names.exact_path(n);
}

// Lines of JSON; the first object is a root with its id as name.
struct Lines {
    // `refs`: "NAME ID, NAME ID", or "ID" without a name.
    Lines& operator()(std::string const& id, std::string const& type, std::string refs = "",
                      std::string const& name = "") {
        std::string list;
        while (!refs.empty()) {
            std::string const one = refs.substr(0, refs.find(", "));
            refs.erase(0, one.size() + 2);
            std::size_t const blank = one.find(' ');
            list += std::string(list.empty() ? "" : ", ") + R"({"id": ")" + one.substr(blank + 1) + '"' +
                    (blank == one.npos ? "" : R"(, "name": ")" + one.substr(0, blank) + '"') + '}';
        }
        text += R"({"id": ")" + id + R"(", "type": ")" + type + R"(", "size": 1, "name": ")" + name +
                R"(", "refs": [)" + list + ']' + (text.empty() ? R"(, "roots": [")" + id + R"("])" : "") +
                "}\n";
        return *this;
    }
    std::string of(std::string const& id) const { return paths(*any_dump_of_json(text), id); }

    std::string text{};
};

}  // namespace

TEST_CASE("heapprof owner keys: entries of Java's maps have a short text as key", "[unit]") {
    auto const value = [](std::string const& type, std::string const& name) {
        return Lines()("app", "App", "map map")("map", "java.util.HashMap",
                                                "table table")("table", "java.util.HashMap$Node[]", "3 node")(
                   "node", "java.util.HashMap$Node",
                   "key key, value it")("key", type, "", name)("it", "Row", "tag tag")("tag", "Tag")
            .of("tag");
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
    auto const item = Lines()("app", "App", "list list")("list", "java.util.ArrayList", "elementData data")(
        "data", "java.lang.Object[]", "3 it")("it", "Row");
    CHECK(item.of("it") == "app.list[] | app.list[]");
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

TEST_CASE("heapprof owner keys: more than 64 fields of one type are the entries of a dictionary", "[unit]") {
    auto const seventh = [](int count, std::string const& type = "Row") {
        std::string refs;
        for (int i = 0; i != count; ++i)
            refs += (refs.empty() ? "k" : ", k") + std::to_string(i) + " r" + std::to_string(i);
        Lines lines = Lines()("app", "App", "map map")("map", "Rows", refs);
        for (int i = 0; i != count; ++i) lines("r" + std::to_string(i), i % 2 == 0 ? type : "Row");
        return lines.of("r7");
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
