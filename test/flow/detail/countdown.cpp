// test/flow/detail/countdown.cpp: compares the values and the left-over objects of Countdown with
// reachability, and tests that solve() finds the rest.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/detail/countdown.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

using namespace test;

namespace {

using Number = std::uint32_t;
using Mask = std::uint64_t;
using Sources = std::vector<trav::Source<Number, Mask>>;

struct RootMask {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) { return a | b; }
};

/// Without null children.
struct Rows {
    explicit Rows(Shape const& shape) {
        for (auto const& children : shape.children) {
            for (int const child : children)
                if (child >= 0) targets.push_back(static_cast<Number>(child));
            offsets.push_back(static_cast<Number>(targets.size()));
        }
    }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
    std::size_t size() const { return offsets.size() - 1; }
    std::vector<Number> offsets{0}, targets;
};
using Countdown = trav::detail::Countdown<trav::Csr<Number, Number>, RootMask>;

Shape empty(char const* name, int n) {
    return {name, std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
}
/// Each object refers to some of its predecessors in a random order.
Shape without_cycles(int n, RandomGraphs& random) {
    Shape shape = empty("no cycles", n);
    std::vector<int> place(shape.children.size());
    for (int i = 0; i != n; ++i) {
        place[static_cast<std::size_t>(i)] = i;
        std::swap(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(random.below(i + 1))]);
    }
    for (int i = 1; i < n; ++i)
        for (int k = random.below(i % 50 == 0 ? 30 : 4); k != 0; --k)
            shape.children[static_cast<std::size_t>(place[static_cast<std::size_t>(i)])].push_back(
                place[static_cast<std::size_t>(i - 1 - random.below(std::min(i, 100)))]);
    return shape;
}

/// The sources that reach each object.
std::vector<Mask> by_reachability(Shape shape, Sources const& sources) {
    std::vector<Mask> masks(shape.children.size());
    for (auto const& source : sources) {
        shape.roots = {static_cast<int>(source.node)};
        auto const reached = closure(shape);
        for (std::size_t n = 0; n != masks.size(); ++n)
            if (reached[n]) masks[n] |= source.value;
    }
    return masks;
}
/// The objects on or below a cycle.
std::vector<bool> held_back(Shape shape) {
    std::vector<bool> held(shape.children.size());
    for (int n = 0; n != shape.size(); ++n) {
        shape.roots = shape.children[static_cast<std::size_t>(n)];
        auto const reached = closure(shape);
        if (!reached[static_cast<std::size_t>(n)]) continue;
        for (std::size_t i = 0; i != held.size(); ++i) held[i] = held[i] || reached[i];
    }
    return held;
}
/// The expected left-over objects, which are on or below a cycle, with values from sources and from other
/// objects.
Sources left_over(Shape const& shape, Sources const& sources) {
    auto const held = held_back(shape);
    auto const masks = by_reachability(shape, sources);
    std::vector<Mask> values(masks.size());
    for (auto const& source : sources) values[source.node] |= source.value;
    for (std::size_t n = 0; n != held.size(); ++n)
        if (!held[n])
            for (int const child : shape.children[n])
                if (child >= 0) values[static_cast<std::size_t>(child)] |= masks[n];
    Sources left;
    for (std::size_t n = 0; n != held.size(); ++n)
        if (held[n] && values[n] != 0) left.push_back({static_cast<Number>(n), values[n]});
    return left;
}

Sources anywhere(Shape const& shape, RandomGraphs& random, int count) {
    Sources sources;
    for (int i = 0; i != count; ++i)
        sources.push_back({static_cast<Number>(random.below(shape.size())), Mask{1} << i % 60});
    return sources;
}

struct WithCuts : RootMask {
    std::optional<value> cut(Number n) {
        return n % 5 == 2 ? std::optional(Mask{1} << (60 + n % 3)) : std::nullopt;
    }
};
/// Objects below some others are reached, but only by `nothing`.
struct WithCutsToNothing : RootMask {
    std::optional<value> cut(Number n) { return n % 4 == 3 ? std::optional(Mask{0}) : std::nullopt; }
};
struct WithTransfer : RootMask {
    value transfer(Number n, value own) { return own | Mask{1} << (50 + n % 10); }
};
/// The least fixed point: sends until nothing changes; empty for unreached objects.
template <class F>
std::vector<std::optional<Mask>> by_definition(Shape const& shape, Sources const& sources, F flow) {
    std::vector<std::optional<Mask>> values(shape.children.size());
    for (auto const& [n, value] : sources) values[n] = values[n].value_or(0) | value;
    for (bool more = true; more;) {
        more = false;
        for (Number n = 0; n != values.size(); ++n) {
            if (!values[n]) continue;
            Mask const sent = trav::detail::sent(flow, n, *values[n]);
            for (int const child : shape.children[n]) {
                if (child < 0) continue;
                auto& to = values[static_cast<std::size_t>(child)];
                auto const before = std::exchange(to, to.value_or(0) | sent);
                more = more || before != to;
            }
        }
    }
    return values;
}

