#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/dump_of.hpp"

#include <heapprof/question/named_holders.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstddef>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;

// The holders in one dump.
struct Heap {
    explicit Heap(AnyDump const& its, std::size_t most = 200)
        : dump(its), holders(heap, machinery, names, places, most) {}

    Node node(std::string const& id) const { return dump.find_id(id, 0, dump.node_count()).value(); }
    std::string ids(auto const& nodes) const {
        std::string text;
        for (Node const n : nodes) text += (text.empty() ? "" : " ") + dump.id(n);
        return text;
    }
    // A line for each name: the objects from which, and to which its references lead, with the places.
    std::string of(std::vector<std::string> const& objects, bool exact = false) {
        std::vector<Node> nodes;
        for (std::string const& each : objects) nodes.push_back(node(each));
        std::string text;
        for (auto const& [name, held] : holders.of(nodes, exact)) {
            text += name + ": " + ids(held.from) + " > " + ids(held.to);
            for (auto const& [place, to] : held.at) text += " (" + place + ": " + ids(to) + ')';
            text += '\n';
        }
        return text;
    }
    std::string held_as(std::string const& name) {
        return ids(holders.held_as(name, heapprof::ShortNames(dump)));
    }

    AnyDump const& dump;
    heapprof::RetainedHeap heap{dump};
    trav::dump::EdgeSet machinery = dump.machinery();
    heapprof::OwnerNames names{heap, machinery};
    std::function<std::string(Node)> places = dump.places();
    heapprof::NamedHolders holders;
};

// The names of what holds an object.
std::vector<std::string> holders_of(Written const& v8, Node n, bool exact) {
    auto const dump = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    std::vector<std::string> found;
    for (auto const& each : Heap(*dump).holders.of({n}, exact)) found.push_back(each.first);
    return found;
}

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

// V8 12 keeps the properties of a function in an array.
TEST_CASE("heapprof named holders: the array of an object's properties is no holder beside it", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "render"}}, "global");
    v8.node("closure", 64, {{property, 4, "results"}, {internal, 3, "properties"}}, "render");
    v8.node("hidden", 40, {{hidden, 4}}, "system / PropertyArray");
    v8.node("object", 32, {}, "Array");
    for (bool const exact : {false, true})
        CHECK(holders_of(v8, 4, exact) == std::vector<std::string>{"render.results"});
}

TEST_CASE("heapprof named holders: only what a program can change", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "stop"}, {property, 5, "log"}}, "global");
    v8.node("closure", 64, {{internal, 3, "context"}, {property, 4, "feedback"}, {property, 8, "code"}},
            "stop");
    v8.node("object", 40, {{hidden, 6, "1"}, {internal, 7, "previous"}, {context, 5, "log"}},
            "system / Context");
    v8.node("hidden", 40, {{hidden, 6, "3"}}, "system / FeedbackVector");
    v8.node("object", 32, {{property, 6, "last"}}, "Log");
    v8.node("object", 32, {}, "Promise");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("code", 40, {{hidden, 6, "2"}}, "(code for stop)");
    for (bool const exact : {false, true})
        CHECK(holders_of(v8, 6, exact) == std::vector<std::string>{"log.last"});
}

TEST_CASE("heapprof named holders: entries of a list have one name, and their indices if exact", "[unit]") {
    Heap heap(*items);
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
    CHECK(Heap(*items, 2).of({"a", "b", "c"}) ==
          "app.first: app > a\napp.list[]: list > a b c\nmain thread:  > b\n");  // the first two referrers
}

