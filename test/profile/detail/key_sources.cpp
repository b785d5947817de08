// The keys of a breakdown: values of flows along the profiler's graph, or along other edges.
#include "catch.hpp"

#include <trav/flow/numbered.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/detail/key_sources.hpp>
#include <trav/store/hashed.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using trav::Place;
using Mask = std::uint64_t;
using Nodes = std::vector<int>;
using Sources = std::vector<std::pair<int, Mask>>;
using Found = std::vector<int>;

struct Graph {
    using node = int;
    std::vector<Nodes> rows;
    Nodes const& children(int n) const { return rows[static_cast<std::size_t>(n)]; }
};
/// Negative numbers are handles: -n for n; none has an object if it is below -99.
bool resolve(int& n) {
    if (n < -99) return false;
    n = n < 0 ? -n : n;
    return true;
}

struct Masks {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};
struct Flagged {
    using value = Mask;
    value join(value a, value b) const { return a | b; }
};
struct WithCuts : Masks {
    std::optional<value> cut(int n) const { return n == 1 ? std::optional(Mask{32}) : std::nullopt; }
};

/// A breakdown by a flow from some nodes and from the roots.
template <class F>
struct Breakdown {
    F flow_{};
    Sources from{};
    F& flow() { return flow_; }
    void sources(Nodes const& roots, auto const& f) {
        for (auto const& [n, value] : from) f(n, value);
        for (int const root : roots) f(root, Mask{8});
    }
};
template <class F>
struct WithEdges : Breakdown<F> {
    Graph own{};
    Graph const& edges() const { return own; }
};

template <class B>
using AlongGraph = trav::detail::AlongGraph<B, int, true>;
template <class B>
using AlongEdges = trav::detail::AlongEdges<B, int, Graph>;

/// A numbered graph.
struct Fixture {
    Graph graph{{{1}, {2}, {}, {4}, {}}};
    Nodes roots;
    trav::Numbered<Graph, trav::Hashed<int, Place>> numbered{trav::Hashed<int, Place>()};

    explicit Fixture(Nodes of, auto&& seen) : roots(std::move(of)) {
        numbered.number(graph, roots, Nodes{}, seen);
    }
    explicit Fixture(Nodes of) : Fixture(std::move(of), [](int) {}) {}
    trav::detail::NumberedHeap<int> heap() const { return trav::detail::NumberedHeap<int>(numbered); }
    std::vector<Place> places(Nodes const& nodes) const {
        std::vector<Place> all;
        for (int const n : nodes) all.push_back(*numbered.find(n));
        return all;
    }
};

/// The sources of the flow.
Nodes begins(auto& along, Nodes const& roots) {
    Nodes nodes;
    trav::detail::BreakdownFlow<int>& flow = along;
    flow.sources(roots, trav::detail::Function<bool(int&)>(&resolve), nodes);
    return nodes;
}
/// The values found, -1 for null.
Found found(auto const& along, Nodes const& nodes, std::vector<Place> const& places) {
    Found values;
    along.with_found(trav::detail::Batch<int>{nodes, places.data(), nullptr, 1}, [&](auto const& find) {
        for (std::size_t i = 0; i != nodes.size(); ++i) {
            auto const value = find(i);
            values.push_back(value ? static_cast<int>(*value) : -1);
        }
    });
    return values;
}
Nodes const all_nodes{0, 1, 2, 3, 4};

}  // namespace

TEST_CASE("key sources: a breakdown by the object asks for nothing", "[unit]") {
    struct {
    } breakdown;
    trav::detail::ByObject const by(breakdown, 0);
    int calls = 0;
    by.with_found(0, [&](auto const&... found) { calls += 1 + static_cast<int>(sizeof...(found)); });
    CHECK(calls == 1);
    using None = decltype(breakdown);
    STATIC_REQUIRE(
        std::is_same_v<decltype(trav::detail::found_for<None, int, Graph>())::type, trav::detail::ByObject>);
    STATIC_REQUIRE(std::is_same_v<decltype(trav::detail::found_for<WithEdges<Masks>, int, Graph>())::type,
                                  AlongEdges<WithEdges<Masks>>>);
    // a graph of unknown order in memory
    STATIC_REQUIRE(std::is_same_v<decltype(trav::detail::found_for<Breakdown<Masks>, int, Graph>())::type,
                                  trav::detail::AlongGraph<Breakdown<Masks>, int, false>>);
    STATIC_REQUIRE(
        std::is_same_v<
            decltype(trav::detail::found_for<Breakdown<Masks>, int, trav::detail::UnknownGraph>())::type,
            AlongGraph<Breakdown<Masks>>>);
}

