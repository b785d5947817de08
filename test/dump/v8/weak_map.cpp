#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/weak_map.hpp>

#include <limits>
#include <string>
#include <vector>

using trav::dump::V8EdgeKind;
using trav::dump::weak_map_table;

TEST_CASE("v8 weak map: the table is in the name of the edge", "[unit]") {
    std::string const pair =
        " / part of key (Key @54305) -> value (Secret @64643) pair in WeakMap (table @64641)";
    CHECK(weak_map_table("3" + pair) == 64641u);
    CHECK(weak_map_table("12" + pair) == 64641u);
    CHECK(weak_map_table(
              "3 / part of key (a) pair in WeakMap (table @1) -> value (b) pair in WeakMap (table @2)") ==
          2u);
    for (std::string const& other :
         {std::string(), std::string("3"), std::string("table"), pair, "x" + pair, "3" + pair + ".",
          std::string("3 / part of key (a) -> value (b)"),
          std::string("3 / part of key (a) -> value (b) pair in WeakMap (table @x)")})
        CHECK_FALSE(weak_map_table(other));
}

TEST_CASE("v8 weak map: the value is held by its key, not by the table", "[unit]") {
    using enum V8EdgeKind;
    std::string const pair = " / part of key (Key @10) -> value (Secret @12) pair in WeakMap (table @11)";
    Written v8;  // node i has the id 10 + i
    v8.node("object", 8, {{internal, 2, "1" + pair}, {internal, 1, "table"}}, "Key");
    v8.node("array", 8, {{weak, 0, "2"}, {internal, 2, "3" + pair}, {property, 2, "3" + pair}});
    v8.node("object", 8, {}, "Secret");
    trav::dump::find_ephemerons(v8.snapshot);
    CHECK(v8.snapshot.edge_kind ==
          trav::detail::LargeVector<V8EdgeKind>{internal, internal, weak, ephemeron, property});
    CHECK_FALSE(trav::dump::strong(v8.snapshot, v8.snapshot.edge(1, 3)));
    CHECK(trav::dump::strong(v8.snapshot, v8.snapshot.edge(0, 0)));
}

TEST_CASE("v8 weak map: a key may be a table, too; two maps", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    std::string const a = " / part of key (x @11) -> value (y @12) pair in WeakMap (table @10)";
    std::string const b = " / part of key (x @10) -> value (y @12) pair in WeakMap (table @11)";
    v8.node("array", 8, {{internal, 2, "1" + a}, {internal, 2, "2" + b}});
    v8.node("array", 8, {{internal, 2, "1" + b}, {internal, 2, "2" + a}});
    v8.node("object", 8, {});
    trav::dump::find_ephemerons(v8.snapshot);
    CHECK(v8.snapshot.edge_kind ==
          trav::detail::LargeVector<V8EdgeKind>{ephemeron, internal, ephemeron, internal});
}
