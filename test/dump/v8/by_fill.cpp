#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/by_fill.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using enum trav::dump::V8EdgeKind;
using Edges = std::vector<Written::Edge>;

// The band of a collection. It is node 0, and its table is node 1 with this size and these edges.
std::string band(std::string const& name, std::uint64_t own, Edges edges, std::uint64_t size,
                 Edges const& parts, std::size_t of = 0, std::string const& type = "array") {
    Written v8;
    edges.push_back({internal, 1, name == "Array" ? "elements" : "table"});
    v8.node("object", own, edges, name);
    v8.node(type, size, parts, "");
    auto const grouping = trav::dump::by_fill(v8.snapshot);
    return grouping.bands[grouping.band_of[of]];
}
Edges fields(std::vector<int> const& numbers) {
    Edges edges{{internal, 0, "map"}};
    for (int const n : numbers) edges.push_back({internal, 0, std::to_string(n)});
    return edges;
}

}  // namespace

// Sizes and numbers from Node 20, for maps and sets of a program.
TEST_CASE("v8 by fill: an entry of a Map counts if its key or value is an object", "[unit]") {
    CHECK(band("Map", 32, {}, 152, fields({5, 8, 11, 12})) == "Map of 1-3 objects (in 75-100 % of its room)");
    CHECK(band("Map", 32, {}, 152, fields({6})) == "Map of 1-3 objects (in 25-50 % of its room)");
    CHECK(band("Map", 32, {}, 152, {}) == "Map without objects");
    CHECK(band("Map", 32, {}, 28712, fields({515, 518, 521, 524})) ==
          "Map of 4-15 objects (in 0-25 % of its room)");  // of 1024
    CHECK(band("Map", 32, {}, 152, fields({5}), 1) == "Map of 1-3 objects (in 25-50 % of its room)");
    CHECK(band("Map", 32, {}, 150, fields({5})) == "(no collection)");  // a table of another version
}

TEST_CASE("v8 by fill: Sets, and references of four bytes", "[unit]") {
    CHECK(band("Set", 32, {}, 120, fields({5, 7, 9})) == "Set of 1-3 objects (in 75-100 % of its room)");
    CHECK(band("Set", 32, {}, 2600, fields({67, 69, 71, 73})) ==
          "Set of 4-15 objects (in 0-25 % of its room)");
    CHECK(band("Set", 16, {}, 60, fields({5, 7})) == "Set of 1-3 objects (in 50-75 % of its room)");
    CHECK(band("Map", 16, {}, 76, fields({5})) == "Map of 1-3 objects (in 25-50 % of its room)");
}

TEST_CASE("v8 by fill: an Array, with elements of its own", "[unit]") {
    Edges const one{{element, 0}};
    CHECK(band("Array", 32, one, 8016, {}) == "Array of 1-3 objects (in 0-25 % of its room)");
    CHECK(band("Array", 32, one, 32, {}) == "Array of 1-3 objects (in 50-75 % of its room)");
    CHECK(band("Array", 16, one, 16, {}) == "Array of 1-3 objects (in 50-75 % of its room)");
    CHECK(band("Array", 32, {}, 48, {}) == "Array without objects");
    CHECK(band("Array", 32, one, 32, {}, 1) == "Array of 1-3 objects (in 50-75 % of its room)");
    CHECK(band("Array", 32, one, 32, {}, 1, "code") == "(no collection)");  // the table of a literal
    CHECK(band("Array", 56, one, 32, {}) == "(no collection)");             // an instance of a subclass
    CHECK(band("Object", 32, one, 32, {}) == "(no collection)");

    Written v8;
    v8.node("object", 32, {}, "Array");  // without a node of elements
    auto const grouping = trav::dump::by_fill(v8.snapshot);
    CHECK(grouping.bands[grouping.band_of[0]] == "Array without objects");
}
