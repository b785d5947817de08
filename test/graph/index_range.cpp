// The nodes of a graph with numbered nodes.
#include "catch.hpp"

#include <trav/graph/index_range.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

TEST_CASE("an index range counts from 0 to its size", "[unit]") {
    for (std::size_t const count : {0u, 1u, 200u}) {
        trav::IndexRange<std::uint8_t> const all(count);
        CHECK(all.size() == count);
        std::vector<std::uint8_t> expected, found;
        for (std::size_t i = 0; i != count; ++i) expected.push_back(static_cast<std::uint8_t>(i));
        for (std::uint8_t const n : all) found.push_back(n);
        CHECK(found == expected);
    }
}
