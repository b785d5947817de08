#include <trav/view/edges.hpp>

#include "../graph/expected_edges.hpp"
#include "support/strategies.hpp"

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/take.hpp>

#include <algorithm>
#include <vector>

namespace {

using Ints = std::vector<int>;
using Crossed = std::vector<trav::CrossedEdge<int>>;

struct Asked {
    using node = int;
    Edges const* edges;
    int* asked;
    Ints const& children(int n) const {
        ++*asked;
        return (*edges)[static_cast<std::size_t>(n)];
    }
    bool null(int n) const { return n < 0; }
};

void cross(Edges const& edges, int from, std::vector<bool>& seen, Crossed& crossed) {
    seen[static_cast<std::size_t>(from)] = true;
    for (int to : edges[static_cast<std::size_t>(from)]) {
        bool const first = !seen[static_cast<std::size_t>(to)];
        crossed.push_back({from, to, first});
        if (first) cross(edges, to, seen, crossed);
    }
}

}  // namespace

TEST_CASE("edges yields every edge once, in the order of the traversal", "[property]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        Ints roots(static_cast<std::size_t>(1 + random.below(8)));
        for (int& root : roots) root = random.below(count);
        int asked = 0;
        Asked const graph{&edges, &asked};
        Crossed expected;
        std::vector<bool> seen(edges.size());
        for (int r : roots)
            if (!seen[static_cast<std::size_t>(r)]) cross(edges, r, seen, expected);
        CHECK((trav::views::edges(graph, roots) | ranges::to<std::vector>()) == expected);

        auto const check = [&](auto view) {
            EdgeList all;
            Ints firsts;
            for (auto [from, to, first] : view) {
                all.emplace_back(from, to);
                if (first) firsts.push_back(to);
            }
            std::sort(all.begin(), all.end());
            CHECK(all == sorted_edges(edges, roots));
            // at most one first arrival at a node; exactly one unless it is a root
            std::sort(firsts.begin(), firsts.end());
            CHECK(std::adjacent_find(firsts.begin(), firsts.end()) == firsts.end());
            auto const reached = reachable(edges, roots);
            for (int n = 0; n < count; ++n)
                if (std::find(roots.begin(), roots.end(), n) == roots.end())
                    CHECK(std::binary_search(firsts.begin(), firsts.end(), n) ==
                          reached[static_cast<std::size_t>(n)]);
        };
        test::for_each_strategy([&]<class Strategy>(char const* name) {
            INFO(name);
            check(trav::views::edges<Strategy>(graph, roots));
        });
    }
}

TEST_CASE("edges yields loops, repeated edges, and edges to roots, but not null children", "[unit]") {
    Edges const edges{{0, 1, -1, 1}, {}};
    int asked = 0;
    Asked const graph{&edges, &asked};
    Crossed const depth_first{{0, 0, false}, {0, 1, true}, {0, 1, false}};
    CHECK((trav::views::edges(graph, {0}) | ranges::to<std::vector>()) == depth_first);
    CHECK((trav::views::edges(graph, {-1, 0, 1, 0}) | ranges::to<std::vector>()) == depth_first);
    Crossed const breadth_first{
        {0, 0, false}, {0, 1, false}, {0, 1, false}};  // the first arrival at 1 is as a root
    CHECK((trav::views::edges<trav::BreadthFirst>(graph, {-1, 0, 1, 0}) | ranges::to<std::vector>()) ==
          breadth_first);
    CHECK((trav::views::edges(graph, {1}) | ranges::to<std::vector>()).empty());
}

TEST_CASE("edges reads only as much as requested", "[unit]") {
    Edges const edges{{1, 3}, {2}, {}, {}};
    std::vector<int> const asked_after{0, 2, 3, 4};
    for (int k = 0; k <= 3; ++k) {
        int asked = 0;
        int got = 0;
        for (auto edge : trav::views::edges(Asked{&edges, &asked}, {0}) | ranges::views::take(k))
            got += edge.to > 0;
        CHECK(got == k);
        CHECK(asked == asked_after[static_cast<std::size_t>(k)]);
    }
}
