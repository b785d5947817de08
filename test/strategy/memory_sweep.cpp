// test/strategy/memory_sweep.cpp: each object is visited once, for any order of the heap, and in memory
// order if that is a good order.
#include "catch.hpp"
#include "ghc/random_heap.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/graph/csr.hpp>
#include <trav/store/hashed.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace {

template <class N>
struct Visits {
    static constexpr bool once = true;
    std::vector<N> nodes{};
    void visit(auto& here) { nodes.push_back(here.node); }
};
/// Blocks of seven slots. Every fifth object is outside the order.
struct Blocks {
    test::Heap<>* heap;

    static bool elsewhere(std::size_t i) { return i % 5 == 4; }
    std::size_t slots() const { return heap->objects.size(); }
    std::size_t slot(test::Obj<> const* n) const {
        if (n == nullptr) return slots();
        auto const i = static_cast<std::size_t>(n->id);
        return elsewhere(i) ? slots() + 1 : i;
    }
    std::size_t blocks() const { return (slots() + 6) / 7; }
    std::size_t begin(std::size_t block) const { return std::min(7 * block, slots()); }
    void each(std::size_t block, std::size_t, auto&& f) const {
        for (std::size_t i = begin(block); i != begin(block + 1); ++i)
            if (!elsewhere(i)) f(&heap->objects[i], i);
    }
};
struct PartlyInOrder : test::Objects<> {
    test::Heap<>* objects;
    Blocks memory_order() const { return {objects}; }
};

/// Numbers starting at `first`. A row has room for four; unused words are not nodes.
struct Apart {
    using node = std::uint32_t;
    std::vector<node> const* all;
    node first;

    std::span<node const> children(node n) const { return std::span(*all).subspan(4 * (n - first), n % 4); }
    node const* rows_end() const { return all->data() + all->size(); }
    std::size_t index(node n) const { return n - first; }
    std::size_t count() const { return all->size() / 4; }
    node node_at(std::size_t i) const { return static_cast<node>(first + i); }
};

struct StopsAt {
    static constexpr bool once = true;
    std::uint32_t last;
    std::vector<std::uint32_t> nodes{};
    trav::go visit(auto& here) {
        nodes.push_back(here.node);
        return here.node == last ? trav::go::stop : here.node == 100 ? trav::go::skip : trav::go::down;
    }
};

template <class Strategy>
auto visits(auto const& graph, auto const& roots) {
    Visits<trav::node_t<std::remove_cvref_t<decltype(graph)>>> policy;
    trav::traverse<Strategy>(graph, roots, policy);
    return policy.nodes;
}
/// Compares the visits with DepthFirst.
void check(auto const& graph, auto const& roots) {
    auto expected = visits<trav::DepthFirst>(graph, roots);
    auto found = visits<trav::MemorySweep>(graph, roots);
    std::ranges::sort(expected), std::ranges::sort(found);
    CHECK(found == expected);
}

/// Object i refers to i - 1 and i - 2, or, if `upwards`, to i + 1 and i + 2.
struct Ladder {
    explicit Ladder(std::uint32_t n, bool upwards) {
        for (std::uint32_t i = 0; i != n; ++i) {
            for (std::uint32_t const step : {1u, 2u})
                if (upwards ? i + step < n : i >= step) targets.push_back(upwards ? i + step : i - step);
            offsets.push_back(targets.size());
        }
    }
    trav::Csr<std::uint64_t> graph() const { return {offsets, targets}; }
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> targets;
};

}  // namespace

TEST_CASE("memory sweep: each reachable object is visited once", "[property]") {
    test::for_random_graphs(41, 6, 300, [](test::Shape const& shape) {
        INFO(shape.name);
        test::Heap<> heap(shape);
        check(PartlyInOrder{{&heap}, &heap}, heap.roots);
    });
}

