#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/dump_of.hpp"
#include "support/message_of.hpp"

#include <trav/dump/map_entries.hpp>
#include <trav/dump/selector.hpp>
#include <trav/dump/v8/dump.hpp>

#include <optional>
#include <string>
#include <vector>

using trav::dump::Node;
using trav::dump::Selector;

namespace {

std::vector<Node> find(auto const& dump, std::string const& selector) {
    return Selector(selector).find(dump);
}

std::string what(auto const& dump, std::string const& selector) {
    return test::message_of<trav::dump::Error>([&] { find(dump, selector); });
}

// 1 is a Map with the entries "user:17" -> 5, 2.5 -> 7 and "list" -> 5, and with a list of "user:17" and 5.
trav::dump::V8Dump map_of_v8() {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.snapshot.type_names.emplace_back("number");
    v8.node("synthetic", 0, {{element, 1, "1"}}, "");
    v8.node("object", 32, {{internal, 2, "table"}, {property, 3, "list"}, {internal, 3, "elements"}}, "Map");
    v8.node("array", 96,
            {{internal, 4, "7"},
             {internal, 5, "8"},
             {internal, 6, "10"},
             {internal, 7, "11"},
             {internal, 8, "13"},
             {internal, 5, "14"},
             {internal, 9, "map"}},
            "");
    v8.node("array", 96, {{internal, 4, "0"}, {internal, 5, "1"}}, "");
    v8.node("string", 16, {}, "user:17");
    v8.node("object", 16, {}, "Session");
    v8.node("number", 16, {}, "heap number");
    v8.node("object", 16, {}, "Session");
    v8.node("concatenated string", 0, {}, "list");
    v8.node("hidden", 0, {}, "system / Map");
    return trav::dump::V8Dump(v8.snapshot);
}

// A hash with "references" and a "size". Its keys are the strings s and t.
auto hash(std::string const& members) {
    return ruby_heap(R"({"type":"ROOT", "root":"vm", "references":["0x50"]}
{"address":"0x30", "type":"CLASS", "class":"0x30", "name":"Hash"}
{"address":"0x31", "type":"CLASS", "class":"0x30", "name":"String"}
{"address":"0x50", "type":"HASH", "class":"0x30", )" +
                     members + R"(}
{"address":"0x1", "type":"STRING", "class":"0x31", "value":"s"}
{"address":"0x2", "type":"STRING", "class":"0x31", "value":"t"}
{"address":"0x3", "type":"ARRAY", "class":"0x30"}
{"address":"0x4", "type":"ARRAY", "class":"0x30"}
)");
}

// The ids of the keys and values of its entries.
std::string entries(trav::dump::RubyHeap const& heap) {
    std::string text;
    for_each_entry(heap, 3, [&](Node key, Node value) {
        text += std::string(heap.name(key)) + "=" + heap.id(value) + ' ';
    });
    return text;
}

}  // namespace

TEST_CASE("map entries: in V8, a key is the element before its value", "[unit]") {
    auto const dump = map_of_v8();
    CHECK(key_of(dump, 1u, 2, 5) == 4u);  // also the value of another key
    CHECK(key_of(dump, 1u, 2, 7) == 6u);
    CHECK(key_of(dump, 1u, 2, 4) == std::nullopt);  // a key
    CHECK(key_of(dump, 1u, 2, 9) == std::nullopt);
    CHECK(key_of(dump, 1u, 3, 5) == std::nullopt);  // the elements of an array
    CHECK(key_of(dump, {}, 2, 5) == std::nullopt);
    CHECK(value_of_key(dump, 1, "user:17") == 5u);
    CHECK(value_of_key(dump, 1, "list") == 5u);
    CHECK(value_of_key(dump, 1, "user:18") == std::nullopt);
    CHECK(value_of_key(dump, 1, "heap number") == std::nullopt);  // no text
    CHECK(value_of_key(dump, 3, "user:17") == std::nullopt);
    CHECK(find(dump, "[@11][\"user:17\"]") == std::vector<Node>{5});
    CHECK(find(dump, "[@11].list") == std::vector<Node>{3});  // a field comes first
    CHECK(what(dump, "[@11][\"user:1\"]").ends_with("has no 'user:1'; it has user:17, list, list"));
}

