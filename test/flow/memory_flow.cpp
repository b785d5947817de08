// The counts of flows in memory order, by hand, and the limits of giving up.
#include "catch.hpp"

#include <trav/flow/memory_flow.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace {

using trav::detail::Bits;
using trav::detail::MemoryFlow;
using trav::detail::MemoryRows;
using trav::detail::MemoryValues;
using Mask = std::uint64_t;
using Slots = std::vector<std::size_t>;

struct Graph {
    using node = int;
    std::vector<std::vector<int>> rows;
    std::vector<int> const& children(int n) const { return rows[static_cast<std::size_t>(n)]; }
    bool null(int n) const { return n < 0; }
};
/// Nodes in the order of their numbers, in blocks of `block`.
struct Order {
    std::size_t count, block;
    std::size_t slots() const { return count; }
    std::size_t slot(int n) const { return static_cast<std::size_t>(n); }
    std::size_t blocks() const { return (count + block - 1) / block; }
    std::size_t begin(std::size_t at) const { return std::min(at * block, count); }
    void each(std::size_t at, std::size_t, auto&& f) const {
        for (std::size_t i = begin(at); i != begin(at + 1); ++i) f(static_cast<int>(i), i);
    }
};

struct Plain {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};
struct WithCut : Plain {
    int at = -1;
    value instead = 0;
    std::optional<value> cut(int n) const { return n == at ? std::optional(instead) : std::nullopt; }
};
struct Reach {
    using value = bool;
    static constexpr value nothing = false;
    value join(value a, value b) const { return a || b; }
};

struct Watcher : trav::detail::GrowthWatcher {
    Slots grown{};
    void will_grow(std::size_t slot) override { grown.push_back(slot); }
};

/// The rows of all nodes, upwards as written, or upside down.
struct Fixture {
    Fixture(std::vector<std::vector<int>> rows, bool as_written) : count(rows.size()), up(as_written) {
        graph.rows.resize(count);
        for (std::size_t i = 0; i != count; ++i)
            for (int const child : rows[i])
                graph.rows[slot(i)].push_back(static_cast<int>(slot(static_cast<std::size_t>(child))));
        REQUIRE(read.read(graph, Order{count, count}, 0, 1));
    }
    std::size_t slot(std::size_t i) const { return up ? i : count - 1 - i; }
    bool send(auto& values, bool again) const { return values.send(read, {up, again}); }

    std::size_t count;
    bool up;
    Graph graph{};
    MemoryRows<int> read{};
};

/// Node k + i refers to node i: `k` references lead back.
std::vector<std::vector<int>> all_back(std::size_t k) {
    std::vector<std::vector<int>> rows(2 * k);
    for (std::size_t i = 0; i != k; ++i) rows[k + i] = {static_cast<int>(i)};
    return rows;
}

}  // namespace

TEST_CASE("memory flow: late updates are counted, and sent in the next sweep", "[unit]") {
    for (bool const up : {true, false}) {
        CAPTURE(up);
        Fixture const fixture({{1}, {2}, {3}, {0}, {5}, {}}, up);  // a cycle, and 4 -> 5
        auto const slot = [&](std::size_t i) { return fixture.slot(i); };
        Plain flow;
        MemoryValues<Plain, int> values(flow);
        Watcher watcher;
        values.watch(&watcher);
        for (int round = 0; round != 2; ++round) {
            values.begin(6);
            watcher.grown.clear();
            CHECK_FALSE(values.source(slot(4), 0));
            CHECK(values.source(slot(2), 1));
            CHECK(values.source(slot(2), 4));
            CHECK(values.reaches(slot(2)));
            CHECK_FALSE(values.reaches(slot(3)));

            CHECK(fixture.send(values, false));
            CHECK(watcher.grown == Slots{slot(0)});
            CHECK(values.sends() == 2);  // 2 and 3
            CHECK(values.reached() == 2);
            CHECK(values.has_pending(0, 6));
            CHECK(values.end_sweep() == 1);

            CHECK(fixture.send(values, true));
            CHECK(watcher.grown == Slots{slot(0), slot(1)});
            CHECK(values.sends() == 4);
            CHECK(values.reached() == 4);
            CHECK_FALSE(values.has_pending(0, 6));
            CHECK(values.end_sweep() == 0);
            for (std::size_t i = 0; i != 4; ++i) {
                REQUIRE(values.find(slot(i)) != nullptr);
                CHECK(*values.find(slot(i)) == 5);
            }
            CHECK(values.find(slot(4)) == nullptr);
            CHECK(values.find(slot(5)) == nullptr);
            CHECK(values.find(6) == nullptr);  // of nodes without a slot
        }
        values.set(slot(5), 8);
        CHECK(*values.find(slot(5)) == 8);
    }
}

