// The packages of V8's objects, and the files of modules that export them.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/program_places.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using trav::dump::Node;
using enum trav::dump::V8EdgeKind;
using Files = std::map<Node, std::string>;

// Two modules for tests to change: 1 exports the object 20 with the field 22, and 2 the object 21 with the
// field 23.
struct Modules {
    std::vector<Written::Edge> first{{property, 20, "exports"}, {property, 10, "filename"}},
        second{{property, 21, "exports"}, {property, 11, "filename"}}, of_first{{property, 22}},
        of_second{{property, 23}};
    std::string type = "Module", kind = "string";

    Files files() const {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}, {shortcut, 2}});
        v8.node("object", 0, first, type);
        v8.node("object", 0, second, "Module");
        while (v8.snapshot.node_type.size() != 10) v8.node("object", 0, {}, "Object");
        v8.node(kind, 0, {}, "/app/lib/one.js");
        v8.node("string", 0, {}, "/app/lib/two.js");
        while (v8.snapshot.node_type.size() != 20) v8.node("object", 0, {}, "Object");
        v8.node("object", 0, of_first, "Object");
        v8.node("object", 0, of_second, "Object");
        for (int i = 0; i != 3; ++i) v8.node("object", 0, {}, "Object");
        auto const found = heapprof::files_of_exports(*any_dump_of(v8));
        return {found.begin(), found.end()};
    }
};

}  // namespace

TEST_CASE("heapprof program places: the package of an object's script", "[unit]") {
    auto const package = [](std::string const& script) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}, {shortcut, 5}});
        v8.node("closure", 0, {{internal, 2, "shared"}}, "f");
        v8.node("code", 0, {{internal, 3, "script"}});
        v8.node("code", 0, {{internal, 4, "name"}});
        v8.node("string", 0, {}, script);
        v8.node("object", 0, {}, "Object");
        v8.snapshot.locations = {{1, 1, 9, 0}};
        auto const dump = any_dump_of(v8);
        auto const packages = heapprof::packages(*dump);
        CHECK(packages(5).empty());
        return packages(1);
    };
    CHECK(package("/app/node_modules/lodash/map.js") == "lodash");
    CHECK(package("/app/start.js") == "(program)");
    CHECK(package("node:events") == "node:events");
    CHECK(package("https://shop.example/app.js") == "https://shop.example");
    auto const other = any_dump_of("ROOT app\nNODE app App 1\n");
    CHECK(heapprof::packages(*other)(0).empty());
    auto const of_python = any_dump_of_json(
        R"({"id": 1, "type": "Module", "size": 1, "roots": true, "refs": [{"id": 2, "name": "exports"},)"
        R"( {"id": 3, "name": "filename"}]})"
        "\n"
        R"({"id": 3, "type": "str", "size": 1, "name": "/app/lib/one.js"})"
        "\n");
    CHECK(heapprof::files_of_exports(*of_python).empty());
}

TEST_CASE("heapprof program places: the program is no library, and not Node", "[unit]") {
    using heapprof::is_of_program;
    for (char const* const own : {"(program)", "http://shop.example", "https://shop.example"})
        CHECK(is_of_program(own));
    for (char const* const other : {"", "lodash", "node:http", "program"}) CHECK_FALSE(is_of_program(other));
}

TEST_CASE("heapprof program places: a module's exports and their fields have its file", "[unit]") {
    std::string const one = "lib/one.js", two = "lib/two.js";
    Files const first{{20, one}, {22, one}}, second{{21, two}, {23, two}};
    Files both = first;
    both.insert(second.begin(), second.end());
    Modules const plain;
    CHECK(plain.files() == both);

    auto const changed = [](auto const& change) {
        Modules modules;
        change(modules);
        return modules.files();
    };
    CHECK(changed([](Modules& it) { it.type = "Object"; }) == second);
    CHECK(changed([](Modules& it) { it.kind = "object"; }) == second);
    CHECK(changed([](Modules& it) { it.first[0].kind = internal; }) == second);
    CHECK(changed([](Modules& it) { it.first[1].kind = internal; }) == second);
    CHECK(changed([](Modules& it) { it.first[0].name = "loaded"; }) == second);
    CHECK(changed([](Modules& it) { it.first[1].name = "path"; }) == second);
    CHECK(changed([](Modules& it) { it.first.pop_back(); }) == second);
    CHECK(changed([](Modules& it) { it.of_first[0].kind = internal; }) ==
          Files{{20, one}, {21, two}, {23, two}});
    // the fields in the other order
    CHECK(changed([](Modules& it) { std::swap(it.first[0], it.first[1]); }) == both);
    // a field of two modules, of two files or of one
    CHECK(changed([](Modules& it) { it.of_second[0].to = 22; }) == Files{{20, one}, {21, two}});
    CHECK(changed([](Modules& it) { it.second[1].to = 10, it.of_second[0].to = 22; }) ==
          Files{{20, one}, {21, one}, {22, one}});
    // one of its modules has no file
    CHECK(changed([](Modules& it) { it.first.pop_back(), it.second[0].to = 20; }) ==
          Files{{20, two}, {22, two}});

    // a module after its exports
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 3}});
    v8.node("object", 0, {}, "Object");
    v8.node("string", 0, {}, "/app/lib/one.js");
    v8.node("object", 0, {{property, 1, "exports"}, {property, 2, "filename"}}, "Module");
    auto const last = heapprof::files_of_exports(*any_dump_of(v8));
    CHECK(Files(last.begin(), last.end()) == Files{{1, one}});
}
