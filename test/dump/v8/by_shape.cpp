#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/by_shape.hpp>

#include <string>
#include <vector>

namespace {

using enum trav::dump::V8EdgeKind;
using Edges = std::vector<Written::Edge>;

// The band of an object with these edges.
std::string band(std::string const& type, std::string const& name, Edges const& edges) {
    Written v8;
    v8.node(type, 8, edges, name);
    auto const grouping = trav::dump::by_shape(v8.snapshot);
    return grouping.bands[grouping.band_of[0]];
}

}  // namespace

TEST_CASE("v8 by shape: the band of a plain object has its own properties, in their order", "[unit]") {
    CHECK(band("object", "Object", {{property, 0, "tag"}, {property, 0, "text"}}) == "{tag, text}");
    CHECK(band("object", "Object", {{property, 0, "text"}, {property, 0, "tag"}}) == "{text, tag}");
    CHECK(band("object", "Object", {}) == "{}");
    // Its prototype, V8's own links, and its elements are not properties.
    CHECK(band("object", "Object",
               {{internal, 0, "map"},
                {element, 0},
                {weak, 0, "w"},
                {property, 0, "a"},
                {property, 0, "__proto__"}}) == "{a}");
    CHECK(band("object", "Session", {{property, 0, "user"}}) == "Session");
    CHECK(band("string", "Object", {}) == "(string)");
}

TEST_CASE("v8 by shape: a property with accessors counts once", "[unit]") {
    CHECK(band("object", "Object",
               {{property, 0, "size"},
                {property, 0, "get size"},
                {property, 0, "set size"},
                {property, 0, "b"}}) == "{size, b}");
    CHECK(band("object", "Object", {{property, 0, "get up"}}) == "{get up}");
}

TEST_CASE("v8 by shape: long texts are cut between two names", "[unit]") {
    std::string const ten = "0123456789", twenty = ten + ten;
    CHECK(band("object", "Object", {{property, 0, twenty}, {property, 0, twenty}, {property, 0, twenty}}) ==
          '{' + twenty + ", " + twenty + ", ..}");
    CHECK(band("object", "Object", {{property, 0, twenty + twenty + twenty}}) == "{..}");
}

TEST_CASE("v8 by shape: objects with the same properties share a band, even if other edges differ",
          "[unit]") {
    Written v8;
    v8.node("object", 8, {{property, 1, "a"}}, "Object");
    v8.node("object", 8, {{element, 0}, {property, 0, "a"}}, "Object");
    v8.node("object", 8, {{property, 0, "a"}, {property, 0, "b"}}, "Object");
    v8.snapshot.edge_name[2] = v8.snapshot.edge_name[0];
    auto const grouping = trav::dump::by_shape(v8.snapshot);
    CHECK(grouping.band_of[0] == grouping.band_of[1]);
    CHECK(grouping.band_of[2] != grouping.band_of[0]);
}
