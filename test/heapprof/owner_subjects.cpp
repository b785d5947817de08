// The subjects of names as owners: a map in place of its table.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using heapprof::Owners;
using trav::dump::Node;

// The owners of the objects of a heap, if an owner holds at least 2.7 %.
struct Heap : NamedHeap {
    explicit Heap(trav::dump::AnyDump const& its) : NamedHeap(its) {}

    std::string owner(std::string const& id) const {
        Node const owner = all.owners.owners[all.owners.of_node[test::node_of(dump, id)]].node;
        return owner == Owners::nobody ? "-" : dump.id(owner);
    }
    // "OWNER: OBJECT OBJECT", for objects in the order of their ids.
    std::string owners(std::string const& ids) const {
        std::string text;
        for (std::size_t at = 0; at < ids.size();) {
            std::size_t const end = std::min(ids.find(' ', at), ids.size());
            text += (text.empty() ? "" : " ") + owner(ids.substr(at, end - at));
            at = end + 1;
        }
        return text;
    }

    heapprof::NamedOwners all = heapprof::named_owners(heap, names, 0.72);
};

std::string const app = "ROOT app\n" + node("app", "App", 10000), map_type = "java.util.HashMap",
                  table_type = "java.util.HashMap$Node[]";
std::string owners(std::string const& text, std::string const& ids) {
    auto const dump = any_dump_of(app + text);
    return Heap(*dump).owners(ids);
}

}  // namespace

TEST_CASE("heapprof owner subjects: the map and all its parts, in place of the table", "[unit]") {
    std::string const map = node("map", map_type, 5) + edge("app", "map", "map") +
                            node("table", table_type, 500) + edge("map", "table", "table");
    CHECK(owners(map, "app map table") == "app map map");
    std::string const parts = node("set", "java.util.HashMap$KeySet", 1) + edge("map", "set", "keySet") +
                              node("row", "Row", 1) + edge("table", "row", "0") + node("tag", "Tag", 1) +
                              edge("row", "tag", "tag") + node("next", "Next", 1) + edge("app", "next");
    CHECK(owners(map + parts, "app map table set row tag next") == "app map map map map map app");
    // an owner in the map, and an owner in it
    std::string const values = node("big", "Big", 300) + edge("table", "big", "1") + node("in", "In", 300) +
                               edge("big", "in", "in") + node("bit", "Bit", 1) + edge("big", "bit", "bit") +
                               node("sub", "Sub", 1) + edge("in", "sub", "sub");
    CHECK(owners(map + values, "app map table big bit in sub") == "app map map big big in in");
    // an owner in the map beside the table
    std::string const beside = node("view", "shop.View", 300) + edge("map", "view", "view") +
                               node("of", "Of", 1) + edge("view", "of", "of");
    CHECK(owners(map + parts + beside, "app map table set view of") == "app map map map view view");
}

TEST_CASE("heapprof owner subjects: one of several tables, and each of several maps", "[unit]") {
    std::string text;
    for (std::string const id : {"a", "b"})
        text += node(id, map_type, 5) + edge("app", id, id) + node("table" + id, table_type, 400) +
                edge(id, "table" + id, "table") + node("set" + id, "java.util.HashMap$KeySet", 1) +
                edge(id, "set" + id, "keySet");
    CHECK(owners(text, "app a tablea seta b tableb setb") == "app a a a b b b");
    std::string const old = node("old", table_type, 300) + edge("a", "old", "old");
    std::string const both = owners(text + old, "a seta tablea old");
    CHECK((both == "a a a old" || both == "a a tablea a"));
}

TEST_CASE("heapprof owner subjects: the table of a shared, large or distant map stays the owner", "[unit]") {
    std::string const map = edge("app", "map", "map") + edge("map", "table", "table"),
                      table = node("table", table_type, 500);
    std::string const shared =
        node("log", "Log", 100) + edge("app", "log", "log") + edge("log", "table", "rows");
    CHECK(owners(node("map", map_type, 5) + map + table + shared, "app map table") == "app app table");
    // the map itself holds much
    CHECK(owners(node("map", map_type, 300) + map + table + node("set", "Set", 1) + edge("map", "set"),
                 "app map table set") == "app map table map");
    // with an owner between the map and its table, this is the map's
    std::string const between = node("map", map_type, 5) + edge("app", "map", "map") +
                                node("mid", "java.util.HashMap$Mid", 300) + edge("map", "mid", "mid") +
                                edge("mid", "table", "table") + table;
    CHECK(owners(between, "app map mid table") == "app map map table");
}

TEST_CASE("heapprof owner subjects: of V8, maps but no global object", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 5, {{property, 2, "memo"}, {internal, 4, "cells"}, {property, 6, "x"}}, "global");
    v8.node("object", 5, {{internal, 3, "table"}, {internal, 5, "part"}}, "Map");
    v8.node("object", 400, {}, "Table");
    v8.node("object", 400, {}, "global");  // in the same group as the global object
    v8.node("array", 1, {});
    v8.node("object", 1, {}, "Row");
    v8.node("object", 100, {{property, 8, "a"}}, "Garbage");
    v8.node("object", 100, {}, "Garbage");
    auto const dump = any_dump_of(v8);
    Heap const heap(*dump);
    auto const owner = [&](Node n) { return heap.all.owners.owners[heap.all.owners.of_node[n]].node; };
    CHECK(owner(2) == 2);
    CHECK(owner(3) == 2);
    CHECK(owner(5) == 2);
    CHECK(owner(4) == 4);
    CHECK(owner(1) == Owners::nobody);
    CHECK(owner(6) == Owners::nobody);
    CHECK(heap.all.owners.of_node[7] == Owners::unreached);
    CHECK(heap.all.owners.of_node[8] == Owners::unreached);
}