TEST_CASE("key sources: a flow begins where handles have objects", "[unit]") {
    Breakdown<Masks> breakdown{{}, {{3, 1}, {-2, 2}, {-100, 4}}};
    AlongGraph<Breakdown<Masks>> along(breakdown, 0);
    CHECK(along.follows_graph());
    CHECK_FALSE(along.cuts());
    for (int round = 0; round != 2; ++round) CHECK(begins(along, {0, -4, -200, 0}) == Nodes{3, 2, 0, 4, 0});
}

TEST_CASE("key sources: values of flows along the profiler's graph", "[unit]") {
    auto const check = [](auto flow) {
        using B = Breakdown<decltype(flow)>;
        Fixture const fixture({0, 3});
        B breakdown{{}, {{1, 1}, {-2, 2}}};
        AlongGraph<B> along(breakdown, 0);
        for (int round = 0; round != 2; ++round) {
            Nodes const from = begins(along, {0});
            CHECK(from == Nodes{1, 2, 0});
            auto const places = fixture.places(from);
            trav::Statistics const statistics = along.solve(fixture.heap(), places);
            CHECK(statistics.visits == 5);
            CHECK(statistics.objects == 5);
            auto all = fixture.places(all_nodes);
            CHECK(found(along, all_nodes, all) == Found{8, 9, 11, -1, -1});
            all[1] = trav::detail::unreached;
            CHECK(found(along, all_nodes, all) == Found{8, -1, 11, -1, -1});
            if (round == 0) along.release();
        }
    };
    check(Masks{});
    check(Flagged{});
}

TEST_CASE("key sources: cuts are seen in the order of places, in each sample", "[unit]") {
    using B = Breakdown<WithCuts>;
    B breakdown;
    AlongGraph<B> along(breakdown, 0);
    CHECK(along.cuts());
    for (int round = 0; round != 2; ++round) {
        Nodes const from = begins(along, round == 0 ? Nodes{0, 3} : Nodes{3, 0});
        Fixture const fixture(from, [&](int n) { along.seen(std::span<int const>(&n, 1)); });
        along.solve(fixture.heap(), fixture.places(from));
        CHECK(found(along, all_nodes, fixture.places(all_nodes)) == Found{8, 8, 32, 8, 8});
    }
}

TEST_CASE("key sources: a flow may be solved in memory order", "[unit]") {
    using B = Breakdown<Masks>;
    B breakdown{{}, {{1, 1}}};
    AlongGraph<B> along(breakdown, 0);
    std::vector<Place> const slots{0, 1, 2, 3, 4};
    for (int round = 0; round != 2; ++round) {
        CHECK(begins(along, {3}) == Nodes{1, 3});
        std::vector<std::size_t> const at{1, 3};
        CHECK(along.begin_in_memory(5, at) != nullptr);
        CHECK(found(along, all_nodes, slots) == Found{-1, 1, -1, 8, -1});  // nothing was sent yet
        if (round == 0) along.release();
    }
    // the next sample is solved by numbering
    Fixture const fixture({0, 3});
    Nodes const from = begins(along, {3});
    along.solve(fixture.heap(), fixture.places(from));
    CHECK(found(along, all_nodes, fixture.places(all_nodes)) == Found{-1, 1, 1, 8, 8});
    // and the one after it in memory again
    CHECK(begins(along, {}) == Nodes{1});
    CHECK(along.begin_in_memory(5, std::vector<std::size_t>{1}) != nullptr);
    CHECK(found(along, all_nodes, slots) == Found{-1, 1, -1, -1, -1});

    // a source without a value
    breakdown.from = {{1, 1}, {2, 0}};
    CHECK(begins(along, {}) == Nodes{1, 2});
    CHECK(along.begin_in_memory(5, std::vector<std::size_t>{1, 2}) == nullptr);

    Breakdown<Flagged> flagged;
    AlongGraph<Breakdown<Flagged>> other(flagged, 0);
    CHECK(other.begin_in_memory(5, {}) == nullptr);
    trav::detail::AlongGraph<B, int, false> unordered(breakdown, 0);
    CHECK(unordered.begin_in_memory(5, {}) == nullptr);
}

