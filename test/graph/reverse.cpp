#include <trav/graph/reverse.hpp>

#include <trav/graph/csr.hpp>
#include <trav/graph/from.hpp>
#include <trav/graph/via.hpp>

#include "expected_edges.hpp"

#include <string>
#include <vector>

namespace {

struct Obj {
    std::vector<Obj*> fields;
    std::size_t bytes = 0;
};

/// Without unreachable nodes, which have no edges in the reversed graph.
Edges from_roots(Edges edges, std::vector<int> const& roots) {
    auto const seen = reachable(edges, roots);
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!seen[i]) edges[i].clear();
    return edges;
}

struct Csr {
    std::vector<unsigned> offsets{0}, targets, nodes;
    explicit Csr(Edges const& edges) {
        for (auto const& list : edges) {
            for (int to : list) targets.push_back(static_cast<unsigned>(to));
            offsets.push_back(static_cast<unsigned>(targets.size()));
            nodes.push_back(static_cast<unsigned>(nodes.size()));
        }
    }
    auto graph() const { return trav::Csr(offsets, targets); }
};

}  // namespace

TEST_CASE("reverse reverses the edges of all reachable nodes", "[property]") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        std::vector<int> const roots{random.below(count), random.below(count)};
        std::vector<Obj> objects(edges.size());
        std::vector<Obj*> nodes;
        for (auto& o : objects) nodes.push_back(&o);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (random.below(2)) objects[i].fields.push_back(nullptr);
            for (int to : edges[i]) objects[i].fields.push_back(nodes[static_cast<std::size_t>(to)]);
        }
        std::vector<Obj*> const root_nodes{nodes[static_cast<std::size_t>(roots[0])], nullptr,
                                           nodes[static_cast<std::size_t>(roots[1])]};
        Edges const expected = turned(from_roots(edges, roots));
        check_edges(trav::reverse(trav::Via<&Obj::fields>{}, root_nodes), nodes, expected, false);

        Csr const csr(edges);
        std::vector<unsigned> const csr_roots{static_cast<unsigned>(roots[0]),
                                              static_cast<unsigned>(roots[1])};
        check_edges(trav::reverse(csr.graph(), csr_roots), csr.nodes, expected, false);
        check_edges(trav::reverse(csr.graph()), csr.nodes, turned(edges));  // here in the graph's order
    }
}

TEST_CASE("reverse keeps the sizes, labels and handles of nodes", "[unit]") {
    struct Named {
        using node = int;
        std::vector<std::vector<int>> edges;
        auto const& children(int n) const { return edges[static_cast<std::size_t>(n)]; }
        bool null(int n) const { return n < 0; }
        int resolve(int n) const { return n % 100; }
        std::size_t size(int n) const { return static_cast<std::size_t>(n) + 8; }
        std::string label(int n) const { return std::string(static_cast<std::size_t>(n), 'x'); }
        std::vector<int> objects() const { return {0, 1, 2}; }
    };
    Named const named{{{101, -1, 2}, {201}, {0}}};
    auto const back = trav::reverse(named);
    check_edges(back, {0, 1, 2}, {{2}, {0, 1}, {0}});
    CHECK(back.size(2) == 10);
    CHECK(back.label(2) == "xx");
    CHECK(back.resolve(301) == 1);
    CHECK(back.null(-1));
    CHECK(back.objects().size() == 3);
    static_assert(!trav::IndexedGraph<decltype(back)>);
    static_assert(trav::IndexedGraph<decltype(trav::reverse(trav::Csr<>({}, {})))>);
}

TEST_CASE("copies of a reversed graph share its edges, and outlive it", "[unit]") {
    Csr const csr({{1}, {}});
    auto first = trav::reverse(csr.graph());
    auto const* const where = first.children(1).data();
    auto second = first;
    first = trav::reverse(csr.graph());
    CHECK(second.children(1).data() == where);
    CHECK(second.children(1)[0] == 0);
    CHECK(trav::reverse(csr.graph(), std::vector<unsigned>{}).children(1).empty());
}

TEST_CASE("reverse handles a long list and a wide star without recursion", "[unit]") {
    unsigned const size = 1'000'000;
    auto const list = trav::graph<unsigned>([](unsigned n, auto&& sink) {
        if (n + 1 < 1'000'000) sink(n + 1);
    });
    auto const back = trav::reverse(list, std::vector{0u});
    std::size_t reached = 0;
    auto count = [&](auto& here) { reached += here.first; };
    trav::traverse(back, std::vector{size - 1}, count);
    CHECK(reached == size);
    auto const star = trav::graph<unsigned>([](unsigned n, auto&& sink) {
        if (n == 0)
            for (unsigned i = 1; i < 1'000'000; ++i) sink(i);
        else sink(0u);
    });
    CHECK(trav::reverse(star, std::vector{7u}).children(0).size() == size - 1);
}
