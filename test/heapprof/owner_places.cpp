// The places in the names of owners, and names after dominators.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using test::json_id;
using test::json_object;
using test::json_ref;
using test::json_refs;
using test::json_text;
using trav::dump::AnyDump;
using trav::dump::Node;
using enum trav::dump::V8EdgeKind;

// The name of one object, after a check of its place.
std::string named(AnyDump const& dump, Node n) {
    NamedHeap heap(dump);
    heap.names.add({n});
    std::string const place = heap.names.place(n), name = heap.names(n);
    CHECK((place.empty() || name.ends_with(" (" + place + ")")));
    return name;
}

// A program of V8's. Its object `global` has the functions `run`, of the script 1, and `load`, of the script
// 2. The function `load` has a module. The scope of `run` has the variable `cache`, with an Outer, in it an
// Inner, and in this an Item; each is the variable or field of the next object.
struct Program {
    static constexpr Node global = 1, run = 2, load = 3, scope = 4, outer = 5, inner = 6, item = 7;

    // The scripts of further objects.
    std::map<Node, std::uint32_t> script{};
    std::vector<Written::Edge> of_global{{property, run, "run"}, {property, load, "load"}},
        of_run{{internal, scope, "context"}}, of_scope{{context, outer, "cache"}};
    std::string second = "/app/lib/load.js";
    std::vector<Written::Edge> of_item{}, of_module{};

    std::string name(Node n) const {
        Written v8;
        std::vector<Written::Edge> run_edges = of_run;
        run_edges.push_back({internal, 8, "shared"});
        v8.node("synthetic", 0, {{shortcut, global}});
        v8.node("object", 0, of_global, "global");
        v8.node("closure", 0, run_edges, "run");
        v8.node("closure", 0, {{internal, 9, "shared"}, {property, 16, "part"}}, "load");
        v8.node("object", 0, of_scope, "system / Context");
        v8.node("object", 0, {{property, inner, "in"}}, "Outer");
        v8.node("object", 0, {{property, item, "of"}}, "Inner");
        v8.node("object", 0, of_item, "Item");
        for (Node const id : {Node{10}, Node{11}}) v8.node("code", 0, {{internal, id, "script"}});
        for (Node const id : {Node{12}, Node{13}}) v8.node("code", 0, {{internal, id, "name"}});
        v8.node("string", 0, {}, "/app/shop/run.js");
        v8.node("string", 0, {}, second);
        v8.node("object", 0, of_module, "Module");
        v8.node("string", 0, {}, "/app/lib/exporting.js");
        v8.node("object", 0, {{property, 14, "module"}}, "Parts");
        v8.node("object", 0, {}, "Part");
        std::map<Node, std::uint32_t> all = script;
        all.emplace(run, 1), all.emplace(load, 2);
        for (auto const& [node, number] : all) v8.snapshot.locations.push_back({node, number, node, 0});
        return named(*any_dump_of(v8), n);
    }
};

}  // namespace

TEST_CASE("heapprof owner places: of the object, the nearest object of a class, or the variable", "[unit]") {
    CHECK(Program{}.name(Program::run) == "run: (closure) run (shop/run.js:3)");
    CHECK(Program{}.name(Program::outer) == "cache: Outer (shop/run.js)");
    CHECK(Program{}.name(Program::item) == "cache.in.of: Item (shop/run.js)");
    CHECK(Program{.script = {{7, 1}}}.name(Program::item) == "cache.in.of: Item (shop/run.js:8)");
    CHECK(Program{.script = {{6, 2}}}.name(Program::item) == "cache.in.of: Item (lib/load.js:7)");
    CHECK(Program{.script = {{5, 2}}}.name(Program::item) == "cache.in.of: Item (lib/load.js:6)");
    CHECK(Program{.script = {{5, 1}, {6, 2}}}.name(Program::item) == "cache.in.of: Item (lib/load.js:7)");
    CHECK(Program{.script = {{5, 2}, {7, 1}}}.name(Program::item) == "cache.in.of: Item (shop/run.js:8)");
    // classes of libraries tell nothing of the program
    std::string const library = "/app/node_modules/lodash/map.js";
    CHECK(Program{.script = {{6, 2}}, .second = library}.name(Program::item) ==
          "cache.in.of: Item (shop/run.js)");
    CHECK(Program{.script = {{5, 1}, {6, 2}}, .second = library}.name(Program::item) ==
          "cache.in.of: Item (shop/run.js:6)");
    CHECK(Program{.script = {{7, 2}}, .second = library}.name(Program::item) ==
          "cache.in.of: Item (lodash/map.js:8)");
}

