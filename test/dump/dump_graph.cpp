#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/small_dump.hpp"
#include "support/random_graph.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/flow/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

using trav::dump::DumpGraph;
using trav::dump::V8Edge;
using trav::dump::V8Snapshot;

namespace {

std::vector<std::uint32_t> children(DumpGraph<V8Snapshot> const& graph, std::uint32_t node) {
    auto const all = graph.children(node);
    return {all.begin(), all.end()};
}

using Nodes = std::vector<std::uint32_t>;

/// A shape as a dump.
struct ShapeDump : SmallDump {
    test::Shape const* shape;
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(shape->size()); }
    std::uint32_t edge_count() const { return 4 * node_count(); }  // an upper bound
    void for_each_edge(Node n, auto f) const {
        for (int const child : shape->children[n])
            if (child >= 0) f(Edge{n, static_cast<Node>(child)});
    }
};
struct Masks {
    using value = std::uint64_t;
    static constexpr value nothing = 0;
    value join(value a, value b) { return a | b; }
};

}  // namespace

TEST_CASE("dump graph: children are the strong edges, in file order", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    DumpGraph const graph(snapshot);
    CHECK(graph.count() == 6);
    CHECK(children(graph, 0) == Nodes{1, 5});
    CHECK(children(graph, 2) == Nodes{3});  // `old` is a weak edge
    CHECK(children(graph, 5).empty());
    CHECK(graph.size(2) == 80);
    CHECK(graph.index(2) == 2);
    CHECK(graph.label(4) == "Session");
    Nodes all;
    for (auto const n : graph.objects()) all.push_back(n);
    CHECK(all == Nodes{0, 1, 2, 3, 4, 5});
}

TEST_CASE("dump graph: a custom rule sees kind, name and both ends of each edge", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    DumpGraph const graph(
        snapshot, [&](V8Edge const& edge) { return snapshot.name(edge) != "cache" && edge.from != 0; });
    CHECK(children(graph, 0).empty());
    CHECK(children(graph, 2) == Nodes{5});
    CHECK(children(graph, 4) == Nodes{5});
}

TEST_CASE("dump graph: works for any dump", "[unit]") {
    SmallDump const small;
    DumpGraph const graph(small);
    CHECK(Nodes(graph.children(0).begin(), graph.children(0).end()) == Nodes{1, 2});
    CHECK(Nodes(graph.children(1).begin(), graph.children(1).end()) == Nodes{2});
    CHECK(graph.size(3) == 30);
    CHECK(graph.label(3) == "Player");
    CHECK(&graph.dump() == &small);
    FullDump const full;  // its edge 1 -> 2 is weak
    CHECK(DumpGraph(full).children(1).empty());
}

TEST_CASE("dump graph: a graph of some nodes calls the rule for their edges only", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    SmallDump const small;
    auto const check = [](auto const& dump, std::uint32_t first, std::uint32_t last) {
        bool others = false;
        auto const rule = [&](auto const& edge) {
            others = others || edge.from < first || edge.from >= last;
            return edge.to != 2;
        };
        DumpGraph const part(dump, rule, first, last);
        DumpGraph const whole(dump, [](auto const& edge) { return edge.to != 2; });
        for (std::uint32_t n = first; n != last; ++n) {
            auto const some = part.children(n), all = whole.children(n);
            CHECK(Nodes(some.begin(), some.end()) == Nodes(all.begin(), all.end()));
        }
        CHECK(part.count() == whole.count());
        CHECK_FALSE(others);
    };
    for (std::uint32_t first = 0; first != 6; ++first)
        for (std::uint32_t last = first; last <= 6; ++last) check(snapshot, first, last);
    for (std::uint32_t first = 0; first != 4; ++first)
        for (std::uint32_t last = first; last <= 4; ++last) check(small, first, last);
}

TEST_CASE("dump graph: flows reach exactly the nodes along admitted edges", "[property]") {
    test::RandomGraphs random(52);
    for (int kind = 0; kind != test::RandomGraphs::kinds; ++kind) {
        test::Shape shape = random.graph(kind, 400);
        INFO(shape.name << ", " << shape.size() << " nodes");
        ShapeDump dump;
        dump.shape = &shape;
        DumpGraph const graph(dump, [](auto const& edge) { return edge.to % 7 != 3; });
        static_assert(trav::detail::MostlyInARow<DumpGraph<ShapeDump>>);
        static_assert(trav::detail::OneArray<DumpGraph<ShapeDump>>);
        std::vector<trav::Source<Node, std::uint64_t>> sources;
        for (int i = 0; i != 20; ++i)
            sources.push_back({static_cast<Node>(random.below(shape.size())), std::uint64_t{1} << i});
        Masks flow;
        auto const found = trav::solve(graph, sources, flow);
        test::Shape admitted = shape;
        for (auto& all : admitted.children) std::erase_if(all, [](int to) { return to >= 0 && to % 7 == 3; });
        std::vector<std::uint64_t> expected(shape.children.size());
        for (auto const& source : sources) {
            admitted.roots = {static_cast<int>(source.node)};
            auto const reached = test::closure(admitted);
            for (std::size_t n = 0; n != expected.size(); ++n)
                if (reached[n]) expected[n] |= source.value;
        }
        for (Node n = 0; n != dump.node_count(); ++n)
            CHECK((found.find(n) ? *found.find(n) : 0) == expected[n]);
    }
}
