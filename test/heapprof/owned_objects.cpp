// OwnedHeap: its profile and caches, parts of one object, nodes of a page, and groups with global objects.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/explained.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/rows_text.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using enum trav::dump::V8EdgeKind;
using Texts = std::vector<std::string>;

std::string const app = "ROOT app\nNODE app App 10000\nNODE base Base 1000000\napp base base\n";

heapprof::Rules rules_of(std::string const& text) {
    heapprof::Rules rules;
    rules.add(text, "test.rules");
    return rules;
}

// The names of candidates with these owners after the merge of siblings.
Texts merged(trav::dump::AnyDump const& dump, Texts const& names) {
    heapprof::OwnedHeap heap(dump);
    std::vector<trav::Profile> profiles{heap.profile(1)};
    auto const chosen = heapprof::choose_owners(profiles)[0];
    std::vector<heapprof::Candidates::Candidate> all;
    for (std::string const& name : names) all.push_back({name, {name}, {{0, 0}, {100, 1}}});
    heap.merge_siblings(all, chosen, few_rules());
    Texts found;
    for (auto const& each : all) found.push_back(each.name);
    return found;
}

// A Map in a field of the signal, with 50 objects.
std::string table(std::string const& id, std::string const& field, int bytes = 10'000) {
    return node(id, "Map", bytes) + edge("signal", id, field) + parts(id, "Part" + id, 50, 10);
}

}  // namespace

