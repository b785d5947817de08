// Immediate dominators, beside those of another algorithm: Cooper, Harvey and Kennedy, "A simple, fast
// dominance algorithm", 2001.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/profile/detail/semi_nca.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using Numbers = std::vector<std::size_t>;
using test::ListGraph;
using test::ListGraphInPieces;
using test::Lists;
using trav::detail::SemiNca;

struct Indexed : ListGraph {
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return lists->size(); }
};
/// Handles from 100000000 on stand for nodes.
struct Handles : ListGraphInPieces {
    int resolve(int n) const { return n >= 100000000 ? n - 100000000 : n; }
};

/// The dominator of each node plus 1, 0 for roots above all; ~0 for unreached nodes.
Numbers by_model(Lists const& lists, std::vector<int> const& roots) {
    std::size_t const none = ~std::size_t{0}, count = lists.size() + 1;
    std::vector<std::vector<std::size_t>> children(count), parents(count);
    auto const edge = [&](std::size_t from, int handle) {
        if (handle < 0) return;
        auto const to = static_cast<std::size_t>(handle % 100000000) + 1;
        children[from].push_back(to), parents[to].push_back(from);
    };
    for (int const root : roots) edge(0, root);
    for (std::size_t n = 0; n != lists.size(); ++n)
        for (int const child : lists[n]) edge(n + 1, child);

    Numbers postorder(count, none), order;  // places in postorder, and the nodes in it
    std::vector<bool> seen(count);
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, 0}};
    seen[0] = true;
    while (!open.empty()) {
        auto& [n, next] = open.back();
        if (next == children[n].size()) {
            postorder[n] = order.size();
            order.push_back(n);
            open.pop_back();
        } else if (std::size_t const child = children[n][next++]; !seen[child]) {
            seen[child] = true;
            open.emplace_back(child, 0);
        }
    }
    Numbers idoms(count, none);
    idoms[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = order.size() - 1; i-- != 0;) {
            std::size_t const n = order[i];
            std::size_t best = none;
            for (std::size_t const parent : parents[n]) {
                if (idoms[parent] == none) continue;
                std::size_t a = parent;
                if (best == none) best = parent;
                while (a != best)
                    if (postorder[a] < postorder[best]) a = idoms[a];
                    else best = idoms[best];
            }
            changed = changed || idoms[n] != best;
            idoms[n] = best;
        }
    }
    idoms.erase(idoms.begin());
    return idoms;
}

template <class Index, class G>
Numbers found(G const& graph, std::vector<int> const& roots, std::vector<int> const& more = {}) {
    SemiNca<Index> algorithm;
    trav::detail::LargeVector<int> nodes;
    trav::detail::Places<G, Index> numbers(graph);
    nodes.push_back(-1);
    trav::detail::visit_depth_first(algorithm, nodes, numbers, graph, roots);
    if (!more.empty()) trav::detail::visit_depth_first(algorithm, nodes, numbers, graph, more);
    auto const idoms = std::move(algorithm).idoms();
    REQUIRE(idoms.size() == nodes.size());
    Numbers all(graph.lists->size(), ~std::size_t{0});
    for (std::size_t i = 1; i != nodes.size(); ++i) {
        if (idoms[i] >= i) FAIL("a dominator comes later: " << i);
        if (numbers.find(nodes[i]) != i) FAIL("number of " << nodes[i]);
        auto& one = all[static_cast<std::size_t>(nodes[i])];
        if (one != ~std::size_t{0}) FAIL("twice: " << nodes[i]);
        one = idoms[i] == 0 ? 0 : static_cast<std::size_t>(nodes[idoms[i]]) + 1;
    }
    return all;
}
void check(Lists lists, std::vector<int> const& roots) {
    auto const expected = by_model(lists, roots);
    CHECK((found<std::uint32_t>(ListGraph{&lists}, roots) == expected));
    CHECK((found<std::uint64_t>(Indexed{{&lists}}, roots) == expected));
    std::vector<int> const first(roots.begin(), roots.begin() + 1), rest(roots.begin() + 1, roots.end());
    CHECK((found<std::uint32_t>(Indexed{{&lists}}, first, rest) == expected));
    for (auto& list : lists)
        for (int& child : list)
            if (child % 3 == 1) child += 100000000;
    CHECK((found<std::uint32_t>(Handles{{&lists}}, roots) == expected));
}

