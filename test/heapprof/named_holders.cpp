// The names of the holders of objects, and the objects behind a name.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/held_heap.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <string>

namespace {

using trav::dump::Node;

// Three items in a list, and other references to them.
auto const items = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "roots": ["app"], "refs": [{"id": "list", "name": "list"},
    {"id": "a", "name": "first"}, {"id": "b", "name": "weakly", "weak": true},
    {"id": "b", "name": "hidden", "runtime": true}, {"id": "other", "name": "other"},
    {"id": "cache", "name": "cache"}, {"id": "maker", "name": "maker"}]}
{"id": "list", "type": "List", "size": 1, "refs": [{"id": "a", "name": 0}, {"id": "b", "name": 1}, "c"]}
{"id": "a", "type": "Item", "size": 1, "refs": [{"id": "b", "name": "next"}, {"id": "part", "name": "part"}]}
{"id": "b", "type": "Item", "size": 1, "roots": ["main thread"]}
{"id": "c", "type": "Item", "size": 1}
{"id": "part", "type": "Part", "size": 1, "refs": [{"id": "a", "name": "owner"}]}
{"id": "cache", "type": "Cache", "size": 1, "site": "shop/cache.py:3", "refs": [{"id": "c", "name": "last"}]}
{"id": "maker", "type": "Maker", "size": 1, "refs": [{"id": "b", "name": "made", "weak": true},
    {"id": "c", "name": "type", "runtime": true}]}
{"id": "other", "type": "Other", "size": 1}
{"id": "ghost", "type": "Ghost", "size": 1, "refs": [{"id": "c", "name": "seen"}]}
{"objects": 10}
)"));

}  // namespace

TEST_CASE("heapprof named holders: entries of a list have one name, and their indices if exact", "[unit]") {
    HeldHeap heap(*items);
    std::string const cache = "app.cache.last: cache > c (shop/cache.py:3: c)\n";
    CHECK(heap.of({"a", "b", "c"}) ==
          "Ghost.seen: ghost > c\n" + cache +
              "app.first: app > a\napp.list[]: list > a b c\nmain thread:  > b\n");
    CHECK(heap.of({"a", "b", "c"}, true) ==
          "Ghost.seen: ghost > c\n" + cache +
              "app.first: app > a\napp.list[0]: list > a\napp.list[1]: list > b\n" +
              "app.list[]: list > c\nmain thread:  > b\n");
    CHECK(heap.of({"app"}) == "app:  > app\n");
    CHECK(heap.of({}).empty());
    CHECK(HeldHeap(*items, 2).of({"a", "b", "c"}) ==
          "app.first: app > a\napp.list[]: list > a b c\nmain thread:  > b\n");  // the first two referrers
}

TEST_CASE("heapprof named holders: neither parts of an object nor objects of its type hold it", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "roots": ["app"], "refs": [{"id": "a", "name": "first"}]}
{"id": "a", "type": "Item", "size": 1, "refs": [{"id": "part", "name": "part"}, {"id": "b", "name": "next"},
    {"id": "x", "name": "best"}]}
{"id": "b", "type": "Item", "size": 1}
{"id": "part", "type": "Part", "size": 1, "refs": [{"id": "a", "name": "owner"}, {"id": "x", "name": "top"}]}
{"id": "x", "type": "Other", "size": 1}
{"objects": 5}
)"));
    CHECK(HeldHeap(*dump).of({"a", "b", "x"}) ==
          "app.first: app > a\napp.first.best: a > x\napp.first.part.top: part > x\n");
}

TEST_CASE("heapprof named holders: the objects with a name, plain or exact", "[unit]") {
    HeldHeap heap(*items);
    heapprof::remarks.clear();
    CHECK(heap.held_as("app.list[]") == "a b c");
    CHECK(heap.held_as("app.list[1]") == "b");
    CHECK(heap.held_as("app.first") == "a");
    CHECK(heap.held_as("app.other") == "other");
    CHECK(heap.held_as("Ghost.seen") == "c");
    CHECK(heap.held_as("main thread") == "b");
    CHECK(heap.held_as("app") == "app");
    CHECK(heap.held_as("app.first.next") == "b");  // `a` is a holder
    for (char const* const none : {"app.weakly", "app.hidden", "app.maker.made", "app.maker.type",
                                   "app.first.part.owner", "first", ""})
        CHECK(heap.held_as(none).empty());
    CHECK(heapprof::remarks.empty());
}

