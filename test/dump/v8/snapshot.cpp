#include "catch.hpp"
#include "dump/minimal_v8.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/v8/snapshot.hpp>

#include <string>
#include <vector>

using trav::dump::EdgeKind;
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
    CHECK(trav::dump::default_retainers<V8Snapshot>() == "closure,native,synthetic");
    CHECK(s.type(2) != s.type(3));  // Object, Map
    CHECK(s.type(0) != s.type(5));
    CHECK(type_name(s, 5) == "(string)");
    CHECK(name(s, s.edge(0, 0)) == "global");  // V8 numbers the edges of its root
    CHECK(name(s, s.edge(2, 3)) == "cache");
    CHECK(name(s, s.edge(3, 5)) == "3");
}

TEST_CASE("v8 snapshot: what each kind of edge is to a program", "[unit]") {
    V8Snapshot const s = read_text(minimal_v8);
    auto const of = [&](V8EdgeKind kind, trav::dump::Node from = 1) {
        return trav::dump::kind(s, trav::dump::V8Edge{from, kind, 0, 2});
    };
    using enum V8EdgeKind;
    CHECK(of(property) == EdgeKind::field);
    CHECK(of(element) == EdgeKind::element);
    CHECK(of(context) == EdgeKind::variable);
    CHECK(of(internal) == EdgeKind::internal);
    CHECK(of(hidden) == EdgeKind::unnamed);
    CHECK(of(shortcut) == EdgeKind::unnamed);
    CHECK(of(other) == EdgeKind::unnamed);
    CHECK(of(weak) == EdgeKind::weak);
    CHECK(of(element, 0) == EdgeKind::internal);
    CHECK(of(weak, 0) == EdgeKind::weak);
}
