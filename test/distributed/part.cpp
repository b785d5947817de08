// test/distributed/part.cpp: tests that the parts of a graph form the graph, and that other parts are
// refused.
#include "catch.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/part.hpp>

#include <cstdint>
#include <stdexcept>
#include <vector>

using namespace test;
using trav::distributed::equal_parts;
using trav::distributed::PartOf;
using Begins = std::vector<std::uint64_t>;

TEST_CASE("equal parts differ by at most one object") {
    CHECK(equal_parts(10, 1) == Begins{0, 10});
    CHECK(equal_parts(10, 4) == Begins{0, 2, 4, 7, 10});
    CHECK(equal_parts(2, 4) == Begins{0, 0, 0, 1, 2});
    CHECK(equal_parts(0, 3) == Begins{0, 0, 0, 0});
}

TEST_CASE("each object belongs to one part") {
    Arrays const arrays(shape("a:bc b: c:a d:", "a"));
    Begins const begins{0, 1, 1, 4};
    for (std::uint32_t n = 0; n != 4; ++n)
        for (std::size_t rank = 0; rank != 3; ++rank) {
            PartOf const part(arrays.graph(), begins, rank);
            CHECK(trav::distributed::owns(part, n) == (rank == (n == 0 ? 0u : 2u)));
        }
    PartOf const last(arrays.graph(), begins, 2);
    CHECK(last.first() == 1);
    CHECK(last.count() == 3);
    CHECK(last.total() == 4);
    CHECK(last.begin_of(3) == 4);
    CHECK(last.children(2).size() == 1);
    CHECK(last.size(2) == arrays.sizes[2]);
    CHECK(last.targets().size() == 1);
    CHECK(last.targets()[0] == 0);
    CHECK(PartOf(arrays.graph(), begins, 0).targets().size() == 2);
    CHECK(PartOf(arrays.graph(), begins, 1).targets().empty());
}

TEST_CASE("parts that do not cover the graph are refused") {
    Arrays const arrays(shape("a:b b:", "a"));
    auto const part = [&](Begins begins, std::size_t rank) { PartOf(arrays.graph(), begins, rank); };
    char const* const words = "trav: parts need to begin at 0, ascend, and end at the number of nodes, 2";
    CHECK_THROWS_WITH(part({0, 1}, 0), words);
    CHECK_THROWS_WITH(part({1, 2}, 0), words);
    CHECK_THROWS_WITH(part({0, 2, 1, 2}, 0), words);
    CHECK_THROWS_WITH(part({0, 3, 2}, 0), words);
    CHECK_THROWS_WITH(part({0, 2}, 1), words);  // there is no such rank
    CHECK_NOTHROW(part({0, 0, 2}, 1));
}

TEST_CASE("the same part may have other edges") {
    Arrays const arrays(shape("a:b b:a", "a")), others(shape("a: b:bb", "a"));
    PartOf const part(arrays.graph(), {0, 1, 2}, 1);
    auto const other = part.with(others.graph());
    CHECK(other.first() == 1);
    CHECK(other.count() == 1);
    CHECK(other.children(1).size() == 2);
}
