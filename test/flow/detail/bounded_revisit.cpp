// test/flow/detail/bounded_revisit.cpp: compares the values of BoundedRevisit, unless it gives up, with
// reachability, and tests when it gives up.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/detail/bounded_revisit.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/csr.hpp>
#include <trav/store/dense.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

using namespace test;

namespace {

using Mask = std::uint64_t;
using Sources = std::vector<trav::Source<int, Mask>>;

struct RootMask {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) { return a | b; }
};

struct Rows {
    using node = int;
    Shape const* shape;
    std::vector<int> const& children(int n) const { return shape->children[static_cast<std::size_t>(n)]; }
    bool null(int n) const { return n < 0; }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return shape->children.size(); }
};
using BoundedRevisit = trav::detail::BoundedRevisit<Rows, RootMask>;

Shape empty(char const* name, int n) {
    return {name, std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
}
Shape list(int n) {
    Shape shape = empty("a list", n);
    for (int i = 0; i + 1 < n; ++i) shape.children[static_cast<std::size_t>(i)] = {i + 1};
    return shape;
}
Shape star(int n) {
    Shape shape = empty("a star", n);
    for (int i = 1; i < n; ++i) shape.children[0].push_back(i);
    return shape;
}
/// Layers of ten objects, each with three references to the next layer: values meet everywhere.
Shape layers(int n) {
    Shape shape = empty("layers", n);
    for (int i = 0; i < n; ++i)
        for (int const k : {0, 3, 7})
            if (int const child = (i / 10 + 1) * 10 + (i + k) % 10; child < n)
                shape.children[static_cast<std::size_t>(i)].push_back(child);
    return shape;
}

/// Each object has two references to random objects: values meet until most objects have all of them.
Shape anywhere(int n) {
    RandomGraphs random(44);
    Shape shape = empty("anywhere", n);
    for (auto& children : shape.children) children = {random.below(n), random.below(n)};
    return shape;
}
/// The first hundred objects refer to a tenth of all objects, and the others refer to one of these.
Shape hubs(int n) {
    RandomGraphs random(45);
    Shape shape = empty("hubs", n);
    for (int i = 0; i != n; ++i) {
        auto& children = shape.children[static_cast<std::size_t>(i)];
        if (i >= 100) children.push_back(random.below(100));
        else
            for (int k = 0; k != n / 10; ++k) children.push_back(random.below(n));
    }
    return shape;
}

/// The first `count` objects as sources.
Sources first(int count) {
    Sources sources;
    for (int i = 0; i != count; ++i) sources.push_back({i, Mask{1} << i});
    return sources;
}

/// The sources that reach each node, found source by source.
std::vector<Mask> by_reachability(Shape shape, Sources const& sources) {
    std::vector<Mask> masks(shape.children.size());
    for (auto const& source : sources) {
        shape.roots = {source.node};
        auto const reached = closure(shape);
        for (std::size_t n = 0; n != masks.size(); ++n)
            if (reached[n]) masks[n] |= source.value;
    }
    return masks;
}

/// Checks that exactly the reached nodes have a value, the correct one, and are listed once.
void check(auto const& found, std::vector<Mask> const& expected) {
    std::vector<int> reached;
    for (std::size_t n = 0; n != expected.size(); ++n) {
        auto const* const value = found.find(static_cast<int>(n));
        REQUIRE((value ? *value : 0) == expected[n]);
        if (expected[n] != 0) reached.push_back(static_cast<int>(n));
    }
    std::vector<int> listed(found.nodes().begin(), found.nodes().end());
    std::sort(listed.begin(), listed.end());
    CHECK(listed == reached);
}

}  // namespace

TEST_CASE("bounded revisit: finds the values or gives up, and solve() finds them either way", "[property]") {
    RandomGraphs random(41);
    int given_up = 0, done = 0;
    for (int round = 0; round != 3; ++round)
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
            Shape const shape = random.graph(kind, 3000);
            INFO(shape.name << ", " << shape.size() << " nodes");
            Sources sources;
            for (int i = 0; i != 64; ++i)  // null ones, repeated ones, and some reached by others
                sources.push_back({random.below(shape.size() + 1) - 1, Mask{1} << i % 60});
            auto const expected = by_reachability(shape, sources);
            Rows const graph{&shape};
            RootMask flow;
            BoundedRevisit attempt(graph);
            bool const ran = attempt.run(graph, sources, flow);
            ++(ran ? done : given_up);
            if (ran) check(attempt, expected);
            check(trav::solve(graph, sources, flow), expected);
            trav::Dense<trav::Place> places(graph.count());
            for (int pass = 0; pass != 2; ++pass) check(trav::solve(graph, sources, flow, places), expected);
        }
    CHECK(given_up != 0);
    CHECK(done != 0);
}

TEST_CASE("bounded revisit: solves lists from few sources and stars from many, and gives up if values meet") {
    auto const ran = [](Shape const& shape, int sources) {
        INFO(shape.name << ", " << sources << " sources");
        Rows const graph{&shape};
        RootMask flow;
        BoundedRevisit attempt(graph);
        bool const done = attempt.run(graph, first(sources), flow);
        if (done) check(attempt, by_reachability(shape, first(sources)));
        check(trav::solve(graph, first(sources), flow), by_reachability(shape, first(sources)));
        return done;
    };
    CHECK(ran(list(20'000), 1));
    CHECK(ran(list(20'000), 8));
    CHECK_FALSE(ran(list(20'000), 64));
    CHECK(ran(star(100'000), 64));
    CHECK(ran(layers(20'000), 1));
    CHECK_FALSE(ran(layers(20'000), 40));
    CHECK(ran(anywhere(100'000), 20));
    CHECK_FALSE(ran(hubs(20'000), 20));
}

TEST_CASE("bounded revisit: not tried for a flow with cut or transfer, or with expensive joins") {
    struct Dear {
        using value = Mask;
        value join(value a, value b) { return a | b; }
    };
    struct Cut : RootMask {
        std::optional<value> cut(int) { return {}; }
    };
    struct Changing : RootMask {
        value transfer(int, value own) { return own; }
    };
    CHECK(BoundedRevisit::promising);
    CHECK_FALSE(trav::detail::BoundedRevisit<Rows, Dear>::promising);
    CHECK_FALSE(trav::detail::BoundedRevisit<Rows, Cut>::promising);
    CHECK_FALSE(trav::detail::BoundedRevisit<Rows, Changing>::promising);
}
