// The groups of shared objects: packages, places, global variables and types.
#include "catch.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>

#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <cstdint>
#include <string>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;

// The names of the owners of objects; one must have 90 % of the heap.
struct Groups {
    explicit Groups(AnyDump const& dump) : heap(dump), machinery(dump.machinery()), names(heap, machinery) {
        all = heapprof::named_owners(heap, names, 0.9);
    }
    std::string operator()(Node n) const { return all.names[all.owners.of_node[n]]; }

    heapprof::RetainedHeap heap;
    trav::dump::EdgeSet machinery;
    heapprof::OwnerNames names;
    heapprof::NamedOwners all;
};

}  // namespace

TEST_CASE("heapprof named owners: by package, or else by the place of allocation, or else by type",
          "[unit]") {
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
    auto const of = [&](std::string const& id) { return groups(*dump->find_id(id, 0, dump->node_count())); };
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
    auto const dump = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    Groups const groups(*dump);
    CHECK(groups(2) == "shared: code of webpack");
    CHECK(groups(3) == "shared: code of x.js");
    CHECK(groups(4) == "shared: Row");
    CHECK(groups(6) == "shared: global variables");
    CHECK(groups(7) == "shared: Row");   // no variable
    CHECK(groups(12) == "shared: Row");  // held by a root, too
}