TEST_CASE("memory flow: an object that grows late sends again, but is reached once", "[unit]") {
    for (bool const up : {true, false}) {
        CAPTURE(up);
        Fixture const fixture({{1}, {}, {0, 0}, {0}, {2}}, up);
        auto const slot = [&](std::size_t i) { return fixture.slot(i); };
        Plain flow;
        MemoryValues<Plain, int> values(flow);
        values.begin(5);
        for (std::size_t const i : {0u, 2u, 3u, 4u}) CHECK(values.source(slot(i), Mask{1} << i));
        CHECK(fixture.send(values, false));
        CHECK(values.sends() == 5);
        CHECK(values.reached() == 5);
        CHECK(values.end_sweep() == 3);  // 0 grows twice, 2 once
        CHECK(fixture.send(values, true));
        CHECK(values.sends() == 8);      // 0, 1 and 2
        CHECK(values.end_sweep() == 1);  // 0 grows after it has sent
        CHECK(fixture.send(values, true));
        CHECK(values.sends() == 10);
        CHECK(values.reached() == 5);
        CHECK(values.end_sweep() == 0);
        CHECK(*values.find(slot(0)) == 1 + 4 + 8 + 16);
        CHECK(*values.find(slot(1)) == 1 + 4 + 8 + 16);
        CHECK(*values.find(slot(2)) == 4 + 16);
    }
}

TEST_CASE("memory flow: an object that is reached late, and grows again, is reached once", "[unit]") {
    Fixture const fixture({{1}, {}, {0}, {2}}, true);
    Plain flow;
    MemoryValues<Plain, int> values(flow);
    values.begin(4);
    CHECK(values.source(2, 1));
    CHECK(values.source(3, 8));
    CHECK(fixture.send(values, false));
    CHECK(values.reached() == 2);
    CHECK(values.end_sweep() == 2);
    for (std::size_t const late : {1u, 0u}) {
        CHECK(fixture.send(values, true));
        CHECK(values.reached() == 4);
        CHECK(values.end_sweep() == late);
    }
    CHECK(*values.find(1) == 9);
}

TEST_CASE("memory flow: a flow of bits, with its values in bits", "[unit]") {
    for (bool const up : {true, false}) {
        Fixture const fixture({{1}, {2}, {3}, {0}, {5}, {}}, up);
        Reach flow;
        MemoryValues<Reach, int, Bits> values(flow);
        for (int round = 0; round != 2; ++round) {
            values.begin(6);
            CHECK_FALSE(values.source(fixture.slot(4), false));
            CHECK(values.source(fixture.slot(3), true));
            CHECK(fixture.send(values, false));
            CHECK(values.reached() == 1);
            CHECK(values.end_sweep() == 1);
            CHECK(fixture.send(values, true));
            CHECK(values.reached() == 4);
            for (std::size_t i = 0; i != 6; ++i) CHECK(values.reaches(fixture.slot(i)) == (i < 4));
        }
    }
}

TEST_CASE("memory flow: a first sweep may have an eighth of late updates, and 64", "[unit]") {
    auto const goes_on = [](auto flow, std::size_t k) {
        Fixture const fixture(all_back(k), true);
        MemoryValues<decltype(flow), int> values(flow);
        values.begin(fixture.count);
        for (std::size_t i = fixture.count / 2; i != fixture.count; ++i) values.source(i, 1);
        return fixture.send(values, false);
    };
    CHECK(goes_on(Plain{}, 73));
    CHECK_FALSE(goes_on(Plain{}, 74));    // 74 / 8 + 64 are 73
    CHECK(goes_on(WithCut{}, 66));        // if it changes values, a thirty-second
    CHECK_FALSE(goes_on(WithCut{}, 67));  // 67 / 32 + 64 are 66
}

TEST_CASE("memory flow: a further sweep may have half as many as the one before, and 64", "[unit]") {
    for (std::size_t const before : {1u, 20u})
        for (std::size_t const more : {0u, 1u}) {
            // `before` last nodes refer back to as many; the first of these refers back to the leaves
            std::size_t const leaves = before / 2 + 64 + more;
            std::vector<std::vector<int>> rows(leaves + 2 * before);
            for (std::size_t i = 0; i != leaves; ++i) rows[leaves].push_back(static_cast<int>(i));
            for (std::size_t i = leaves; i != leaves + before; ++i) rows[i + before] = {static_cast<int>(i)};
            Fixture const fixture(rows, true);
            Plain flow;
            MemoryValues<Plain, int> values(flow);
            values.begin(fixture.count);
            for (std::size_t i = leaves + before; i != fixture.count; ++i) values.source(i, 1);
            CHECK(fixture.send(values, false));
            CHECK(values.end_sweep() == before);
            CHECK(fixture.send(values, true) == (more == 0));
        }
}

