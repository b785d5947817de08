// test/ghc/live/graph.cpp: the graph of a running program, on a mock heap: it has the same closures as the
// mock's own graph. Programs compiled by GHC test it on real heaps (test/live).
#include "catch.hpp"
#include "ghc/live/range_of.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/live/graph.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <vector>

using namespace trav::ghc;
using test::RandomHeap;
using test::range_of;

namespace {

static_assert(trav::HeapGraph<LiveGraph>);
static_assert(trav::AtOnceGraph<LiveGraph>);

/// The reached closures in order of first arrival.
struct Order {
    std::vector<Closure*> closures{};
    void visit(auto& here) {
        if (here.first) closures.push_back(here.node);
    }
};
template <class G>
std::vector<Closure*> reached(G const& graph, std::vector<Closure*> const& roots) {
    Order order;
    trav::traverse(graph, roots, order);
    return order.closures;
}
std::vector<Closure*> sorted(std::vector<Closure*> closures) {
    std::ranges::sort(closures);
    return closures;
}

}  // namespace

TEST_CASE("a live graph visits the same closures as the mock's graph", "[property]") {
    for (unsigned seed = 0; seed != 40; ++seed) {
        RandomHeap random(seed);
        AddressRange const range = range_of(random.heap);
        for (Closure const* c : random.heap.program().statics()) REQUIRE_FALSE(range.contains(c));
        LiveGraph const live(range, false);
        Graph const mock(random.heap);
        auto const closures = sorted(reached(live, random.heap.roots()));
        CHECK(closures == sorted(reached(mock, random.heap.roots())));
        CHECK(sorted(reached(LiveGraph(range, false, nullptr, true), random.heap.roots())) ==
              sorted(reached(Graph(random.heap, true), random.heap.roots())));
        for (Closure* c : closures) {
            CHECK(live.is_static(c) == random.heap.is_static(c));
            CHECK(live.size(c) == (random.heap.is_static(c) ? 0 : mock.size(c)));
            CHECK(live.label(c) == (is_constructor(type(c)) ? constructor_name(c) : name(type(c))));
        }
    }
}

TEST_CASE("children are a row only if reading further does not leave the page", "[unit]") {
    Heap heap;
    std::size_t rows = 0, others = 0;
    LiveGraph const graph({0, ~Word{0}}, false);
    Closure* last = heap.con("X", {}, {1});
    for (int i = 0; i != 1000; ++i) {
        last = heap.con("Y", {last, last});
        auto const row = graph.row(last);
        if (row.data() == nullptr) {
            ++others;
            CHECK(address(last) / 4096 != (address(last) + 63) / 4096);
        } else {
            ++rows;
            CHECK(row.size() == 2);
            CHECK(address(row.data()) / 4096 == (address(row.data() + 4) - 1) / 4096);
        }
    }
    CHECK(rows > 900);
    CHECK(others > 0);
}

TEST_CASE("a transaction record of the threaded runtime has a fourth word in each entry", "[unit]") {
    Heap heap;
    Closure *const a = heap.con("A", {}, {1}), *const b = heap.con("B", {}, {2}),
                   *const c = heap.con("C", {}, {3});
    Closure* const chunk = heap.trec_chunk(nullptr, {{a, b, c}, {c, a, b}});
    AddressRange const everything{0, ~Word{0}};
    LiveGraph const single(everything, false), threaded(everything, true);
    CHECK(single.size(chunk) == 8 * (3 + 16 * 3));
    CHECK(threaded.size(chunk) == 8 * (3 + 16 * 4));

    // the same entries in the threaded runtime's layout
    auto* const words = reinterpret_cast<Closure**>(as<TRecChunk>(chunk)->entries);
    std::vector<Closure*> const entries{a, b, c, nullptr, c, a, b, nullptr};
    std::copy(entries.begin(), entries.end(), words);
    std::vector<Closure*> found;
    threaded.scan(chunk, [&](Closure* child) { found.push_back(child); });
    REQUIRE(found.size() == 7);
    found.erase(found.begin());  // the previous chunk
    CHECK(found == std::vector{a, b, c, c, a, b});
    CHECK(threaded.at_once(chunk));
}

TEST_CASE("a pointer into a compact region stands for the region", "[unit]") {
    static Closure *region = nullptr, *member = nullptr;
    Heap heap;
    region = heap.con("Region", {}, {0});
    member = heap.con("Member", {region});
    Closure* const outside = heap.con("Outside", {member});
    LiveGraph const graph({0, ~Word{0}}, false,
                          [](Closure* c) { return c == member || c == region ? region : nullptr; });
    CHECK(graph.resolve(member) == region);
    CHECK(graph.resolve(with_tag(member, 1)) == region);
    CHECK(graph.resolve(outside) == outside);
    CHECK(graph.resolve(nullptr) == nullptr);
    CHECK(reached(graph, {outside}) == std::vector{outside, region});
}
