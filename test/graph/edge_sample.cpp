// test/graph/edge_sample.cpp: where a sample turns from a direction to none. test/flow/flow_sweep.cpp tests
// what sweeps do with it.
#include "catch.hpp"

#include <trav/graph/edge_sample.hpp>

#include <cstddef>

namespace {

/// Edges between two positions, some of one kind.
struct Sample : trav::detail::EdgeSample {
    Sample& some(std::size_t edges, std::size_t parent, std::size_t child, std::size_t children = 1) {
        for (; edges != 0; --edges) add(parent, child, children);
        return *this;
    }
};
int direction(std::size_t up, std::size_t down) {
    return Sample().some(up, 10, 11).some(down, 11, 10).direction();
}

}  // namespace

TEST_CASE("edge sample: 17 of 32 edges must have the direction", "[unit]") {
    CHECK(direction(17, 15) == 1);
    CHECK(direction(16, 16) == 0);
    CHECK(direction(26, 24) == 0);
    CHECK(direction(15, 17) == -1);
    CHECK(direction(1, 0) == 1);
    CHECK(direction(0, 1) == -1);
    CHECK(Sample().some(9, 10, 10).direction() == 1);  // an object and itself: any direction will do
}

TEST_CASE("edge sample: edges to leaves count only if no others lead anywhere", "[unit]") {
    CHECK(Sample().some(100, 20, 10, 0).some(1, 10, 20).direction() == 1);
    CHECK(Sample().some(100, 20, 10, 0).direction() == -1);
    CHECK(Sample().some(100, 20, 10, 0).some(5, 10, 10).direction() == -1);
}

TEST_CASE("edge sample: an eighth may lead far back", "[unit]") {
    // far: more than 1,024 positions
    CHECK(Sample().some(56, 5000, 5001).some(8, 2025, 1000).direction() == 1);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2025, 1000).direction() == 0);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2024, 1000).direction() == 1);
    CHECK(Sample().some(56, 5001, 5000).some(8, 1000, 2025).direction() == -1);
    CHECK(Sample().some(56, 5001, 5000).some(9, 1000, 2025).direction() == 0);
    CHECK(Sample().some(56, 5001, 5000).some(9, 1000, 2024).direction() == -1);
    CHECK(Sample().some(64, 1000, 9000).direction() == 1);  // far, but not back
    CHECK(Sample().some(64, 9000, 1000).direction() == -1);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2025, 1000, 0).direction() == 1);  // leaves send nothing
}

TEST_CASE("edge sample: hubs have 32 children, and more than an eighth of the edges", "[unit]") {
    CHECK(Sample().some(13, 1, 2).some(2, 1, 3, 32).hubs());
    CHECK_FALSE(Sample().some(14, 1, 2).some(2, 1, 3, 32).hubs());
    CHECK_FALSE(Sample().some(13, 1, 2).some(2, 1, 3, 31).hubs());
    CHECK_FALSE(Sample().hubs());
}
