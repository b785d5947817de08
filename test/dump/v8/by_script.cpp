#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/by_script.hpp>

#include <cstddef>
#include <string>

using trav::dump::script_package;

TEST_CASE("v8 by script: the package of a script is in its name", "[unit]") {
    CHECK(script_package("/srv/shop/shop.js") == "(program)");
    CHECK(script_package("file:///srv/shop/shop.mjs") == "(program)");
    CHECK(script_package("shop.js") == "(program)");
    CHECK(script_package("C:\\shop\\shop.js") == "(program)");
    CHECK(script_package("/srv/node_modules/webpack/lib/cache.js") == "webpack");
    CHECK(script_package("/srv/node_modules/a/node_modules/@babel/types/lib/index.js") == "@babel/types");
    CHECK(script_package("file:///srv/node_modules/.pnpm/b@1.0.0/node_modules/b/b.js") == "b");
    CHECK(script_package("C:\\shop\\node_modules\\@a\\b\\c.js") == "@a\\b");
    CHECK(script_package("/srv/node_modules/one.js") == "one.js");
    CHECK(script_package("/srv/node_modules/@a") == "@a");
    CHECK(script_package("/srv/node_modules/").empty());
    CHECK(script_package("/srv/my_node_modules") == "(program)");
    CHECK(script_package("node:internal/bootstrap/realm") == "node:internal");
    CHECK(script_package("node:fs") == "node:fs");
    CHECK(script_package("ext:core/01_core.js") == "ext:core");
    CHECK(script_package("https://cdn.example/a/b.js") == "https://cdn.example");
    CHECK(script_package("https://cdn.example") == "https://cdn.example");
    CHECK(script_package("a/b:c.js") == "(program)");
    CHECK(script_package("") == "(program)");
}

TEST_CASE("v8 by script: functions, objects of classes, scopes and code have a script; nothing else has",
          "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {});
    v8.node("closure", 8, {{internal, 2, "shared"}, {internal, 5, "context"}}, "Session");
    v8.node("code", 8, {{internal, 3, "script"}}, "Session");
    v8.node("code", 8, {{internal, 4, "name"}, {internal, 4, "source"}}, "script");
    v8.node("string", 8, {}, "/srv/node_modules/shop/lib/shop.js");
    v8.node("object", 8, {}, "system / Context");
    v8.node("object", 8, {}, "Session");
    v8.node("closure", 8, {{internal, 8, "shared"}}, "nameless");
    v8.node("code", 8, {{internal, 9, "script"}}, "nameless");
    v8.node("code", 8, {{internal, 10, "name"}}, "script");
    v8.node("string", 8, {}, "");
    v8.snapshot.locations = {{1, 4, 8}, {6, 4, 8}, {7, 5, 1}};
    auto const script = trav::dump::by_script(v8.snapshot), file = trav::dump::by_file(v8.snapshot),
               package = trav::dump::by_package(v8.snapshot);
    for (std::size_t const n : {1u, 2u, 3u, 5u, 6u}) {
        INFO(n);
        CHECK(script.bands[script.band_of[n]] == "/srv/node_modules/shop/lib/shop.js");
        CHECK(file.bands[file.band_of[n]] == "shop/lib/shop.js");
        CHECK(package.bands[package.band_of[n]] == "shop");
    }
    for (std::size_t const n : {0u, 4u, 7u, 10u}) {
        INFO(n);
        CHECK(script.bands[script.band_of[n]] == "(no file)");
        CHECK(file.bands[file.band_of[n]] == "(no file)");
        CHECK(package.bands[package.band_of[n]] == "(no file)");
    }
}