/// A tree with long branches, some more references, and null children.
Lists random_lists(int count, int extra, test::RandomGraphs& random) {
    Lists lists(static_cast<std::size_t>(count));
    auto const edge = [&](int from, int to) { lists[static_cast<std::size_t>(from)].push_back(to); };
    for (int i = 1; i < count; ++i)
        if (random.below(50) != 0) edge(random.below(4) != 0 ? i - 1 : random.below(i), i);
    for (int i = 0; i != extra; ++i)
        edge(random.below(count), random.below(20) == 0 ? -1 : random.below(count));
    return lists;
}

}  // namespace

TEST_CASE("semi-nca: equals another algorithm", "[property]") {
    test::RandomGraphs random(12);
    for (int round = 0; round != 60; ++round) {
        int const count = 2 + random.below(100);
        check(random_lists(count, random.below(count), random), {0, random.below(count), -1});
    }
    for (int const extra : {3, 300, 3000}) check(random_lists(2000, extra, random), {0, 1999, 0});
}

TEST_CASE("semi-nca: edges to several stretches of 65,536 nodes", "[property]") {
    test::RandomGraphs random(13);
    Lists lists(150000);
    for (int i = 1; i != 150000; ++i)
        lists[static_cast<std::size_t>(i % 7 != 0 ? i - 1 : random.below(i))].push_back(i);
    for (int i = 0; i != 200; ++i)
        lists[static_cast<std::size_t>(random.below(150000))].push_back(random.below(150000));
    auto const expected = by_model(lists, {0});
    CHECK((found<std::uint32_t>(Indexed{{&lists}}, {0}) == expected));
}

TEST_CASE("semi-nca: dominators far above the parents, by jumps", "[property]") {
    test::RandomGraphs random(14);
    for (int const length : {10, 100, 3000}) {
        // a list with an element at each link; some elements have a reference from near the top
        Lists lists(static_cast<std::size_t>(2 * length));
        for (int i = 0; i != length; ++i) {
            auto& link = lists[static_cast<std::size_t>(i)];
            if (i + 1 != length) link.push_back(i + 1);
            link.push_back(length + i);
        }
        for (int i = 0; i != length; ++i)
            if (random.below(5) != 0) lists[static_cast<std::size_t>(random.below(10))].push_back(length + i);
        check(lists, {0, -1});
    }
}

TEST_CASE("semi-nca: numbers are those of first arrivals", "[unit]") {
    SemiNca<std::uint32_t> algorithm;
    algorithm.reserve(3);
    CHECK(algorithm.first(0) == 1);
    CHECK(algorithm.first(1) == 2);
    algorithm.again(2, 2);
    algorithm.again(2, 1);
    CHECK(algorithm.first(2) == 3);
    algorithm.again(1, 3);
    CHECK(algorithm.first(0) == 4);
    algorithm.again(4, 2);
    auto const idoms = std::move(algorithm).idoms();
    // 1 -> 2 -> 3, 1 -> 3, and 4 -> 2
    CHECK(std::vector<std::uint32_t>(idoms.begin(), idoms.end()) ==
          std::vector<std::uint32_t>{0, 0, 0, 0, 0});
}

TEST_CASE("semi-nca: an index that is too narrow is refused", "[unit]") {
    SemiNca<std::uint16_t> algorithm;
    for (int i = 1; i != 65535; ++i)
        if (algorithm.first(0) != i) FAIL(i);
    CHECK_THROWS_AS(algorithm.first(0), std::length_error);
}

TEST_CASE("semi-nca: numbers that are near", "[unit]") {
    using trav::detail::nearby;
    CHECK(nearby(5, 5));
    CHECK(nearby(0, 16383));
    CHECK_FALSE(nearby(0, 16384));
    CHECK(nearby(20000, 3617));
    CHECK_FALSE(nearby(20000, 3616));
}

TEST_CASE("semi-nca: children near their parent come first, in their order", "[unit]") {
    Lists lists(40000);
    lists[0] = {1, 30000, 2, -1, 20000, 3, 1};
    lists[2] = {39999, 4};
    Indexed const graph{{&lists}};
    SemiNca<std::uint32_t> algorithm;
    trav::detail::LargeVector<int> nodes;
    trav::detail::Places<Indexed, std::uint32_t> numbers(graph);
    trav::detail::visit_depth_first(algorithm, nodes, numbers, graph, std::vector<int>{0});
    CHECK(std::vector<int>(nodes.begin(), nodes.end()) ==
          std::vector<int>{0, 1, 2, 4, 39999, 3, 30000, 20000});
}
