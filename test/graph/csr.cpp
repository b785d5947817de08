#include <trav/graph/csr.hpp>

#include "expected_edges.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace {

static_assert(trav::IndexedGraph<trav::Csr<>> && !trav::HeapGraph<trav::Csr<>>);
static_assert(trav::HeapGraph<trav::Csr<std::uint64_t, int, std::uint16_t>>);

constexpr std::array<std::uint32_t, 4> offsets{0, 2, 3, 3};
constexpr std::array<std::uint32_t, 3> targets{1, 2, 2};
constexpr std::array<std::uint64_t, 3> sizes{10, 20, 30};
constexpr trav::Csr graph(offsets, targets, sizes);
static_assert(std::is_same_v<decltype(graph), trav::Csr<std::uint32_t, std::uint32_t, std::uint64_t> const>);
static_assert(graph.count() == 3 && graph.index(2) == 2 && graph.size(1) == 20);
static_assert(graph.children(0).size() == 2 && graph.children(0)[1] == 2 && graph.children(2).empty());
static_assert(!graph.first_defect());
static_assert(trav::Csr<>({}, {}).count() == 0);

template <class Offset, class Node>
void check(Edges const& edges) {
    std::vector<Offset> begins{0};
    std::vector<Node> ends, nodes;
    for (auto const& list : edges) {
        for (int to : list) ends.push_back(static_cast<Node>(to));
        begins.push_back(static_cast<Offset>(ends.size()));
        nodes.push_back(static_cast<Node>(nodes.size()));
    }
    trav::Csr const csr(begins, ends);
    static_assert(std::is_same_v<decltype(csr), trav::Csr<Offset, Node> const>);
    CHECK(!csr.first_defect());
    check_edges(csr, nodes, edges);
    std::vector<Node> all;
    for (Node n : csr.objects()) all.push_back(n);
    CHECK(all == nodes);
}

trav::CsrDefect defect(std::vector<std::int64_t> const& begins, std::vector<std::int32_t> const& ends) {
    return trav::Csr(begins, ends).first_defect();
}

}  // namespace

TEST_CASE("Csr has the edges of its arrays, for integers of any type", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Random random(seed);
        Edges const edges = random_edges(random, 1 + random.below(15), random.below(40));
        check<std::uint32_t, std::uint32_t>(edges);
        check<std::uint64_t, std::uint32_t>(edges);
        check<std::uint64_t, std::uint64_t>(edges);
        check<std::int32_t, std::int64_t>(edges);
        check<std::uint8_t, signed char>(edges);
    }
}

TEST_CASE("first_defect names the first bad offset, then the first bad target, then missing sizes",
          "[unit]") {
    using enum trav::CsrDefect::Kind;
    CHECK(!defect({}, {}));
    CHECK(!defect({0}, {}));
    CHECK(!defect({0, 2, 2}, {1, 0}));
    CHECK(defect({0, 2, 1, 0}, {1, 0}) == trav::CsrDefect{offset_decreases, 2});
    CHECK(defect({0, 3, 2, 9}, {1, 0}) == trav::CsrDefect{offset_beyond, 1});
    CHECK(defect({-1, 0}, {0}) == trav::CsrDefect{offset_beyond, 0});
    CHECK(defect({0, 1, 3}, {0, 2, -1}) == trav::CsrDefect{target_beyond, 1});
    CHECK(defect({0, 1, 3}, {0, 1, -1}) == trav::CsrDefect{target_beyond, 2});
    CHECK(defect({}, {0}) == trav::CsrDefect{target_beyond, 0});
    CHECK(trav::Csr(offsets, targets, std::span(sizes).first(2)).first_defect() ==
          trav::CsrDefect{sizes_differ, 2});
}
