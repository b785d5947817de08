// The paths in the names of owners: collections, tables, scopes and long paths.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;
using enum trav::dump::V8EdgeKind;

std::string name_in(std::string const& text) {
    auto const dump = any_dump_of(text);
    return name_of(*dump, test::node_of(*dump, "it"));
}

}  // namespace

TEST_CASE("heapprof owner paths: inside Java's collections only the entries are steps", "[unit]") {
    auto const any = any_dump_of("ROOT app\n"
                                 "NODE app App 1\n"
                                 "NODE list java.util.ArrayList 10\napp list orders\n"
                                 "NODE rows java.lang.Object[] 100\nlist rows elementData\n"
                                 "NODE order Order 50\nrows order 0\n"
                                 "NODE slots java.lang.Object[] 100\napp slots slots\n"
                                 "NODE slot Slot 50\nslots slot 0\n"
                                 "NODE index shop.Index 10\napp index index\n"
                                 "NODE table shop.Entry[] 100\nindex table table\n"
                                 "NODE entry Entry 50\ntable entry 0\n"
                                 "NODE map java.util.HashMap 10\napp map cache\n"
                                 "NODE nodes java.util.HashMap$Node[] 10\nmap nodes table\n"
                                 "NODE node java.util.HashMap$Node 10\nnodes node 3\n"
                                 "NODE log java.util.ArrayList 10\nnode log value\n"
                                 "NODE lines java.lang.Object[] 1000\nlog lines elementData\n"
                                 "NODE row java.lang.Object[] 5\nslots row 1\n");
    AnyDump const& dump = *any;
    NamedHeap heap(dump);
    auto& names = heap.names;
    std::vector<Node> all;
    for (Node n = 0; n != dump.node_count(); ++n) all.push_back(n);
    names.add(all);
    struct Expected {
        char const *id, *name, *subject;
        bool in_collection;
    };
    for (auto const& [id, name, subject, in_collection] :
         {Expected{"list", "app.orders: java.util.ArrayList", "list", true},
          {"rows", "app.orders: java.util.ArrayList", "list", true},
          {"order", "app.orders[]: Order", "order", false},
          {"slots", "app.slots: java.lang.Object[]", "slots", true},
          {"slot", "app.slots[]: Slot", "slot", false},
          {"table", "app.index.table: shop.Entry[]", "table", false},
          {"entry", "app.index.table[]: Entry", "entry", false},
          {"node", "app.cache: java.util.HashMap", "map", true},
          {"log", "app.cache[]: java.util.ArrayList", "log", true},  // a collection in a collection
          {"lines", "app.cache[]: java.util.ArrayList", "log", true},
          {"row", "app.slots[]: java.lang.Object[]", "row", true}})
        for (Node n = 0; n != dump.node_count(); ++n) {
            if (dump.id(n) != id) continue;
            CHECK(names(n) == name);
            CHECK(dump.id(names.subject(n)) == subject);
            CHECK(names.in_collection(n) == in_collection);
        }
}

TEST_CASE("heapprof owner paths: a name has up to 40 steps; of more, the first three and the last 20",
          "[unit]") {
    auto const name_after = [](int steps) {
        std::string text = "ROOT s1\n";
        for (int i = 2; i <= steps; ++i)
            text += 's' + std::to_string(i - 1) + " s" + std::to_string(i) + " s" + std::to_string(i) + '\n';
        auto const any = any_dump_of(text + "NODE s" + std::to_string(steps) + " T 1\n");
        NamedHeap heap(*any);
        auto& names = heap.names;
        for (Node n = 0; n != any->node_count(); ++n) {
            if (any->id(n) != 's' + std::to_string(steps)) continue;
            names.add({n});
            return names(n);
        }
        return std::string();
    };
    auto const steps = [](int from, int to) {
        std::string text;
        for (int i = from; i <= to; ++i) text += ".s" + std::to_string(i);
        return text;
    };
    for (int const count : {5, 12, 40}) CHECK(name_after(count) == steps(1, count).substr(1) + ": T");
    CHECK(name_after(41) == "s1.s2.s3.." + steps(22, 41) + ": T");
}

TEST_CASE("heapprof owner paths: the name of a long text is its beginning, on one line", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 6, {{property, 2, "licence"}}, "global");
    v8.node("string", 40, {}, "/*\n\tMIT License\n\tof a very long module" + std::string(1000, '.'));
    auto const any = any_dump_of(v8);
    NamedHeap heap(*any);
    auto& names = heap.names;
    names.add({2});
    std::string const name = names(2);
    INFO(name);
    CHECK(name.starts_with("licence: (string) /*\\n\\tMIT License\\n"));
    CHECK(name.size() < 80);
}

