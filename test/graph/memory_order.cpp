// test/graph/memory_order.cpp: graphs with a memory order, and graphs without one.
#include "catch.hpp"

#include <trav/graph/csr.hpp>
#include <trav/graph/memory_order.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

struct Plain {
    using node = int*;
    std::vector<int*> children(int*) const { return {}; }
};
/// Numbers below 300. Every tenth is no node, and every third is a handle of the previous one.
struct Numbers {
    using node = int;
    std::vector<int> children(int) const { return {}; }
    bool null(int n) const { return n % 10 == 0; }
    int resolve(int n) const { return n % 3 == 2 ? n - 1 : n; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return 300; }
    int node_at(std::size_t index) const { return static_cast<int>(index); }
};

}  // namespace

TEST_CASE("a graph has a memory order if it has indices or memory_order()", "[unit]") {
    STATIC_REQUIRE(trav::MemoryOrdered<trav::Csr<unsigned>>);
    STATIC_REQUIRE(trav::MemoryOrdered<Numbers>);
    STATIC_REQUIRE_FALSE(trav::MemoryOrdered<Plain>);
}

TEST_CASE("the order of indices lists each node once, except handles of other nodes", "[unit]") {
    Numbers const numbers;
    auto const order = trav::detail::memory_order(numbers);
    REQUIRE(order.slots() == 300);
    std::vector<std::pair<int, std::size_t>> found, expected;
    for (std::size_t block = 0; block != order.blocks(); ++block)
        order.each(block, block + 1, [&](int n, std::size_t slot) {
            CHECK(slot >= order.begin(block));
            CHECK(slot < order.begin(block + 1));
            found.emplace_back(n, slot);
        });
    for (int n = 0; n != 300; ++n)
        if (n % 10 != 0 && n % 3 != 2) expected.emplace_back(n, static_cast<std::size_t>(n));
    CHECK(found == expected);
    CHECK(order.begin(order.blocks()) == 300);
    CHECK(order.slot(7) == 7);
    CHECK(order.slot(8) == 7);
    CHECK(order.slot(20) == 300);
}
