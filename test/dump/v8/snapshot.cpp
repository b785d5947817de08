#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/strings.hpp>
#include <trav/dump/v8/snapshot.hpp>

#include <string>
#include <vector>

using trav::dump::NameKind;
using trav::dump::V8EdgeKind;
using trav::dump::V8Snapshot;

static_assert(trav::dump::Dump<V8Snapshot>);

TEST_CASE("v8 snapshot: as a dump", "[unit]") {
    V8Snapshot const s = read_text(minimal_v8);
    CHECK(s.source() == "test.heapsnapshot");
    CHECK(roots(s) == std::vector<trav::dump::Node>{0});
    s.for_each_root([](auto, std::string const& name) { CHECK(name == "(root)"); });
    CHECK(is_runtime(s, 0));
    CHECK_FALSE(is_runtime(s, 1));
    CHECK(s.globals() == std::vector<trav::dump::Node>{1});
    CHECK(id(s, 3) == 7);
    CHECK(name(s, 4) == "Session");
    CHECK(s.group_count() == 4);
    CHECK(s.group_name(s.group(5)) == "string");
    CHECK(trav::dump::default_retainers<V8Snapshot>() == "closure,native:Node / *,synthetic");
    CHECK(s.type(2) != s.type(3));  // Object, Map
    CHECK(s.type(0) != s.type(5));
    CHECK(type_name(s, 5) == "(string)");
    CHECK(name(s, s.edge(0, 0)) == "global");  // V8 numbers the edges of its root
    CHECK(name(s, s.edge(2, 3)) == "cache");
    CHECK(name(s, s.edge(3, 5)) == "3");
}

TEST_CASE("v8 snapshot: the kind of name of each kind of edge, and weak edges", "[unit]") {
    V8Snapshot const s = read_text(minimal_v8);
    auto const of = [&](V8EdgeKind kind, trav::dump::Node from = 1) {
        trav::dump::V8Edge const edge{from, kind, 0, 2};
        CHECK(strong(s, edge) == (kind != V8EdgeKind::weak && kind != V8EdgeKind::ephemeron));
        return name_kind(s, edge);
    };
    using enum V8EdgeKind;
    CHECK(of(property) == NameKind::field);
    CHECK(of(element) == NameKind::element);
    CHECK(of(context) == NameKind::variable);
    CHECK(of(internal) == NameKind::internal);
    CHECK(of(hidden) == NameKind::unnamed);
    CHECK(of(shortcut) == NameKind::unnamed);
    CHECK(of(other) == NameKind::unnamed);
    CHECK(of(weak) == NameKind::internal);
    CHECK(of(ephemeron) == NameKind::internal);
    CHECK(of(element, 0) == NameKind::internal);
    CHECK(of(weak, 0) == NameKind::internal);
}

TEST_CASE("v8 snapshot: a part is found by the name of V8's own edge", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("object", 8, {{property, 1, "table"}, {internal, 2, "table"}, {internal, 1, "map"}}, "Map");
    v8.node("object", 8, {{internal, 0, "context"}}, "Session");
    v8.node("array", 8, {}, "");
    CHECK(v8.snapshot.part(0, "table") == 2);
    CHECK(v8.snapshot.part(0, "map") == 1);
    CHECK_FALSE(v8.snapshot.part(0, "context"));
    CHECK_FALSE(v8.snapshot.part(2, "table"));
}

