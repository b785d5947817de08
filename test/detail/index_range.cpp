// The nodes of a graph whose nodes are numbers.
#include "catch.hpp"

#include <trav/detail/index_range.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

TEST_CASE("as many nodes as are counted, from 0 on", "[unit]") {
    for (std::size_t const count : {0u, 1u, 200u}) {
        trav::detail::IndexRange<std::uint8_t> const all(count);
        CHECK(all.size() == count);
        std::vector<std::uint8_t> expected, found;
        for (std::size_t i = 0; i != count; ++i) expected.push_back(static_cast<std::uint8_t>(i));
        for (std::uint8_t const n : all) found.push_back(n);
        CHECK(found == expected);
    }
}
