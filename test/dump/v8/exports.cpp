#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/exports.hpp>
#include <trav/dump/v8/places.hpp>

#include <string>

using trav::dump::V8EdgeKind;

namespace {

constexpr auto in = V8EdgeKind::internal;

// What V8 12 writes of a module with the exports `default` (a class), `sessions` and `all`; the class is also
// exported as `Store`, the other two are one variable. Node 7 is a variable that another module exports.
Written module() {
    Written v8;
    v8.node("hidden", 144, {{V8EdgeKind::hidden, 1}, {V8EdgeKind::hidden, 9}}, "system / SourceTextModule");
    for (auto& name : v8.snapshot.edge_name) name = name == v8.snapshot.edge_name[0] ? 0 : 4;
    v8.node(
        "array", 104,
        {{in, 2, "3"}, {in, 3, "4"}, {in, 5, "5"}, {in, 6, "6"}, {in, 8, "7"}, {in, 6, "8"}, {in, 7, "12"}},
        "");
    v8.node("string", 24, {}, "default");
    v8.node("hidden", 16, {{in, 4, "value"}, {in, 0, "map"}}, "system / Cell");
    v8.node("closure", 64, {}, "Registry");
    v8.node("string", 24, {}, "sessions");
    v8.node("hidden", 16, {{in, 4, "value"}}, "system / Cell");
    v8.node("hidden", 16, {{in, 4, "value"}}, "system / Cell");
    v8.node("string", 24, {}, "default");
    v8.node("object", 64, {{in, 10, "function"}}, "Generator");
    v8.node("closure", 64, {{in, 11, "shared"}}, "");
    v8.node("code", 64, {{in, 12, "script"}}, "");
    v8.node("code", 64, {{in, 13, "name"}}, "");
    v8.node("string", 64, {}, "file:///srv/shop/store.mjs");
    v8.snapshot.locations = {{10, 7, 0}};
    return v8;
}

std::string variable(trav::dump::V8Snapshot const& s, trav::dump::Node cell) {
    auto const edge = s.edge(cell, s.first_edge[cell]);
    return (edge.kind == V8EdgeKind::context ? "variable " : "") + std::string(s.strings[edge.name_or_index]);
}

}  // namespace

TEST_CASE("v8 exports: an exported variable has its name", "[unit]") {
    Written v8 = module();
    auto& s = v8.snapshot;
    name_exports(s);
    CHECK(variable(s, 3) == "variable Registry");  // the default is a function with a name
    CHECK(variable(s, 6) == "variable sessions");  // and `default`
    CHECK(variable(s, 7) == "value");              // has no name before it
    CHECK(s.edge(3, s.first_edge[3] + 1).kind == in);
}

TEST_CASE("v8 exports: an exported variable has the script of its module", "[unit]") {
    Written v8 = module();
    trav::dump::V8Places const places(v8.snapshot);
    CHECK(places(6) == "shop/store.mjs");
    CHECK(places(7).empty());
}

TEST_CASE("v8 exports: a snapshot without modules is unchanged", "[unit]") {
    Written v8;
    v8.node("array", 104, {{in, 1, "3"}, {in, 2, "4"}}, "");
    v8.node("string", 24, {}, "sessions");
    v8.node("hidden", 16, {{in, 0, "value"}}, "system / Cell");
    v8.node("string", 24, {}, "system / SourceTextModule");
    name_exports(v8.snapshot);
    CHECK(variable(v8.snapshot, 2) == "value");
}