TEST_CASE("v8 snapshot: strings, from the first node to the last", "[unit]") {
    Written v8;
    v8.node("string", 40, {}, "first");
    v8.snapshot.type_names.emplace_back("sliced string");
    v8.node("concatenated string", 32, {}, "joined");
    v8.node("sliced string", 24, {}, "sliced");
    v8.node("object", 8, {}, "String");
    v8.node("string", 1040, {}, std::string(1023, 'x'));  // complete
    v8.node("string", 2000, {}, std::string(1024, 'x'));  // may have been longer
    v8.node("string", 0, {}, "last");
    std::vector<trav::dump::DumpString> all;
    v8.snapshot.for_each_string([&](trav::dump::DumpString const& string) { all.push_back(string); });
    REQUIRE(all.size() == 6);
    for (auto const& string : all) {
        CHECK(string.characters == string.node);
        CHECK(string.known == (string.node != 1 && string.node != 2));
        CHECK(string.text == v8.snapshot.name(string.node));
        CHECK((string.rest_hash != 0) == (string.node == 5));
    }
    CHECK(all.front().node == 0);
    CHECK(all.back().node == 6);
    // strings that begin alike are equal if their sizes are, even if these are 0
    v8.node("string", 2000, {}, std::string(1024, 'x'));
    v8.node("string", 2001, {}, std::string(1024, 'x'));
    v8.node("string", 0, {}, std::string(1024, 'x'));
    all.clear();
    v8.snapshot.for_each_string([&](trav::dump::DumpString const& string) { all.push_back(string); });
    REQUIRE(all.size() == 9);
    CHECK(all[4] == all[6]);
    CHECK_FALSE(all[4] == all[7]);
    CHECK_FALSE(all[3] == all[8]);
    CHECK(all[8].rest_hash != 0);
}

TEST_CASE("v8 snapshot: since V8 14.6 the root leads to contexts, and these to their global objects",
          "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 5}, {shortcut, 1}, {shortcut, 3}});
    v8.node("hidden", 8, {{internal, 4, "scope_info"}, {internal, 2, "global_object"}},
            "system / NativeContext");
    v8.node("object", 8, {}, "global (global*)");
    v8.node("hidden", 8, {{internal, 4, "global_object"}}, "system / NativeContext / sandbox");
    v8.node("object", 8, {}, "Object");
    v8.node("synthetic", 0, {{internal, 1}}, "(GC roots)");
    CHECK(v8.snapshot.globals() == std::vector<trav::dump::Node>{2, 4});
}

TEST_CASE("v8 snapshot: since V8 15 the global objects are found through all contexts", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("synthetic", 0, {{element, 2}}, "(GC roots)");
    v8.node("synthetic", 0, {{internal, 3}, {weak, 3}, {internal, 5}, {internal, 6}}, "(Global handles)");
    v8.node("native", 8, {{internal, 4, "global_object"}}, "system / NativeContext / https://shop.example");
    v8.node("object", 8, {{property, 3, "global_object"}}, "Window [JSGlobalObject] / https://shop.example");
    v8.node("string", 8, {}, "system / NativeContext");
    v8.node("hidden", 8, {{internal, 4, "global_object"}}, "system / NativeContexts");
    CHECK(v8.snapshot.globals() == std::vector<trav::dump::Node>{4});
    // Its own nodes have the names of their targets.
    auto const& s = v8.snapshot;
    CHECK(s.name(s.edge(0, 0)) == "(GC roots)");
    CHECK(s.name(s.edge(1, 1)) == "(Global handles)");
    CHECK(s.name(s.edge(2, 2)) == "e");
}

TEST_CASE("v8 snapshot: a context without a global object has an extension instead", "[unit]") {
    using enum V8EdgeKind;
    Written v8;  // as Node 22 writes with exposeInternals
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("hidden", 8, {{internal, 2, "extension"}}, "system / NativeContext");
    v8.node("object", 8, {}, "global");
    CHECK(v8.snapshot.globals() == std::vector<trav::dump::Node>{2});
}

TEST_CASE("v8 snapshot: detached objects have a type of their own", "[unit]") {
    Written v8;
    v8.node("native", 8, {}, "<div>");
    v8.node("native", 8, {}, "<div>");
    v8.node("string", 8, {}, "<div>");
    v8.snapshot.node_name[1] = v8.snapshot.node_name[0];
    CHECK(v8.snapshot.type(0) == v8.snapshot.type(1));
    v8.snapshot.detached = {false, true, true};
    CHECK(v8.snapshot.type(0) != v8.snapshot.type(1));
    CHECK(type_name(v8.snapshot, 0) == "<div>");
    CHECK(type_name(v8.snapshot, 1) == "Detached <div>");
    CHECK(type_name(v8.snapshot, 2) == "(string)");
    CHECK(v8.snapshot.group(1) == v8.snapshot.group(0));
}