// The first item's part also refers to the item, and the first item to the second.
TEST_CASE("heapprof named holders: a holder of one object may be in another or in its list", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "roots": ["app"], "refs": [{"id": "a", "name": "first"}]}
{"id": "a", "type": "Item", "size": 1, "refs": [{"id": "part", "name": "part"}, {"id": "b", "name": "next"},
    {"id": "x", "name": "best"}]}
{"id": "b", "type": "Item", "size": 1}
{"id": "part", "type": "Part", "size": 1, "refs": [{"id": "a", "name": "owner"}, {"id": "x", "name": "top"}]}
{"id": "x", "type": "Other", "size": 1}
{"objects": 5}
)"));
    CHECK(Heap(*dump).of({"a", "b", "x"}) ==
          "app.first: app > a\napp.first.best: a > x\napp.first.part.top: part > x\n");
}

TEST_CASE("heapprof named holders: the objects with a name, plain or exact", "[unit]") {
    Heap heap(*items);
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

// A store is one of V8's arrays, behind a reference without a name.
TEST_CASE("heapprof named holders: the store of fields is no holder beside them", "[unit]") {
    auto const any = any_dump_of_json(joined_lines(R"lines(
{"id": "app", "type": "App", "size": 1, "roots": ["app"], "refs": [{"id": "cart", "name": "cart"},
    {"id": "bag", "name": "bag"}, {"id": "box", "name": "box"}, {"id": "way", "name": "way"}]}
{"id": "cart", "type": "Cart", "size": 1, "refs": ["store1", {"id": "x", "name": "rows"},
    {"id": "z", "name": "total"}]}
{"id": "store1", "type": "(array)", "size": 1, "refs": [{"id": "x", "name": 0}, {"id": "z", "name": 1}]}
{"id": "bag", "type": "Bag", "size": 1, "refs": ["store2", {"id": "x", "name": "rows"}]}
{"id": "store2", "type": "Hidden", "name": "system / PropertyArray", "size": 1,
    "refs": [{"id": "x", "name": 0}, {"id": "y", "name": 1}]}
{"id": "box", "type": "Box", "size": 1, "refs": ["store3", {"id": "w", "name": "a"}]}
{"id": "store3", "type": "List", "size": 1, "refs": [{"id": "x", "name": 0}]}
{"id": "way", "type": "Way", "size": 1, "refs": ["store4", {"id": "x", "name": "end"}]}
{"id": "store4", "type": "(array)", "size": 1, "refs": [{"id": "x", "name": 0}]}
{"id": "x", "type": "X", "size": 1}
{"id": "y", "type": "X", "size": 1}
{"id": "z", "type": "X", "size": 1}
{"id": "w", "type": "X", "size": 1}
{"objects": 13}
)lines"));
    Heap heap(*any);
    // the field of the cart has one of two objects, and that of the bag has its other one
    CHECK(heap.of({"x"}) == "app.bag.rows: bag > x\napp.box[]: store3 > x\napp.cart.rows: cart > x\n"
                            "app.way.end: way > x\n");
    CHECK(heap.of({"x", "y"}) == "app.bag.rows: bag > x\napp.bag[]: store2 > x y\n"
                                 "app.box[]: store3 > x\napp.cart.rows: cart > x\napp.way.end: way > x\n");
    CHECK(heap.of({"x", "z"}) == "app.bag.rows: bag > x\napp.box[]: store3 > x\napp.cart.rows: cart > x\n"
                                 "app.cart.total: cart > z\napp.cart[]: store1 > x z\n"
                                 "app.way.end: way > x\n");
    CHECK(heap.of({"z", "w"}) == "app.box.a: box > w\napp.cart.total: cart > z\n");
    CHECK(heap.of({"y"}) == "app.bag[]: store2 > y\n");
    CHECK(heap.of({"x", "y"}, true) ==
          "app.bag.rows: bag > x\napp.bag[1]: store2 > y\napp.box[0]: store3 > x\n"
          "app.cart.rows: cart > x\napp.way.end: way > x\n");
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
    CHECK(Heap(*few).of({"e7", "t"}) == "app.it.key7: it > e7\napp.it.text: it > t\n");
    CHECK(Heap(*many).of({"e7", "t"}) == "app.it.text: it > t\napp.it[]: it > e7\n");
    for (char const* const type : {"java.util.Bag", "java.lang.Object[]"})
        CHECK(Heap(*with_fields(2, type)).of({"e1", "t"}) == "app.it[]: it > t e1\n");

    auto const it = [](std::string const& type) {
        return any_dump_of("ROOT app\nNODE app App 1\nNODE it " + type +
                           " 1\nNODE c C 1\napp it it\nit c 3\n");
    };
    for (char const* const type : {"Row", "java.lang.Object[]"})
        CHECK(Heap(*it(type)).of({"c"}, true) == "app.it[3]: it > c\n");
    for (char const* const type : {"(array)", "java.util.List"})  // indices of a table
        CHECK(Heap(*it(type)).of({"c"}, true) == "app.it[]: it > c\n");
    auto const nested = any_dump_of("ROOT app\nNODE app App 1\nNODE a Rows 1\nNODE b Row 1\nNODE c C 1\n"
                                    "app a it\na b 2\nb c 3\n");
    CHECK(Heap(*nested).of({"c"}) == "app.it[]: b > c\n");
}

TEST_CASE("heapprof named holders: parts of the engine are none, but a symbol holds its text", "[unit]") {
    auto const any = any_dump_of_json(joined_lines(R"lines(
{"id": "app", "type": "App", "size": 1, "roots": ["app"], "refs": [{"id": "feedback", "name": "feedback"},
    {"id": "fields", "name": "fields"}, {"id": "symbol", "name": "symbol"}, {"id": "plain", "name": "plain"}]}
{"id": "feedback", "type": "(hidden)", "name": "system / FeedbackVector", "size": 1,
    "refs": [{"id": "text", "name": "seen"}]}
{"id": "fields", "type": "(hidden)", "name": "system / PropertyArray", "size": 1,
    "refs": [{"id": "text", "name": "last"}]}
{"id": "plain", "type": "Plain", "name": "system / FeedbackVector", "size": 1,
    "refs": [{"id": "text", "name": "it"}]}
{"id": "symbol", "type": "(symbol)", "size": 1, "refs": [{"id": "text", "name": "name", "runtime": true}]}
{"id": "text", "type": "str", "size": 1}
{"objects": 6}
)lines"));
    CHECK(Heap(*any).of({"text"}) ==
          "app.fields.last: fields > text\napp.plain.it: plain > text\napp.symbol.name: symbol > text\n");
}

TEST_CASE("heapprof named holders: variables of a scope have their own names, other slots have none",
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
    auto const any = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    Heap heap(*any);
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
    auto const any = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    Heap heap(*any);
    CHECK(heap.of({"14"}) == "rows[].date: 13 > 14\n");
    CHECK(heap.of({"14"}, true) == "rows[7].date: 13 > 14\n");
    CHECK(heap.held_as("rows[].date") == "14");
    CHECK(heap.held_as("rows[7].date") == "14");
}

TEST_CASE("heapprof named holders: Ruby's lists of roots have their names", "[unit]") {
    auto const any = trav::dump::any_dump(ruby_heap(small_ruby));
    Heap heap(*any);
    CHECK(heap.of({"0x90"}).find("global_tbl[]: ") == 0);
    CHECK(heap.of({"0x10"}) == "vm[]: vm > 0x10\n");
    CHECK(heap.held_as("global_tbl[]") == "0x90");
    CHECK(heap.of({"0x90"}, true).find("global_tbl[]") == std::string::npos);
}

TEST_CASE("heapprof named holders: names may be without the package of a class of Java", "[unit]") {
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "shop/Order", 1, {});
    file.class_(3, "shop/Registry", 1, {}, {{"FIRST", 0x60}});
    file.instance(0x60, 2, file.data());
    auto const any = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
    Heap heap(*any);
    CHECK(heap.held_as("[\"shop.Registry\"].FIRST") == "0x60");
    CHECK(heap.held_as("Registry.FIRST") == "0x60");
    CHECK(heap.held_as("registry.FIRST").empty());
}