/// Checks that exactly the reached objects have a value, the correct one, and are listed once.
void check_solved(auto const& found, std::vector<Mask> const& expected) {
    std::vector<Number> reached;
    for (Number n = 0; n != expected.size(); ++n) {
        auto const* const value = found.find(n);
        REQUIRE((value ? *value : 0) == expected[n]);
        if (value) reached.push_back(n);
    }
    std::vector<Number> listed(found.nodes().begin(), found.nodes().end());
    std::ranges::sort(listed);
    CHECK(listed == reached);
    CHECK(found.nodes().size() == reached.size());
}

}  // namespace

TEST_CASE("counting down: objects that are not on or below a cycle are complete, and others are left over",
          "[property]") {
    RandomGraphs random(47);
    std::size_t complete = 0, rest = 0;
    for (int round = 0; round != 3; ++round)
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
            Shape const shape = random.graph(kind, 300);
            INFO(shape.name << ", " << shape.size() << " nodes");
            auto const sources = anywhere(shape, random, 9);
            auto const expected = by_reachability(shape, sources);
            auto const held = held_back(shape);
            Rows const rows(shape);
            RootMask flow;
            Countdown countdown;
            auto const graph = rows.graph();
            REQUIRE(countdown.run(graph, sources, flow));
            for (std::size_t n = 0; n != held.size(); ++n) {
                if (held[n]) continue;
                auto const* const value = countdown.find(n);
                CHECK((value ? *value : 0) == expected[n]);
                complete += value != nullptr;
            }
            auto const found = countdown.left_over(graph);
            auto const left = left_over(shape, sources);
            REQUIRE(found.size() == left.size());
            for (std::size_t i = 0; i != left.size(); ++i) {
                CHECK(found[i].node == left[i].node);
                CHECK(found[i].value == left[i].value);
            }
            rest += left.size();
            check_solved(trav::solve(graph, sources, flow), expected);
        }
    CHECK(complete > 1000);
    CHECK(rest > 100);
}

