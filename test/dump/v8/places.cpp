#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/dump.hpp>

#include <string>

namespace {

// The place of the object with this id.
std::string place(trav::dump::V8Snapshot const& snapshot, std::uint64_t id) {
    trav::dump::V8Places const places(snapshot);
    for (trav::dump::Node n = 0; n != snapshot.node_count(); ++n)
        if (snapshot.id(n) == id) return places(n);
    return "no such object";
}

}  // namespace

TEST_CASE("v8 places: functions, objects of classes and scopes have places in the program", "[conformance]") {
    // The snapshot is of example/data/shop.js, which ran as /shop/shop.js. Its ninth line has the class
    // Session, its eleventh LazyReport. The ids are those in the snapshot.
    auto const snapshot = trav::dump::read_v8("example/data/shop-3.heapsnapshot.gz");
    CHECK(place(snapshot, 67353) == "shop/shop.js:9");   // a Session
    CHECK(place(snapshot, 83791) == "shop/shop.js:11");  // the function LazyReport
    CHECK(place(snapshot, 6173) == "shop/shop.js");      // the module's scope
    CHECK(place(snapshot, 115907).empty());              // a Map, which is not a class of the program
}

TEST_CASE("v8 places: objects of a script without a name have no place", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    CHECK(snapshot.locations.size() == 1);
    CHECK(snapshot.locations[0].node == 2);
    CHECK(snapshot.locations[0].script == 4);
    CHECK(snapshot.locations[0].line == 1);
    CHECK(snapshot.locations[0].column == 2);
    CHECK(place(snapshot, 5).empty());
}

TEST_CASE("v8 places: a place in a long line has its column", "[unit]") {
    Written v8;
    v8.node("closure", 64, {{trav::dump::V8EdgeKind::internal, 1, "shared"}});
    v8.node("code", 64, {{trav::dump::V8EdgeKind::internal, 2, "script"}});
    v8.node("code", 64, {{trav::dump::V8EdgeKind::internal, 3, "name"}});
    v8.node("string", 64, {}, "/srv/app.min.js");
    v8.snapshot.locations = {{0, 7, 0, 119}};
    CHECK(trav::dump::V8Places(v8.snapshot)(0) == "srv/app.min.js:1");
    v8.snapshot.locations = {{0, 7, 0, 120}};
    CHECK(trav::dump::V8Places(v8.snapshot)(0) == "srv/app.min.js:1:121");
    v8.snapshot.locations = {{0, 7, 0, 20416}};
    CHECK(trav::dump::V8Places(v8.snapshot)(0) == "srv/app.min.js:1:20417");
}

TEST_CASE("v8 places: any function with a shared part tells the script of all", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("closure", 64, {});
    v8.node("closure", 64, {{internal, 3, "shared"}});
    v8.node("closure", 64, {});
    v8.node("code", 64, {{internal, 4, "script"}});
    v8.node("code", 64, {{internal, 6, "name"}, {internal, 5, "source"}});
    v8.node("string", 64, {}, "f()");
    v8.node("string", 64, {}, "/srv/app.js");
    v8.node("object", 64, {{internal, 4, "script"}});  // an object of the program
    v8.node("code", 64, {{internal, 6, "name"}});      // not a script, but has a name
    v8.node("code", 64, {{internal, 4, "script_or_debug_info"}, {internal, 5, "source"}});
    v8.snapshot.locations = {{0, 7, 0, 0}, {1, 7, 1, 0}, {2, 7, 2, 0}};
    trav::dump::V8Places const places(v8.snapshot);
    CHECK(places(0) == "srv/app.js:1");
    CHECK(places(1) == "srv/app.js:2");
    CHECK(places(2) == "srv/app.js:3");
    CHECK(places(3) == "srv/app.js");
    CHECK(places(4) == "srv/app.js");
    CHECK(places(7).empty());
    CHECK(places(8).empty());
    CHECK(places(9) == "srv/app.js");
}

TEST_CASE("v8 places: an exported variable has the script of the function that its module runs", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("hidden", 144, {{internal, 6}, {hidden, 1}, {hidden, 3}, {hidden, 2}},
            "system / SourceTextModule");
    v8.snapshot.edge_name = {v8.string("imports"), 0, 1, 2};
    v8.node("array", 104, {{internal, 2, "3"}, {internal, 4, "4"}}, "");
    v8.node("string", 24, {}, "sessions");
    v8.node("closure", 64, {{internal, 5, "shared"}});
    v8.node("hidden", 16, {}, "system / Cell");
    v8.node("code", 64, {{internal, 8, "name"}, {internal, 2, "source"}});
    v8.node("closure", 64, {{internal, 7, "shared"}});
    v8.node("code", 64, {{internal, 9, "name"}, {internal, 2, "source"}});
    v8.node("string", 64, {}, "/srv/shop.mjs");
    v8.node("string", 64, {}, "/srv/other.js");
    v8.snapshot.locations = {{3, 7, 0, 0}, {6, 8, 0, 0}};
    CHECK(trav::dump::V8Places(v8.snapshot)(4) == "srv/shop.mjs");
}

TEST_CASE("v8 places: names of scripts of Node and Deno are kept, others are cut to a folder and a file",
          "[unit]") {
    using trav::dump::short_script_name;
    CHECK(short_script_name("node:internal/fs/utils") == "node:internal/fs/utils");
    CHECK(short_script_name("ext:deno_node/internal/fs/utils.mjs") == "ext:deno_node/internal/fs/utils.mjs");
    CHECK(short_script_name("file:///srv/shop/lib/cart.ts") == "lib/cart.ts");
    CHECK(short_script_name("/srv/next:1/text/a.js") == "text/a.js");
    CHECK(short_script_name("lib/a.js") == "lib/a.js");
    CHECK(short_script_name("/a.js") == "/a.js");
    std::string const name(390, 'n'), longer(1000, 'n');
    CHECK(short_script_name("/srv/next/lib/" + name) == "lib/" + name);
    CHECK(short_script_name("/srv/next/lib/" + longer) == ".." + std::string(400, 'n'));
    CHECK(short_script_name("node:" + longer) == "node:" + std::string(195, 'n') + "..");
}