TEST_CASE("key sources: a flow along edges of its own", "[unit]") {
    using B = WithEdges<WithCuts>;
    B breakdown;
    breakdown.own.rows = {{}, {}, {4}, {1, 0}, {3}};
    breakdown.from = {{-2, 1}};
    Graph const profiled{{{1}, {2}, {3}, {4}, {}}};
    AlongEdges<B> along(breakdown, profiled);
    CHECK_FALSE(along.follows_graph());
    CHECK_FALSE(along.cuts());  // those of its graph are its own affair
    CHECK(begins(along, {}) == Nodes{2});
    trav::Statistics const statistics = along.solve({}, {});
    CHECK(statistics.visits == 10);
    CHECK(statistics.objects == 5);
    CHECK(found(along, all_nodes, {}) == Found{1, 1, 1, 1, 1});
    breakdown.from = {{3, 2}};
    CHECK(begins(along, {}) == Nodes{3});
    CHECK(along.solve({}, {}).objects == 3);
    CHECK(found(along, all_nodes, {}) == Found{2, 2, -1, 2, -1});
    along.release();
    CHECK(along.solve({}, {}).objects == 3);
    CHECK(found(along, all_nodes, {}) == Found{2, 2, -1, 2, -1});
}

namespace {

/// A graph with its own way to use other edges: upside down.
struct Turned : Graph {
    Graph with(Graph const& edges) const {
        Graph turned{std::vector<Nodes>(edges.rows.size())};
        for (std::size_t n = 0; n != edges.rows.size(); ++n)
            for (int const child : edges.rows[n])
                turned.rows[static_cast<std::size_t>(child)].push_back(static_cast<int>(n));
        return turned;
    }
};
/// Edges with their own solver: every node has the value of the last source.
struct Solving {
    static constexpr bool solves_flows = true;
    using node = int;
    struct Solution {
        Mask value;
        Mask const* find(int) const { return &value; }
    };
    Solution solve(auto const& sources, auto&) const { return {sources.back().value}; }
};
struct WithSolving : Breakdown<Masks> {
    Solving solving{};
    Solving const& edges() const { return solving; }
};

}  // namespace

TEST_CASE("key sources: a graph may have its own way to use other edges", "[unit]") {
    using B = WithEdges<Masks>;
    B breakdown;
    breakdown.own.rows = {{1}, {2}, {}, {}, {1}};
    breakdown.from = {{1, 1}};
    Turned const profiled;
    trav::detail::AlongEdges<B, int, Turned> along(breakdown, profiled);
    CHECK(begins(along, {}) == Nodes{1});
    CHECK(along.solve({}, {}).objects == 3);
    CHECK(found(along, all_nodes, {}) == Found{1, 1, -1, -1, 1});
}

TEST_CASE("key sources: edges may solve flows by themselves", "[unit]") {
    WithSolving breakdown;
    breakdown.from = {{1, 1}, {2, 4}};
    Turned const profiled;
    trav::detail::AlongEdges<WithSolving, int, Turned> along(breakdown, profiled);
    CHECK(begins(along, {}) == Nodes{1, 2});
    trav::Statistics const statistics = along.solve({}, {});
    CHECK(statistics.visits == 0);
    CHECK(statistics.objects == 0);
    CHECK(found(along, {0, 7}, {}) == Found{4, 4});
}
