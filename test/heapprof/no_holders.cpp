// References without a name among the holders: from the engine, and from stores of fields.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/held_heap.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <string>
#include <vector>

namespace {

// The names of the holders of an object.
std::vector<std::string> holders_of(Written const& v8, trav::dump::Node n, bool exact) {
    auto const dump = any_dump_of(v8);
    HeldHeap heap(*dump);
    std::vector<std::string> found;
    for (auto const& each : heap.holders.of({n}, exact)) found.push_back(each.first);
    return found;
}

}  // namespace

// V8 12 keeps the properties of a function in an array.
TEST_CASE("heapprof no holders: the array of an object's properties", "[unit]") {
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

TEST_CASE("heapprof no holders: hidden slots of scopes, code and feedback", "[unit]") {
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

// A store is one of V8's arrays, behind a reference without a name.
TEST_CASE("heapprof no holders: the store of an object's fields", "[unit]") {
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
    HeldHeap heap(*any);
    // the cart has a field for x and one for z, the bag only one for x
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

TEST_CASE("heapprof no holders: parts of the engine, except a symbol with its text", "[unit]") {
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
    CHECK(HeldHeap(*any).of({"text"}) ==
          "app.fields.last: fields > text\napp.plain.it: plain > text\napp.symbol.name: symbol > text\n");
}