TEST_CASE("heapprof owned objects: a profile by type and owner", "[unit]") {
    auto const dump = any_dump_of(app + node("big", "Blob", 500'000) + edge("app", "big", "it"));
    trav::Profile const profile = heapprof::OwnedHeap(*dump).profile(2.5);
    REQUIRE(profile.columns.size() == 2);
    CHECK(profile.columns[0].name == "type");
    CHECK(profile.columns[1].name == "owner");
    REQUIRE(profile.samples.size() == 1);
    CHECK(profile.samples[0].time == 2.5);
}

TEST_CASE("heapprof owned objects: neither pools nor groups are caches, and Java's ids do not last",
          "[unit]") {
    auto const dump = any_dump_of(app + node("pool", "List", 10'000) + edge("app", "pool", "pool") +
                                  parts("pool", "Row", 20, 100) + "ROOT a\nROOT b\n" + node("a", "Cell", 8) +
                                  node("b", "Cell", 8));
    auto const caches = [](trav::dump::AnyDump const& of, std::string const& rules) {
        Texts ids;
        for (auto const& [id, entries] : heapprof::OwnedHeap(of).entries_of_caches(rules_of(rules)))
            ids.push_back(id + ' ' + std::to_string(entries.size()));
        return ids;
    };
    CHECK(caches(*dump, "path app.pool\nkind cache\n") == Texts{"pool 20"});
    CHECK(caches(*dump, "path app.pool\nkind pool\n").empty());
    CHECK(caches(*dump, "path app.pool\nsay Ours.\n").empty());
    CHECK(caches(*dump, "type Cell\nkind cache\n").empty());  // `shared: Cell`

    JavaProgram file;
    file.pair(0x30000, 0x40000, 0);
    file.bytes_of(0x40000, 1'000'000);
    file.heap.u(1, 0x07).id(0x30000);
    auto const java = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
    CHECK(caches(*java, "type *\nkind cache\n").empty());
}

TEST_CASE("heapprof owned objects: siblings are owners with names of their own", "[unit]") {
    std::string const signal = app + node("signal", "Signal", 10) + edge("app", "signal", "done"),
                      second = table("b", "senders");
    Texts const both{"app.done.receivers: Map", "app.done.senders: Map"};
    auto const one = any_dump_of(signal + table("a", "receivers") + second);
    CHECK(merged(*one, both) == Texts{"app.done: Signal"});
    CHECK(merged(*one, {both[0], "app.done.other: Map"}) == Texts{both[0], "app.done.other: Map"});
    // two objects of one name
    auto const elements = any_dump_of(signal + table("a", "0") + table("c", "1") + second);
    Texts const two{"app.done[]: Map", "app.done.senders: Map"};
    CHECK(merged(*elements, two) == two);
}

TEST_CASE("heapprof owned objects: the state of a page's nodes", "[unit]") {
    auto const state = [](bool attached, bool detached, std::string const& name = "<div>") {
        constexpr std::uint32_t count = 12;
        Written v8;
        std::vector<Written::Edge> rows;
        for (std::uint32_t i = 0; i != count; ++i) rows.push_back({element, 4 + i, "e"});
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 10, {{property, 2, "rows"}, {property, 3, "base"}}, "global");
        v8.node("object", 10'000, rows, "Widget");
        v8.node("object", 1'000'000, {}, "Base");
        for (std::uint32_t i = 0; i != count; ++i) v8.node("native", 10, {}, name);
        std::fill(v8.snapshot.node_name.begin() + 4, v8.snapshot.node_name.end(),
                  v8.snapshot.node_name.back());
        v8.snapshot.attached = v8.snapshot.detached = std::vector<bool>(4 + count);
        for (std::uint32_t i = 0; i != count; ++i) {
            v8.snapshot.attached[4 + i] = attached && (i != 0 || !detached);
            v8.snapshot.detached[4 + i] = detached && (i == 0 || !attached);
        }
        Finding const found = explained(*any_dump_of(v8), "rows: Widget");
        CHECK(found.elements >= count - 1);
        return found.held_type + ' ' + found.fields;
    };
    CHECK(state(true, false) == "<div> (attached)");
    CHECK(state(false, false) == "<div> (detached or not: Chrome did not write it)");
    CHECK(state(false, true) == "Detached <div> ");  // the type says it
    CHECK(state(true, false, "Blink") == "Blink ");
}

TEST_CASE("heapprof owned objects: a global object is in a group only if it is alone", "[unit]") {
    auto const copies = [](bool row_of_root, bool row_in_global) {
        Written v8;
        std::vector<Written::Edge> roots{{shortcut, 1}, {element, 2}};
        if (row_of_root) roots.push_back({element, 3});
        v8.node("synthetic", 0, roots);
        v8.node("object", 10,
                row_in_global ? std::vector<Written::Edge>{{internal, 4}} : std::vector<Written::Edge>{},
                "Row");
        v8.node("object", 20'000'000, {}, "Base");
        v8.node("object", 10, {}, "Row");
        v8.node("object", 10, {}, "Row");
        return explained(*any_dump_of(v8), "shared: Row").copies;
    };
    CHECK(copies(false, false) == 1);
    CHECK(copies(true, false) == 1);
    CHECK(copies(true, true) == 2);
}

TEST_CASE("heapprof owned objects: the objects of the given type, the first and the last one included",
          "[unit]") {
    // ten rows, each with a holder of its own
    std::string text = node("r0", "Row", 100) + app, more = "ROOT z\n" + node("z", "Z", 100'000);
    for (int i = 1; i != 10; ++i) more += node('r' + std::to_string(i), "Row", 100);
    for (int i = 0; i != 10; ++i) {
        std::string const n = std::to_string(i), h = 'h' + n;
        text += node(h, 'H' + n, 1);
        more += edge("app", h, h) + edge(h, 'r' + n, "row") + (i == 0 ? parts("z", "Row", 5, 100) : "");
    }
    CHECK(explained(*any_dump_of(text + more), "app: App", "Row").elements == 10);
}

TEST_CASE("heapprof owned objects: of equal objects without elements, the first 30 are examined", "[unit]") {
    std::string text = app + node("x", "X", 1) + edge("app", "x", "x");
    for (int i = 0; i != 40; ++i) {
        std::string const n = std::to_string(i), a = 'a' + n;
        text += node(a, "java.lang.Object[]", 10'000) + edge("app", a, n) + (i < 30 ? edge("x", a, n) : "");
    }
    CHECK(held(explained(*any_dump_of(text), "app[]: java.lang.Object[]").holders) == "app.x[] 30, app[] 30");
}

TEST_CASE("heapprof owned objects: no finding, one of a common name, or of an object", "[unit]") {
    auto const dump = any_dump_of(app + node("log1", "Log", 10) + edge("app", "log1", "log1") +
                                  node("big", "Blob", 500'000) + edge("log1", "big", "3") +
                                  node("tag", "Tag", 1) + edge("app", "tag", "tag"));
    CHECK(all_explained(*dump, {}, Verdict::grew).empty());
    CHECK(explained(*dump, "app.log1[]: Blob", "", test::node_of(*dump, "tag")).field_of == "App");

    heapprof::OwnedHeap heap(*dump);
    std::vector<trav::Profile> profiles{heap.profile(1)};
    std::vector<Finding> all{{"app.log*[]: Blob", Verdict::grew, {{0, 0}, {1, 1}}, 0}};
    heap.explain(all, {{{"app.log1[]: Blob"}, "", {}}}, heapprof::choose_owners(profiles)[0], few_rules());
    CHECK(all[0].name == "app.log*[]: Blob");
}