TEST_CASE("heapprof owner paths: a field of a class of the program has the place of the class", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "main"}}, "global");
    v8.node("closure", 0, {{internal, 3, "context"}, {internal, 10, "shared"}}, "main");
    v8.node(
        "hidden", 0,
        {{internal, 4, "previous"}, {context, 5, "Geocoder"}, {context, 7, "handles"}, {context, 8, "lru"}},
        "system / Context");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("closure", 0, {{property, 6, "cache"}, {internal, 11, "shared"}}, "Geocoder");
    v8.node("object", 0, {}, "Map");
    v8.node("object", 0, {{property, 9, "refs"}}, "Refs");
    v8.node("object", 0, {{property, 13, "items"}}, "LRUCache");
    v8.node("object", 0, {}, "Map");
    for (std::uint32_t const script : {14u, 15u, 16u}) v8.node("code", 0, {{internal, script, "script"}});
    v8.node("object", 0, {}, "Array");
    for (std::uint32_t const file : {17u, 18u, 19u}) v8.node("code", 0, {{internal, file, "name"}});
    v8.node("string", 0, {}, "/srv/shop/main.js");
    v8.node("string", 0, {}, "/srv/shop/lib/places.js");
    v8.node("string", 0, {}, "/srv/shop/node_modules/lru-cache/index.js");
    v8.node("closure", 0, {{internal, 12, "shared"}}, "LRUCache");
    v8.snapshot.locations = {{2, 1, 0}, {5, 2, 4}, {7, 2, 9}, {8, 3, 0}, {20, 3, 0}};  // object, script, line
    auto const any = any_dump_of(v8);
    NamedHeap heap(*any);
    auto& names = heap.names;
    names.add({6, 8, 9, 13});
    CHECK(names(6) == "Geocoder.cache: Map (lib/places.js:5)");
    CHECK(names(9) == "handles.refs: Map (lib/places.js:10)");
    CHECK(names(13) == "lru.items: Array (shop/main.js)");  // the class is a library's
    CHECK(names(8) == "lru: LRUCache (lru-cache/index.js:1)");
    CHECK(names.place(6) == "lib/places.js:5");
    CHECK(names.place(13) == "shop/main.js");
}

TEST_CASE("heapprof owner paths: entries of the tables of V8's maps, and parts of other arrays", "[unit]") {
    // The name of the row in the array, which a holder refers to.
    auto const name = [](trav::dump::V8EdgeKind kind, std::string const& link,
                         std::string const& table = "array", bool root = false) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}}, "");
        v8.node("object", 0, {{property, 2, "held"}}, "global");
        v8.node("object", 0, {{kind, 3, link}}, "Map");
        v8.node(table, 0, {{internal, 4, "6"}}, "Cells");
        v8.node("object", 0, {}, "Row");
        if (root) v8.snapshot.edge_to[0] = 3;
        return name_of(*any_dump_of(v8), 4);
    };
    CHECK(name(internal, "table") == "held[]: Row");
    CHECK(name(internal, "cells") == "held: Map");
    CHECK(name(internal, "table", "object") == "held: Map");
    CHECK(name(property, "table") == "held.table: (array) Cells");
    CHECK(name(internal, "table", "array", true) == "parts of (array) Cells");  // it is the global object
}

TEST_CASE("heapprof owner paths: the scope of a function in a scope is a step", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}}, "");
    v8.node("object", 0, {{property, 2, "run"}}, "global");
    v8.node("closure", 0, {{internal, 3, "context"}}, "run");
    v8.node("object", 0, {{context, 5, "x"}, {internal, 4, "previous"}}, "system / Context");
    v8.node("object", 0, {{context, 6, "y"}}, "system / Context");
    v8.node("object", 0, {{internal, 7, "part"}}, "Row");
    v8.node("object", 0, {}, "Col");
    v8.node("object", 0, {}, "Part");
    auto const dump = any_dump_of(v8);
    CHECK(name_of(*dump, 3) == "run.context: system / Context");
    CHECK(name_of(*dump, 5) == "x: Row");
    CHECK(name_of(*dump, 6) == "y: Col");
    CHECK(name_of(*dump, 7) == "x: Row");
}

TEST_CASE("heapprof owner paths: Node's process is behind a getter", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}}, "");
    v8.node("object", 0, {{property, 2, "get process"}}, "global");
    v8.node("closure", 0, {{internal, 3, "context"}}, "get process");
    v8.node("object", 0, {{context, 4, "value"}}, "system / Context");
    v8.node("object", 0, {{property, 5, "env"}}, "process");
    v8.node("object", 0, {}, "T");
    auto const dump = any_dump_of(v8);
    CHECK(name_of(*dump, 4) == "process: process");
    CHECK(name_of(*dump, 5) == "process.env: T");
}

TEST_CASE("heapprof owner paths: objects without a path are unnamed, if their type is one word", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {internal, 2, "2"}, {internal, 3, "3"}, {internal, 8, "8"}}, "");
    v8.node("object", 0, {{property, 10, "x"}}, "global");
    v8.node("code", 0, {{internal, 4, "1"}, {internal, 5, "2"}, {internal, 6, "3"}, {internal, 7, "4"}}, "a");
    v8.node("code", 0, {{internal, 4, "1"}, {internal, 5, "2"}, {internal, 6, "3"}, {internal, 7, "4"}}, "b");
    v8.node("object", 0, {}, "Row");
    v8.node("object", 0, {}, "big row");
    v8.node("closure", 0, {}, "");
    v8.node("closure", 0, {}, "f");
    v8.node("object", 0, {{internal, 9, "part"}}, "Col");
    v8.node("object", 0, {}, "Part");
    v8.node("object", 0, {}, "X");
    auto const dump = any_dump_of(v8);
    CHECK(name_of(*dump, 1) == "unnamed global");
    CHECK(name_of(*dump, 4) == "unnamed Row");
    CHECK(name_of(*dump, 5) == "big row");
    CHECK(name_of(*dump, 6) == "(closure)");
    CHECK(name_of(*dump, 7) == "(closure) f");
    CHECK(name_of(*dump, 9) == "unnamed Col");
}

TEST_CASE("heapprof owner paths: fields of Java's references and threads have their names", "[unit]") {
    std::string const it = "NODE it T 1\n";
    CHECK(name_in("ROOT app\nNODE app App 1\nNODE r shop.Ref 1\napp r r\nr it referent\n" + it) ==
          "app.r.referent: T");
    CHECK(name_in("ROOT t\nNODE t Thread 1\nt it x\n" + it) == "t.x: T");
    CHECK(name_in("ROOT e\nNODE e java.lang.ThreadLocal$ThreadLocalMap$Entry 1\nNODE l Local 1\n"
                  "e l referent\ne it value\n" +
                  it) == "e[Local]: T");
}