TEST_CASE("counting down: without cycles nothing is left over in any order, and each row is requested once") {
    struct Counted : trav::Csr<Number, Number> {
        std::size_t* calls;
        std::span<Number const> children(Number n) const {
            ++*calls;
            return Csr::children(n);
        }
    };
    RandomGraphs random(48);
    for (int const n : {1, 2, 3, 5, 31, 32, 33, 64, 1000, 20'000}) {
        Shape const shape = without_cycles(n, random);
        auto const sources = anywhere(shape, random, 40);
        auto const expected = by_reachability(shape, sources);
        Rows const rows(shape);
        RootMask flow;
        std::size_t calls = 0;
        Counted const graph{rows.graph(), &calls};
        trav::detail::Countdown<Counted, RootMask> countdown;
        REQUIRE(countdown.run(graph, sources, flow));
        CHECK(countdown.left_over(graph).empty());
        for (std::size_t i = 0; i != expected.size(); ++i)
            CHECK((countdown.find(i) ? *countdown.find(i) : 0) == expected[i]);
        CHECK(calls == static_cast<std::size_t>(n) + 1);  // including the start of the first row
        check_solved(trav::solve(graph, sources, flow), expected);
    }
}

TEST_CASE("solve() finds values on and below cycles in a large heap without order") {
    RandomGraphs random(49);
    Shape shape = without_cycles(20'000, random);
    for (int i = 0; i != 20; ++i) {
        int const from = random.below(shape.size());
        for (int const child : std::vector<int>(shape.children[static_cast<std::size_t>(from)]))
            shape.children[static_cast<std::size_t>(child)].push_back(from);
    }
    auto const sources = anywhere(shape, random, 60);
    Rows const rows(shape);
    RootMask flow;
    Countdown countdown;
    auto const graph = rows.graph();
    REQUIRE(countdown.run(graph, sources, flow));
    CHECK_FALSE(countdown.left_over(graph).empty());
    check_solved(trav::solve(graph, sources, flow), by_reachability(shape, sources));
}

TEST_CASE(
    "counting down: gives up if rows lie apart or a source sends nothing, and solve() does without it") {
    struct Apart {
        using node = Number;
        std::vector<Number> const* all;  // four numbers per object; the last is not a node
        std::span<Number const> children(Number n) const { return std::span(*all).subspan(4 * n, n % 4); }
        Number const* rows_end() const { return all->data() + all->size(); }
        std::size_t index(Number n) const { return n; }
        std::size_t count() const { return all->size() / 4; }
        Number node_at(std::size_t i) const { return static_cast<Number>(i); }
    };
    int const n = 4000;
    RandomGraphs random(50);
    Shape shape = empty("rows that lie apart", n);
    std::vector<Number> all(4 * std::size_t{n}, ~Number{0});
    for (int i = 0; i != n; ++i)
        for (int k = 0; k != i % 4; ++k) {
            int const to = random.below(n);
            all[static_cast<std::size_t>(4 * i + k)] = static_cast<Number>(to);
            shape.children[static_cast<std::size_t>(i)].push_back(to);
        }
    auto const sources = anywhere(shape, random, 60);
    RootMask flow;
    Apart const graph{&all};
    CHECK(trav::detail::Countdown<Apart, RootMask>::possible);
    CHECK_FALSE(trav::detail::Countdown<Apart, RootMask>().run(graph, sources, flow));
    check_solved(trav::solve(graph, sources, flow), by_reachability(shape, sources));

    Rows const rows(without_cycles(100, random));
    CHECK(Countdown().run(rows.graph(), Sources{{0, 1}}, flow));
    CHECK_FALSE(Countdown().run(rows.graph(), Sources{{0, 1}, {1, 0}}, flow));
    CHECK_FALSE(Countdown().run(trav::Csr<Number, Number>({}, {}), Sources{}, flow));
}

TEST_CASE("counting down: a single object may be left over", "[unit]") {
    Shape loop = empty("a loop", 2);
    loop.children[1] = {1};
    Rows const rows(loop);
    RootMask flow;
    Countdown countdown;
    REQUIRE(countdown.run(rows.graph(), Sources{{0, 1}, {1, 2}}, flow));
    auto const left = countdown.left_over(rows.graph());
    REQUIRE(left.size() == 1);
    CHECK(left[0].node == 1);
    CHECK(left[0].value == 2);
}

TEST_CASE("counting down: gives up before it takes memory if there are too many objects", "[unit]") {
    struct Huge {
        using node = Number;
        std::span<Number const> children(Number) const { return {}; }
        Number const* rows_end() const { return nullptr; }
        std::size_t index(Number n) const { return n; }
        std::size_t count() const { return ~Number{0}; }
        Number node_at(std::size_t i) const { return static_cast<Number>(i); }
    };
    RootMask flow;
    CHECK_FALSE(trav::detail::Countdown<Huge, RootMask>().run(Huge{}, Sources{}, flow));
}

TEST_CASE("counting down: supports cuts and transfers, also on and below cycles", "[property]") {
    RandomGraphs random(51);
    auto const check = [&](Shape const& shape, auto flow) {
        INFO(shape.name << ", " << shape.size() << " nodes");
        auto const sources = anywhere(shape, random, 9);
        auto const expected = by_definition(shape, sources, flow);
        Rows const rows(shape);
        auto const graph = rows.graph();
        auto found = trav::detail::unsolved(graph, flow);
        bool const counted = found.count_down(graph, sources, flow);
        std::size_t reached = 0;
        for (Number n = 0; counted && n != expected.size(); ++n) {
            auto const* const value = found.find(n);
            CHECK((value ? std::optional(*value) : std::nullopt) == expected[n]);
            reached += value != nullptr;
        }
        if (counted) CHECK(found.nodes().size() == reached);
        return counted;
    };
    for (int round = 0; round != 5; ++round) {
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
            Shape const shape = random.graph(kind, 300);
            CHECK(check(shape, WithCuts{}));
            CHECK(check(shape, WithTransfer{}));
            check(shape, WithCutsToNothing{});
        }
        Shape const shape = without_cycles(2000, random);
        CHECK(check(shape, WithCuts{}));
        CHECK(check(shape, WithTransfer{}));
        CHECK_FALSE(check(shape, WithCutsToNothing{}));
    }
    // 0 and 3 are on a cycle; only 0 is reached from outside, and 3 sends `nothing` out of it
    Shape loop = empty("a loop", 5);
    loop.children = {{3}, {}, {}, {0, 4}, {}};
    CHECK(check(loop, WithCutsToNothing{}));
}
