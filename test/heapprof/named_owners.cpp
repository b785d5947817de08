// The groups of shared objects: packages, places, global variables and types.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/java_heap.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>

#include <cstdint>
#include <string>

namespace {

using test::json_object;
using test::json_ref;
using test::json_refs;
using test::json_text;

// The owners of objects; by default, if an owner has at least 90 % of the heap.
struct Groups : NamedHeap {
    explicit Groups(trav::dump::AnyDump const& its, double share = 0.9)
        : NamedHeap(its), all(heapprof::named_owners(heap, names, share)) {}
    std::string operator()(trav::dump::Node n) const { return all.names[all.owners.of_node[n]]; }
    std::string operator()(std::string const& id) const { return (*this)(test::node_of(dump, id)); }

    heapprof::NamedOwners all;
};

std::string const root = R"(, "roots": true)", base = json_object("base", "Base", 1'000'000, root);

}  // namespace

TEST_CASE("heapprof named owners: by package, else by place of allocation, else by type", "[unit]") {
    auto const object = [](std::string const& id, std::string const& members = "") {
        return json_object(id, "T", 1, root + members);
    };
    std::string const site = json_text("site", "lib/a.py:1");
    auto const dump =
        any_dump_of_json(base + object("a", json_text("package", "docutils") + site) + object("b", site) +
                         object("d", json_text("site", "<frozen>:1")) + object("e"));
    Groups const groups(*dump);
    CHECK(groups("base") == "base: Base");
    CHECK(groups("a") == "shared: package docutils");
    CHECK(groups("b") == "shared: made in lib");
    CHECK(groups("d") == "shared: T");
    CHECK(groups("e") == "shared: T");
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

TEST_CASE("heapprof named owners: V8's scopes have a package, scripts without a file have none", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}, {element, 3}, {element, 4}, {element, 5}});
    v8.node("closure", 1, {{internal, 6, "shared"}, {internal, 3, "context"}}, "f");
    v8.node("closure", 1, {{internal, 7, "shared"}}, "g");
    v8.node("object", 1, {}, "system / Context");
    v8.node("object", 1, {}, "Row");
    v8.node("object", 1'000'000, {}, "Base");
    for (std::uint32_t const script : {8u, 9u}) v8.node("code", 0, {{internal, script, "script"}});
    for (std::uint32_t const file : {10u, 11u}) v8.node("code", 0, {{internal, file, "name"}});
    v8.node("string", 0, {}, "/app/node_modules/webpack/lib/a.js");
    v8.node("string", 0, {}, "<eval>");
    v8.snapshot.locations = {{1, 1, 8, 0}, {2, 2, 8, 0}, {4, 1, 9, 0}};
    auto const dump = any_dump_of(v8);
    Groups const groups(*dump);
    CHECK(dump->places()(2) == "<eval>:9");
    CHECK(dump->places()(4) == "webpack/lib/a.js:10");
    CHECK(groups(1) == "shared: code of webpack");
    CHECK(groups(2) == "shared: (closure)");
    CHECK(groups(3) == "shared: code of webpack");
    CHECK(groups(4) == "shared: Row");  // an object of the class
}

TEST_CASE("heapprof named owners: Java's classes by package, and memory of threads by name", "[unit]") {
    using enum JavaProgram::Id;
    JavaProgram file;
    file.class_(more, "Shop", object, {});
    file.heap.u(1, 0x05).id(more);
    auto const root = [&](std::uint64_t id) { file.heap.u(1, 0x05).id(id); };
    file.bytes_of(0x100000, 1'000'000), root(0x100000);
    file.pair(0x1000, 0, 0), root(0x1000);
    file.thread_with_bytes(0x2000, 7);
    file.thread(0x3000, "main", 20, 0, 0x4000), file.bytes_of(0x4000, 100);
    file.thread(0x5000, "main-2", 21, 0, 0x7000);
    file.thread(0x6000, "main-3", 22, 0, 0x7000), file.bytes_of(0x7000, 100);
    JavaHeap const java(file);
    Groups const groups(*java.dump);
    auto const of = [&](std::uint64_t id) { return groups(java.node(id)); };
    CHECK(of(pair_class) == "shared: package shop");
    CHECK(of(string_class) == "shared: package java.lang");
    CHECK(of(more) == "shared: java.lang.Class");  // without a package
    CHECK(of(0x1000) == "shared: shop.Pair");
    CHECK(of(0x2000) == "shared: threads export-*");
    CHECK(of(0x2080) == "shared: threads export-*");
    CHECK(of(0x3000) == "shared: java.lang.Thread");
    CHECK(of(0x5000) == "shared: threads main-*");
    CHECK(of(0x7000) == "shared: byte[]");  // of two threads
}

TEST_CASE("heapprof named owners: Java's classes by package, without the packages of other objects",
          "[unit]") {
    std::string text = base;
    for (std::string const id : {"shop.Cart", "Shop", "shop.None"})
        text +=
            json_object(id, id == "shop.None" ? "Row" : "java.lang.Class", 1, json_text("name", id) + root);
    auto const dump = any_dump_of_json(text);
    Groups const groups(*dump);
    CHECK(groups("shop.Cart") == "shared: package shop");
    CHECK(groups("Shop") == "shared: java.lang.Class");
    CHECK(groups("shop.None") == "shared: Row");
}

TEST_CASE("heapprof named owners: sharers by path, or by path and type, or by name", "[unit]") {
    auto const object = [](std::string const& id, int bytes, std::string const& members = "") {
        return json_object(id, 'T' + id, bytes, members);
    };
    std::string const to_page = json_refs({json_ref("page", "page"), json_ref("log", "log")});
    auto const dump = any_dump_of_json(
        object("app", 1,
               R"(, "roots": ["app"])" + json_refs({json_ref("mail", "mail"), json_ref("news", "news")})) +
        object("mail", 300, to_page) + object("news", 300, to_page) +
        object("hub", 300,
               R"(, "roots": ["hub"])" + json_text("site", "lib/a.py:1") +
                   json_refs({json_ref("log", "log"), json_ref("docs", "docs")})) +
        object("end", 300, R"(, "roots": ["end"])" + json_refs({json_ref("docs", "docs")})) +
        object("page", 5) + object("log", 5) + object("docs", 5, json_text("package", "docutils")));
    Groups const groups(*dump, 0.2);
    CHECK(groups("mail") == "app.mail: Tmail");
    CHECK(groups("hub") == "hub: Thub (lib/a.py:1)");
    CHECK(groups("page") == "shared: app.mail and app.news");
    CHECK(groups("log") == "shared: app.mail, app.news and hub: Thub");
    CHECK(groups("docs") == "shared: package docutils");

    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}, {element, 2}}, "");
    v8.node("object", 300, {{property, 3, "a"}}, "A");
    v8.node("object", 300, {{property, 3, "a"}}, "B");
    v8.node("object", 5, {}, "Row");
    auto const unnamed = any_dump_of(v8);
    CHECK(Groups(*unnamed, 0.2)(3) == "shared: unnamed A and unnamed B");
}
