// The order of sends in TopologicalOrder, recorded by its state.
#include "catch.hpp"
#include "support/numbered_rows.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/detail/topological_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace {

using Place = std::uint32_t;
using Rows = std::vector<std::vector<Place>>;

using Graph = test::NumberedRows;

/// Values are added. A cut place sends 1000.
struct State {
    std::vector<std::uint64_t> values;
    std::set<Place> cut{}, silent{};
    std::vector<Place> order{};               // of sending
    std::size_t received = 0, not_given = 0;  // along references
    std::set<Place> prefetched{};             // and not sent since
    std::vector<std::size_t> batches{};       // how many sent between prefetches
    bool sending = false;

    bool is_cut(Place place) const { return cut.contains(place); }
    bool sends(Place place) {
        order.push_back(place);
        CHECK(prefetched.contains(place));
        if (!sending) batches.push_back(0);
        sending = true;
        ++batches.back();
        return !silent.contains(place);
    }
    std::uint64_t sent(Graph const&, Place place) const { return is_cut(place) ? 1000 : values[place]; }
    std::uint64_t value(Place place) const { return values[place]; }
    void receive(Place place, std::uint64_t value, bool given) {
        if (given) values[place] += value, ++received;
        else ++not_given;
    }
    void prefetch(Place place) {
        REQUIRE(place < values.size());
        prefetched.insert(place);
        sending = false;
    }
};

State state_of(Rows const& rows) { return State{std::vector<std::uint64_t>(rows.size())}; }

/// Whether each place in the order comes once, and after all of its uncut parents.
bool is_topological(std::vector<Place> const& order, Rows const& rows, std::set<Place> const& cut = {}) {
    std::vector<std::size_t> at(rows.size(), rows.size());
    for (std::size_t i = 0; i != order.size(); ++i)
        if (at[order[i]] != rows.size()) return false;
        else at[order[i]] = i;
    for (Place const place : order)
        for (Place const child : rows[place])
            if (!cut.contains(child) && at[child] <= at[place]) return false;
    return true;
}

}  // namespace

TEST_CASE("topological order: every place sends once, after its parents", "[property]") {
    test::RandomGraphs random(1);
    trav::detail::TopologicalOrder order;
    for (std::size_t const count : {0u, 1u, 2u, 31u, 32u, 33u, 500u}) {
        CAPTURE(count);
        Rows rows(count);
        for (std::size_t i = 1; i < count; ++i)  // a place refers to later ones, some of them twice
            for (int k = random.below(i % 100 == 1 ? 200 : 4); k > 0; --k) {
                auto const from = static_cast<std::size_t>(random.below(static_cast<int>(i)));
                rows[from].push_back(static_cast<Place>(i));
            }
        State state = state_of(rows);
        std::vector<std::uint64_t> paths(count, 1);
        state.values = paths;
        for (std::size_t i = 0; i != count; ++i)
            for (Place const child : rows[i]) paths[child] += paths[i];
        Graph const graph(rows);
        CHECK(order.run(state, graph));
        CHECK(state.order.size() == count);
        CHECK(is_topological(state.order, rows));
        CHECK(state.values == paths);
        CHECK(state.received == graph.references().size());
        for (std::size_t i = 0; i != count; ++i) CHECK(order.has_sent(static_cast<Place>(i)));
    }
}

TEST_CASE("topological order: places on or below a cycle are left over", "[unit]") {
    // 0 -> 1 -> 2 -> 3 -> 2, 3 -> 4, and 5 -> 5
    Rows const rows{{1}, {2}, {3}, {2, 4}, {}, {5}, {}};
    State state = state_of(rows);
    state.values = {1, 0, 0, 0, 0, 0, 0};
    trav::detail::TopologicalOrder order;
    CHECK_FALSE(order.run(state, Graph(rows)));
    CHECK(std::set<Place>(state.order.begin(), state.order.end()) == std::set<Place>{0, 1, 6});
    CHECK(state.order.size() == 3);
    CHECK(state.values == std::vector<std::uint64_t>{1, 1, 1, 0, 0, 0, 0});
    for (Place place = 0; place != 7; ++place) CHECK(order.has_sent(place) == (place < 2 || place == 6));
}

TEST_CASE("topological order: a cut place waits for nothing, and breaks a cycle", "[unit]") {
    Rows const rows{{1}, {2, 2, 3}, {0}, {}};
    State state = state_of(rows);
    state.cut = {1};
    trav::detail::TopologicalOrder order;
    CHECK(order.run(state, Graph(rows)));
    CHECK(state.order.size() == 4);
    CHECK(is_topological(state.order, rows, state.cut));
    CHECK(state.order.front() == 1);
    // 1 gets the value of 0, but sends its own
    CHECK(state.values == std::vector<std::uint64_t>{2000, 2000, 2000, 1000});
}

TEST_CASE("topological order: a place that nothing reaches gives nothing, but counts as a parent", "[unit]") {
    Rows const rows{{2, 2}, {2}, {3}, {}};
    State state = state_of(rows);
    state.values = {7, 5, 0, 0};
    state.silent = {0};
    trav::detail::TopologicalOrder order;
    CHECK(order.run(state, Graph(rows)));
    CHECK(state.values == std::vector<std::uint64_t>{7, 5, 5, 5});
    CHECK(state.received == 2);
    CHECK(state.not_given == 2);
}

TEST_CASE("topological order: 32 places send together, the most recent ones first", "[unit]") {
    Rows rows(110);
    for (Place i = 90; i != 100; ++i) rows[i] = {i + 10};
    State state = state_of(rows);
    trav::detail::TopologicalOrder order;
    CHECK(order.run(state, Graph(rows)));
    CHECK(state.batches == std::vector<std::size_t>{32, 32, 32, 14});
    std::vector<Place> expected(32);
    std::iota(expected.begin(), expected.end(), Place{68});
    std::vector<Place> first(state.order.begin(), state.order.begin() + 32);
    std::ranges::sort(first);
    CHECK(first == expected);
    // they made ten places ready: these come before the older ones
    std::vector<Place> second(state.order.begin() + 32, state.order.begin() + 64);
    std::ranges::sort(second);
    CHECK(second.front() == 46);
    CHECK(second[22] == 100);
}

TEST_CASE("topological order: what four references lead to is prefetched, within the array", "[unit]") {
    for (std::size_t const references : {0u, 1u, 3u, 4u, 5u, 6u}) {
        CAPTURE(references);
        Rows rows(9);
        for (std::size_t i = 0; i != references; ++i) rows[1].push_back(static_cast<Place>(8 - i));
        struct Children : State {
            std::set<Place> before{};
            bool sends(Place place) {
                if (before.empty()) before = prefetched;
                return State::sends(place);
            }
        } state{state_of(rows)};
        trav::detail::TopologicalOrder order;
        CHECK(order.run(state, Graph(rows)));
        std::set<Place> expected;  // those that are ready at the start, and the first four children
        for (Place i = 0; i <= 8 - references; ++i) expected.insert(i);
        // places 2 to 8 - n have their rows at the end of the array: its last four references are prefetched
        for (std::size_t i = 0; i != references; ++i)
            if (i < 4 || i + 4 >= references) expected.insert(static_cast<Place>(8 - i));
        CHECK(state.before == expected);
    }
}