TEST_CASE("memory flow: what a cut sends, unless it is nothing", "[unit]") {
    for (Mask const instead : {Mask{2}, Mask{0}}) {
        WithCut flow{{}, 1, instead};
        Fixture const fixture({{1}, {2}, {}}, true);
        MemoryValues<WithCut, int> values(flow);
        values.begin(3);
        CHECK(values.source(0, 1));
        CHECK(fixture.send(values, false) == (instead != 0));
        CHECK(*values.find(1) == 1);
        if (instead != 0) CHECK(*values.find(2) == 2);
        flow.at = 2;  // has no children
        values.begin(3);
        CHECK(values.source(0, 1));
        CHECK(fixture.send(values, false));
        CHECK(*values.find(2) == 1);
    }
}

namespace {

struct Outcome {
    bool solved;
    Slots passed;  // the blocks, in order
    std::vector<std::vector<Mask>> values;
};
Outcome solved(std::vector<std::vector<int>> const& rows, Slots const& sources, auto flow) {
    Graph const graph{rows};
    Order const order{rows.size(), 100};
    std::deque<MemoryValues<decltype(flow), int>> all;  // they cannot move
    for (std::size_t i = 0; i != sources.size(); ++i) all.emplace_back(flow);
    std::vector<MemoryFlow<int>*> flows;
    for (std::size_t i = 0; i != sources.size(); ++i) {
        all[i].begin(rows.size());
        all[i].source(sources[i], 1);
        flows.push_back(&all[i]);
    }
    Outcome outcome{};
    outcome.solved = trav::detail::solve_in_memory(
        graph, order, std::span<MemoryFlow<int>* const>(flows),
        [&](std::size_t block, auto const&) { outcome.passed.push_back(block); });
    for (auto const& one : all) {
        auto& values = outcome.values.emplace_back();
        for (std::size_t i = 0; i != rows.size(); ++i) values.push_back(one.find(i) ? *one.find(i) : 0);
    }
    return outcome;
}

}  // namespace

TEST_CASE("memory flow: several flows are solved together, each block is passed once", "[unit]") {
    // a chain through 3 blocks, with references back from 290 to 5 and from 10 to 2
    for (bool const up : {true, false}) {
        CAPTURE(up);
        std::vector<std::vector<int>> rows(300);
        auto const edge = [&](int from, int to) {
            rows[static_cast<std::size_t>(up ? from : 299 - from)].push_back(up ? to : 299 - to);
        };
        for (int i = 0; i != 299; ++i)
            if (i != 49) edge(i, i + 1);
        edge(290, 5), edge(10, 2);
        auto const slot = [&](std::size_t i) { return up ? i : 299 - i; };
        Outcome const all = solved(rows, {slot(60), slot(20), slot(10)}, Plain{});
        CHECK(all.solved);
        CHECK(all.passed == (up ? Slots{0, 1, 2} : Slots{2, 1, 0}));
        for (std::size_t i = 0; i != 300; ++i) {
            CAPTURE(i);
            CHECK((all.values[0][slot(i)] != 0) == (i >= 60 || (i >= 2 && i < 50)));
            CHECK((all.values[1][slot(i)] != 0) == (i >= 20 && i < 50));
            CHECK((all.values[2][slot(i)] != 0) == (i >= 2 && i < 50));
        }
    }
}

TEST_CASE("memory flow: without a direction, or if one flow gives up, nothing is solved", "[unit]") {
    std::vector<std::vector<int>> rows(300);
    for (int i = 0; i != 299; ++i) rows[static_cast<std::size_t>(i)] = {i + 1};
    CHECK(solved(rows, {0, 1}, WithCut{{}, 400, 0}).solved);
    CHECK_FALSE(solved(rows, {200, 0}, WithCut{{}, 150, 0}).solved);
    CHECK_FALSE(solved(rows, {0, 200}, WithCut{{}, 150, 0}).solved);
    CHECK(solved(rows, {200, 201}, WithCut{{}, 150, 0}).solved);
    for (int i = 1; i != 300; ++i) rows[static_cast<std::size_t>(i)].push_back(i - 1);
    Outcome const none = solved(rows, {0}, Plain{});
    CHECK_FALSE(none.solved);
    CHECK(none.passed.empty());
}

TEST_CASE("memory flow: a child that is not in the order ends it", "[unit]") {
    std::vector<std::vector<int>> rows(300);
    for (int i = 0; i != 299; ++i) rows[static_cast<std::size_t>(i)] = {i + 1};
    rows[250] = {1000};
    CHECK_FALSE(solved(rows, {0}, Plain{}).solved);
}
