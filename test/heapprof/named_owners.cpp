// The groups of shared objects: packages, places, global variables and types.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>

#include <cstdint>
#include <string>

namespace {

// The owners of objects, if an owner has at least 90 % of the heap.
struct Groups : NamedHeap {
    explicit Groups(trav::dump::AnyDump const& its) : NamedHeap(its) {}
    std::string operator()(trav::dump::Node n) const { return all.names[all.owners.of_node[n]]; }

    heapprof::NamedOwners all = heapprof::named_owners(heap, names, 0.9);
};

}  // namespace

TEST_CASE("heapprof named owners: by package, else by place of allocation, else by type", "[unit]") {
    std::string text = R"({"id": "base", "type": "Base", "size": 1000000, "roots": true})"
                       "\n";
    auto const line = [&](std::string const& id, std::string const& more) {
        text += R"({"id": ")" + id + R"(", "type": "T", "size": 1, "roots": true)" + more + "}\n";
    };
    line("a", R"(, "package": "docutils", "site": "lib/a.py:1")");
    line("b", R"(, "site": "lib/a.py:1")");
    line("d", R"(, "site": "<frozen>:1")");
    line("e", "");
    auto const dump = any_dump_of_json(text);
    Groups const groups(*dump);
    auto const of = [&](std::string const& id) { return groups(test::node_of(*dump, id)); };
    CHECK(of("base") == "base: Base");
    CHECK(of("a") == "shared: package docutils");
    CHECK(of("b") == "shared: made in lib");
    CHECK(of("d") == "shared: T");
    CHECK(of("e") == "shared: T");
    CHECK(groups.all.nameless.contains("shared: T"));
    CHECK_FALSE(groups.all.nameless.contains("shared: made in lib"));
}

TEST_CASE("heapprof named owners: V8's code by package, and the values of global variables", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0,
            {{shortcut, 1}, {element, 2}, {element, 3}, {element, 4}, {element, 5}, {element, 12}});
    v8.node("object", 1, {{property, 6, "a"}, {internal, 7, "b"}, {property, 12, "c"}}, "global");
    v8.node("closure", 1, {{internal, 8, "shared"}}, "f");
    v8.node("closure", 1, {{internal, 9, "shared"}}, "g");
    v8.node("object", 1, {}, "Row");
    v8.node("object", 1'000'000, {}, "Base");
    v8.node("object", 1, {}, "Row");
    v8.node("object", 1, {}, "Row");
    for (std::uint32_t const script : {10u, 11u}) v8.node("code", 0, {{internal, script, "script"}});
    for (std::uint32_t const file : {13u, 14u}) v8.node("code", 0, {{internal, file, "name"}});
    v8.node("object", 1, {}, "Row");
    v8.node("string", 0, {}, "/app/node_modules/webpack/lib/a.js");
    v8.node("string", 0, {}, "x.js");
    v8.snapshot.locations = {{2, 1, 8, 0}, {3, 2, 8, 0}};
    auto const dump = any_dump_of(v8);
    Groups const groups(*dump);
    CHECK(groups(2) == "shared: code of webpack");
    CHECK(groups(3) == "shared: code of x.js");
    CHECK(groups(4) == "shared: Row");
    CHECK(groups(6) == "shared: global variables");
    CHECK(groups(7) == "shared: Row");   // no variable
    CHECK(groups(12) == "shared: Row");  // held by a root, too
}