TEST_CASE("map entries: in Java, an entry has the fields `key` and `value`", "[unit]") {
    auto const dump = any_dump_of(
        "NODE m java.util.HashMap 1\nNODE t java.util.HashMap$Node[] 1\n"
        "NODE e java.util.HashMap$Node 1\nNODE n java.util.HashMap$Node 1\nNODE k java.lang.String 1 "
        "user:17\n"
        "NODE l java.lang.String 1 other\nNODE v java.util.HashMap 1\nNODE u shop.Session 1\n"
        "NODE lru shop.Lru 1\nNODE w shop.Wrapper 1\nNODE i java.util.HashMap$Node 1\nNODE x X 1\n"
        "m t table\nt e [0]\ne n next\ne k key\ne v value\nn l key\nn u val\nv i table\ni k key\ni x value\n"
        "lru t table\nw m map\nw k key\nw x value\nWEAK n k value\nROOT m\nROOT lru\nROOT w\n");
    Node const m = 0, e = 2, n = 3, k = 4, l = 5, v = 6, u = 7, lru = 8, w = 9, x = 11;
    CHECK(key_of(*dump, {}, e, v) == k);
    CHECK(key_of(*dump, {}, n, u) == l);
    CHECK(key_of(*dump, {}, n, k) == std::nullopt);  // a weak reference
    CHECK(key_of(*dump, {}, e, n) == std::nullopt);
    CHECK(key_of(*dump, {}, e, k) == std::nullopt);
    CHECK(value_of_key(*dump, m, "user:17") == v);  // not x: its map is a value itself
    CHECK(value_of_key(*dump, m, "other") == u);
    CHECK(value_of_key(*dump, v, "user:17") == x);
    CHECK(value_of_key(*dump, lru, "other") == u);  // a subclass
    CHECK(value_of_key(*dump, w, "other") == std::nullopt);
    CHECK(find(*dump, "m[\"user:17\"][\"user:17\"]") == std::vector{x});
    CHECK(find(*dump, "lru.other") == std::vector{u});
}

TEST_CASE("map entries: the text of two keys selects neither", "[unit]") {
    auto const dump = any_dump_of(
        "NODE m java.util.IdentityHashMap 1\nNODE e java.util.E 1\nNODE n java.util.E 1\n"
        "NODE k java.lang.String 1 a\nNODE l java.lang.String 1 a\nNODE x X 1\nm e\nm n\ne k key\nn l key\n"
        "e x value\nn x value\nROOT m\n");
    CHECK(value_of_key(*dump, 0, "a") == std::nullopt);
}

TEST_CASE("map entries: Ruby lists keys and values in turn, if each is an object", "[unit]") {
    CHECK(entries(hash(R"("size":2, "references":["0x1", "0x3", "0x2", "0x4"])")) == "s=0x3 t=0x4 ");
    CHECK(entries(hash(R"("size":2, "references":["0x1", "0x3", "0x2", "0x4", "0x3"], "default":"0x3")")) ==
          "s=0x3 t=0x4 ");
    CHECK(entries(hash(R"("size":2, "references":["0x1", "0x3", "0x2", "0x4", "0x3"])")) == "s=0x3 t=0x4 ");
    CHECK(entries(hash(R"("size":2, "references":["0x1", "0x3"])")).empty());  // {a: "s", b: [...]}
    CHECK(entries(hash(R"("size":1, "references":["0x1", "0x3"], "default":"0x3")")).empty());
    CHECK(entries(hash(R"("size":0, "references":["0x1"])")).empty());
    auto const one = hash(R"("size":1, "references":["0x1", "0x3"])");
    CHECK(find(one, "[@0x50].s") == std::vector<Node>{6});
    CHECK(one.has_pairs(3));
    CHECK_FALSE(one.has_pairs(4));  // a string
}
