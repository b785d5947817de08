#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/retention.hpp>
#include <trav/dump/v8/dump.hpp>

#include <sstream>
#include <string>

using trav::dump::looks_like_v8;
using trav::dump::V8Dump;

static_assert(trav::dump::Dump<V8Dump>);

TEST_CASE("v8 dump: has V8's machinery and counts like DevTools", "[unit]") {
    // The session refers to the global object, and the root weakly to the session.
    std::istringstream text(with(",2,9,35]", ",2,9,7]"));
    trav::dump::Input input(text, "test.heapsnapshot");
    V8Dump const dump = trav::dump::read_v8_dump(input);
    auto const machinery = trav::dump::machinery(dump);
    CHECK(machinery(dump.edge(4, 6)));
    CHECK_FALSE(machinery(dump.edge(3, 5)));
    auto const retention = trav::dump::retention(dump);
    CHECK(retention.holds(dump.edge(2, 3)));
    CHECK_FALSE(retention.holds(dump.edge(2, 4)));  // `old` is a weak edge
    CHECK(retention.size(2) == 80);
    CHECK(retention.note == "counted as Chrome's DevTools does");
}

TEST_CASE("v8 dump: a snapshot is recognised by its beginning", "[unit]") {
    CHECK(looks_like_v8(minimal_v8));
    CHECK(looks_like_v8("{\n  \"snapshot\" : {"));
    CHECK_FALSE(looks_like_v8(""));
    CHECK_FALSE(looks_like_v8("{"));
    CHECK_FALSE(looks_like_v8("[{\"snapshot\":"));
    CHECK_FALSE(looks_like_v8("{\"type\":\"ROOT\"}"));
}

TEST_CASE("v8 dump: a heap of Bun has a remark that Maps and Sets seem empty", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    auto const remark = [](std::string const& type, std::string const& name,
                           trav::dump::V8EdgeKind of_root = shortcut) {
        Written v8;
        v8.snapshot.type_names.push_back("object shape");
        v8.node("synthetic", 0, {{of_root, 1}});
        v8.node("object", 8, {{internal, 2}}, "GlobalObject");
        v8.node(type, 8, {}, name);
        return trav::dump::V8Dump(v8.snapshot).remark();
    };
    CHECK(
        remark("object shape", "Structure") ==
        "Bun does not write what is in a Map or a Set: what nothing else holds seems to be held by nothing");
    CHECK(remark("object shape", "system / Map").empty());
    CHECK(remark("object", "Structure").empty());  // a class of the program
    CHECK(remark("object shape", "Structure", property).empty());
}