TEST_CASE("memory sweep: GHC's heap with every kind of closure, before and after a collection",
          "[property]") {
    for (unsigned seed = 0; seed != 20; ++seed) {
        test::RandomHeap random(seed, 600);
        check(trav::ghc::Graph(random.heap), random.heap.roots());
        random.heap.collect();
        check(trav::ghc::Graph(random.heap), random.heap.roots());
    }
}

TEST_CASE("memory sweep: objects are visited in order if all references point in one direction") {
    for (bool const upwards : {false, true}) {
        std::uint32_t const n = 5000, middle = n / 2;
        Ladder const ladder(n, upwards);
        auto const found = visits<trav::MemorySweep>(ladder.graph(), std::vector{middle});
        REQUIRE(found.size() == (upwards ? n - middle : middle + 1));
        for (std::uint32_t i = 0; i != found.size(); ++i)
            REQUIRE(found[i] == (upwards ? middle + i : middle - i));
    }
}

TEST_CASE("memory sweep: objects behind the sweep, and objects reached from them, are visited") {
    Ladder ladder(5000, true);
    ladder.targets.back() = 10;  // the last edge, from the last object but one, leads back
    auto const found = visits<trav::MemorySweep>(ladder.graph(), std::vector{2500u});
    std::set<std::uint32_t> const all(found.begin(), found.end());
    CHECK(all.size() == found.size());
    CHECK(*all.begin() == 10);
    CHECK(all.size() >= 4988);
}

TEST_CASE("memory sweep: objects outside the order, and objects reached from them, are visited") {
    for (bool const upwards : {false, true}) {
        test::Shape shape{"a ladder", std::vector<std::vector<int>>(300), {upwards ? 0 : 298}};
        for (int i = 0; i != 300; ++i)
            for (int const step : {1, 2, 3})
                if (int const to = upwards ? i + step : i - step; to >= 0 && to < 300)
                    shape.children[static_cast<std::size_t>(i)].push_back(to);
        shape.children[150] = {upwards ? 154 : 149, -1, 100, 200};  // 149 and 154 are outside the order
        test::Heap<> heap(shape);
        PartlyInOrder const graph{{&heap}, &heap};
        check(graph, heap.roots);
        CHECK(visits<trav::MemorySweep>(graph, heap.roots)[1]->id == (upwards ? 1 : 297));
    }
}

TEST_CASE("memory sweep: rows may have gaps, and nodes may differ from their indices") {
    for (std::uint32_t const first : {0u, 500'000'000u}) {
        std::uint32_t const count = 1000;
        std::vector<std::uint32_t> all(4 * count, ~std::uint32_t{0});
        for (std::uint32_t i = 0; i != count; ++i)
            for (std::uint32_t k = 0; k != (first + i) % 4; ++k)
                all[4 * i + k] = first + std::min(i + 1 + 2 * k, count - 1);
        check(Apart{&all, first}, std::vector{first + 3});
    }
}

TEST_CASE("memory sweep: a pass continues with further roots, can be stopped, and can begin again") {
    Ladder const ladder(200, false);
    auto const graph = ladder.graph();
    StopsAt policy{1000};
    auto traversal = trav::traversal<trav::MemorySweep>(graph, policy);
    traversal.push_root(100);
    CHECK(traversal.run());
    CHECK(policy.nodes == std::vector<std::uint32_t>{100});
    traversal.push_root(50);
    traversal.push_root(102);
    CHECK(traversal.run());
    CHECK(policy.nodes.size() == 103);
    policy.nodes.clear();
    traversal.push_root(199);
    policy.last = 195;
    CHECK_FALSE(traversal.run());
    CHECK(policy.nodes == std::vector<std::uint32_t>{199, 198, 197, 196, 195});
    CHECK(traversal.idle());
    traversal.push_root(7);
    traversal.begin_pass();  // forgets a root that was not visited
    CHECK(traversal.idle());
    policy = {1000};
    traversal.push_root(3);
    CHECK(traversal.step() == trav::go::down);
    CHECK(policy.nodes == std::vector<std::uint32_t>{3});
}