TEST_CASE("heapprof named holders: more than 64 fields of a type, and Java's collections, are entries",
          "[unit]") {
    auto const with_fields = [](int count, std::string const& type) {
        std::string text =
            "ROOT app\nNODE app App 1\nNODE it " + type + " 1\napp it it\nNODE t Text 1\nit t text\n";
        for (int i = 0; i != count; ++i) {
            std::string const n = std::to_string(i);
            text += "NODE e" + n + " Entry 1\nit e" + n + " key" + n + '\n';
        }
        return any_dump_of(text);
    };
    auto const few = with_fields(64, "Bag"), many = with_fields(65, "Bag");
    CHECK(HeldHeap(*few).of({"e7", "t"}) == "app.it.key7: it > e7\napp.it.text: it > t\n");
    CHECK(HeldHeap(*many).of({"e7", "t"}) == "app.it.text: it > t\napp.it[]: it > e7\n");
    for (char const* const type : {"java.util.Bag", "java.lang.Object[]"})
        CHECK(HeldHeap(*with_fields(2, type)).of({"e1", "t"}) == "app.it[]: it > t e1\n");

    auto const it = [](std::string const& type) {
        return any_dump_of("ROOT app\nNODE app App 1\nNODE it " + type +
                           " 1\nNODE c C 1\napp it it\nit c 3\n");
    };
    for (char const* const type : {"Row", "java.lang.Object[]"})
        CHECK(HeldHeap(*it(type)).of({"c"}, true) == "app.it[3]: it > c\n");
    for (char const* const type : {"(array)", "java.util.List"})  // indices of a table
        CHECK(HeldHeap(*it(type)).of({"c"}, true) == "app.it[]: it > c\n");
    auto const nested = any_dump_of("ROOT app\nNODE app App 1\nNODE a Rows 1\nNODE b Row 1\nNODE c C 1\n"
                                    "app a it\na b 2\nb c 3\n");
    CHECK(HeldHeap(*nested).of({"c"}) == "app.it[]: b > c\n");
}

TEST_CASE("heapprof named holders: a scope's variables have their own names, its other slots have none",
          "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "stop"}, {property, 5, "value"}}, "global");
    v8.node("closure", 64, {{internal, 3, "context"}, {internal, 5, "bound"}, {element, 5, "4"}}, "stop");
    v8.node("object", 40,
            {{internal, 4, "previous"}, {context, 5, "cart"}, {context, 5, "my cart"}, {hidden, 5, "9"}},
            "system / Context");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("object", 32, {}, "Cart");
    auto const any = any_dump_of(v8);
    HeldHeap heap(*any);
    heap.places = [](Node) { return "shop.js"; };
    CHECK(heap.of({"15"}) == "a scope of shop.js: 13 > 15\ncart: 13 > 15\nstop[]: 12 > 15\n");
    CHECK(heap.held_as("a scope of shop.js") == "15");
    CHECK(heap.held_as("stop[]") == "15");
    heap.places = [](Node) { return ""; };
    CHECK(heap.of({"15"}) == "a scope: 13 > 15\ncart: 13 > 15\nstop[]: 12 > 15\n");
}

TEST_CASE("heapprof named holders: the path to a holder has its indices if exact", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "rows"}}, "global");
    v8.node("object", 32, {{element, 3}}, "Array");
    v8.snapshot.edge_name.back() = 7;
    v8.node("object", 32, {{property, 4, "date"}}, "Row");
    v8.node("object", 32, {}, "Date");
    auto const any = any_dump_of(v8);
    HeldHeap heap(*any);
    CHECK(heap.of({"14"}) == "rows[].date: 13 > 14\n");
    CHECK(heap.of({"14"}, true) == "rows[7].date: 13 > 14\n");
    CHECK(heap.held_as("rows[].date") == "14");
    CHECK(heap.held_as("rows[7].date") == "14");
}

TEST_CASE("heapprof named holders: Ruby's lists of roots have their names", "[unit]") {
    auto const any = trav::dump::any_dump(ruby_heap(small_ruby));
    HeldHeap heap(*any);
    CHECK(heap.of({"0x90"}).find("global_tbl[]: ") == 0);
    CHECK(heap.of({"0x10"}) == "vm[]: vm > 0x10\n");
    CHECK(heap.held_as("global_tbl[]") == "0x90");
    CHECK(heap.of({"0x90"}, true).find("global_tbl[]") == std::string::npos);
}

TEST_CASE("heapprof named holders: names may omit the package of a Java class", "[unit]") {
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "shop/Order", 1, {});
    file.class_(3, "shop/Registry", 1, {}, {{"FIRST", 0x60}});
    file.instance(0x60, 2, file.data());
    auto const any = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
    HeldHeap heap(*any);
    CHECK(heap.held_as("[\"shop.Registry\"].FIRST") == "0x60");
    CHECK(heap.held_as("Registry.FIRST") == "0x60");
    CHECK(heap.held_as("registry.FIRST").empty());
}