TEST_CASE("heapprof owner places: the module of an exported value", "[unit]") {
    Program program;
    program.of_module = {{property, Program::outer, "exports"}, {property, 15, "filename"}};
    CHECK(program.name(Program::outer) == "cache: Outer (lib/exporting.js)");
    CHECK(program.name(Program::item) == "cache.in.of: Item (lib/exporting.js)");
    program.script = {{6, 2}};
    CHECK(program.name(Program::inner) == "cache.in: Inner (lib/load.js:7)");
    CHECK(program.name(Program::item) == "cache.in.of: Item (lib/load.js:7)");
    // behind the module, without a variable
    program.of_run.clear();
    CHECK(program.name(Program::outer) == "load.part.module.exports: Outer");
}

TEST_CASE("heapprof owner places: roots are named after their list", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}}, "");
    v8.node("synthetic", 0, {{element, 3}}, "(Strong roots)");
    v8.node("synthetic", 0, {{element, 4}}, "(Global handles)");
    v8.node("object", 0, {}, "T");
    v8.node("object", 0, {{property, 5, "in"}}, "U");
    v8.node("object", 0, {}, "T");
    auto const dump = any_dump_of(v8);
    CHECK(named(*dump, 3) == "(Strong roots): T");
    CHECK(named(*dump, 4) == "(Global handles): U");
    CHECK(named(*dump, 5) == "(Global handles).in: T");
}

TEST_CASE("heapprof owner places: of V8, objects behind links of the runtime", "[unit]") {
    auto const behind = [](std::vector<Written::Edge> const& edges,
                           std::map<Node, std::uint32_t> script = {}) {
        return Program{.script = std::move(script), .of_item = edges}.name(17);
    };
    std::string const proto = "__proto__";
    CHECK(behind({{property, 17, proto}}) == "__proto__ of Item: Part");
    CHECK(behind({{internal, 17, "map"}}) == "map of Item: Part");
    CHECK(behind({{weak, 17, "weak"}, {property, 17, proto}}) == "__proto__ of Item: Part");
    CHECK(behind({{internal, 17, "map"}, {property, 17, proto}}) == "map of Item: Part");
    CHECK(behind({{property, 17, proto}}, {{7, 2}}) == "__proto__ of lib/load.js:8: Part");
    CHECK(behind({{property, 17, proto}}, {{17, 2}}) == "__proto__ of Item: Part (lib/load.js:18)");
}

TEST_CASE("heapprof owner places: classes loaded anew, and parts without a label", "[unit]") {
    std::string const runtime = R"(, "runtime": true)";
    std::string text =
        json_object("app", "App", 1,
                    R"(, "roots": ["app"])" + json_refs({json_ref("cart", "cart"), json_id("a")})) +
        json_object("cart", "shop.Cart", 1, json_refs({json_ref("class", "<class>", runtime)})) +
        json_object("class", "java.lang.Class", 1,
                    json_text("name", "shop.Cart") +
                        json_refs({json_ref("all", "all"), json_id("some"), json_id("b1"), json_id("b2")})) +
        json_object("a", "A", 1, json_refs({json_ref("a1", "x", runtime), json_ref("a2", "y", runtime)}));
    for (std::string const each : {"all", "some", "of_a", "of_b"}) text += json_object(each, "T", 1);
    for (std::string const each : {"a1", "a2"})
        text += json_object(each, "P", 1, json_refs({json_ref("of_a", "z")}));
    for (std::string const each : {"b1", "b2"})
        text += json_object(each, "P", 1, json_refs({json_ref("of_b", "z")}));
    auto const dump = any_dump_of_json(text);
    auto const name = [&](std::string const& id) { return named(*dump, test::node_of(*dump, id)); };
    CHECK(name("class") == "[\"<class>\"] of shop.Cart: java.lang.Class");
    CHECK(name("all") == "shop.Cart.all: T");
    CHECK(name("some") == "shop.Cart.[]: T");
    CHECK(name("of_a") == "part of A: T");
    CHECK(name("of_b") == "shop.Cart.[]: T");
    CHECK(name("a1") == "x of A: P");
}
