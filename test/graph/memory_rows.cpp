// test/graph/detail/memory_rows.cpp: the objects of each block, and the slots of their children, compared
// with the graph and its order, one object at a time.
#include "catch.hpp"
#include "ghc/random_heap.hpp"
#include "support/random_graph.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/graph/csr.hpp>
#include <trav/graph/memory_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace {

/// A shape with nodes in the order of their numbers. Every seventh is a handle of another node, every
/// eleventh of none.
struct Numbers : test::ShapeGraph {
    std::size_t count() const { return shape->children.size(); }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    int node_at(std::size_t i) const { return static_cast<int>(i); }
    int resolve(int n) const {
        if (n <= 0) return n;
        return n % 11 == 0 || (n % 7 == 0 && (n - 1) % 11 == 0) ? -1 : n % 7 == 0 ? n - 1 : n;
    }
};

/// Reads the blocks one after another.
template <class G>
void check(G const& graph) {
    using N = trav::node_t<G>;
    auto const order = trav::detail::memory_order(graph);
    std::map<std::size_t, N> in_slot;
    for (std::size_t block = 0; block != order.blocks(); ++block)
        order.each(block, block + 1, [&](N const& n, std::size_t slot) { in_slot.emplace(slot, n); });
    in_slot.erase(order.slots());
    trav::detail::MemoryRows<N> rows;
    for (std::size_t block = 0; block != order.blocks(); ++block) {
        REQUIRE(rows.read(graph, order, block, block + 1));
        std::size_t i = 0;
        order.each(block, block + 1, [&](N const& n, std::size_t slot) {
            REQUIRE(i < rows.size());
            CHECK(rows.node(i) == n);
            CHECK(rows.slot(i) == slot);
            std::multiset<N> expected, children;
            trav::scan(graph, n, [&](N const& child) {
                N const to = trav::resolve(graph, child);
                if (!trav::null(graph, to)) expected.insert(to);
            });
            for (std::size_t const child : rows.children(i++))
                if (in_slot.contains(child)) children.insert(in_slot[child]);
            CHECK(children == expected);
        });
        CHECK(i == rows.size());
    }
}

/// One block of three slots that lists `objects` objects.
struct Crowded {
    std::uint32_t objects;

    std::size_t slots() const { return 3; }
    std::size_t slot(std::uint32_t) const { return 2; }
    std::size_t blocks() const { return 1; }
    std::size_t begin(std::size_t block) const { return 3 * block; }
    void each(std::size_t, std::size_t, auto&& f) const {
        for (std::uint32_t n = 0; n != objects; ++n) f(n, n % 2);
    }
};

/// Two objects that are further apart than a Place can count.
struct FarApart {
    std::size_t slots() const { return static_cast<std::size_t>(std::uint64_t{1} << 33); }
    std::size_t slot(std::uint32_t n) const { return static_cast<std::size_t>(std::uint64_t{n} << 32); }
    std::size_t blocks() const { return 1; }
    std::size_t begin(std::size_t block) const { return block * slots(); }
    void each(std::size_t, std::size_t, auto&& f) const { f(0u, slot(0)), f(1u, slot(1)); }
};

}  // namespace

TEST_CASE("rows in the order of numbers list the resolved children without null ones", "[property]") {
    test::for_random_graphs(43, 6, 500, [](test::Shape const& shape) {
        INFO(shape.name);
        check(Numbers{{&shape}});
    });
}

TEST_CASE("rows of zero to twenty children follow one another in one array", "[unit]") {
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> targets;
    for (std::uint32_t i = 0; i != 300; ++i) {
        for (std::uint32_t k = 0; k != (i * i + 1) % 21; ++k) targets.push_back((i * 31 + k * 7) % 300);
        offsets.push_back(targets.size());
    }
    check(trav::Csr<std::uint64_t>(offsets, targets));
}

TEST_CASE("an order may show more objects than its blocks have slots", "[unit]") {
    std::vector<std::uint64_t> const offsets(10'001, 0);
    std::vector<std::uint32_t> const none;
    trav::detail::MemoryRows<std::uint32_t> rows;
    REQUIRE(rows.read(trav::Csr<std::uint64_t>(offsets, none), Crowded{10'000}, 0, 1));
    REQUIRE(rows.size() == 10'000);
    for (std::uint32_t n = 0; n != 10'000; ++n)
        REQUIRE((rows.node(n) == n && rows.slot(n) == n % 2 && rows.children(n).empty()));
}

TEST_CASE("rows are not known if there are more slots than a Place can count", "[unit]") {
    if (sizeof(std::size_t) < 8) return;
    std::vector<std::uint64_t> const offsets{0, 1, 1};
    std::vector<std::uint32_t> const targets{1};
    trav::detail::MemoryRows<std::uint32_t> rows;
    CHECK_FALSE(rows.read(trav::Csr<std::uint64_t>(offsets, targets), FarApart{}, 0, 1));
}

TEST_CASE("rows of GHC's heap, with every kind of closure, before and after a collection", "[property]") {
    for (unsigned seed = 0; seed != 20; ++seed) {
        test::RandomHeap random(seed, 600);
        for (bool const as_ghc : {false, true}) check(trav::ghc::Graph(random.heap, as_ghc));
        random.heap.collect();
        check(trav::ghc::Graph(random.heap));
    }
}

TEST_CASE("rows with a child outside the order are not known, but the next block is", "[unit]") {
    trav::ghc::Heap heap, other;
    auto* const stranger = other.con("Stranger");
    heap.con("Pair", {heap.con("Leaf"), stranger});
    trav::ghc::Graph const graph(heap);
    auto const order = graph.memory_order();
    trav::detail::MemoryRows<trav::ghc::Closure*> rows;
    CHECK(rows.read(graph, order, 0, 1));
    CHECK_FALSE(rows.read(graph, order, 1, 2));
    CHECK(rows.read(graph, order, 0, 1));
}
