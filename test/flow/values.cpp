// The number of sends, hidden in any solution: RoundRobin beside a model with one value after another.
#include "catch.hpp"
#include "support/numbered_rows.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/values.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace {

using Place = std::uint32_t;

using Rows = test::NumberedRows;

/// Sets of bits, and the places of all sends.
struct State {
    std::vector<std::uint64_t> values;
    std::vector<Place> sends;

    std::uint64_t sent(Rows const&, Place place) {
        sends.push_back(place);
        return values[place];
    }
    bool receive(Place place, std::uint64_t value, bool given) {
        if (!given) return false;
        std::uint64_t const before = values[place];
        values[place] |= value;
        return values[place] != before;
    }
    void prefetch(Place place) const { REQUIRE(place < values.size()); }
};

/// Each place with its children: the next two, and `back` earlier ones, of each place in `every`.
std::vector<std::vector<Place>> with_references_back(std::size_t count, std::size_t every,
                                                     std::uint32_t seed) {
    test::RandomGraphs random(seed);
    std::vector<std::vector<Place>> rows(count);
    for (std::size_t i = 0; i != count; ++i) {
        for (std::size_t const to : {i + 1, i + 2})
            if (to < count) rows[i].push_back(static_cast<Place>(to));
        if (every != 0 && i % every == every - 1)
            rows[i].push_back(static_cast<Place>(random.below(static_cast<int>(i) + 1)));
    }
    return rows;
}

/// Some places with a bit of their own.
std::vector<std::uint64_t> sources(std::size_t count) {
    std::vector<std::uint64_t> values(count);
    for (std::size_t bit = 0; bit != 20; ++bit) values[bit * bit * count / 400] |= std::uint64_t{1} << bit;
    return values;
}

/// The documented rounds.
struct Model {
    std::vector<std::vector<Place>> const& rows;
    std::vector<std::uint64_t> values;
    std::set<Place> pending{};
    std::size_t sends = 0, rounds = 0;

    void send(Place place, bool only_back) {
        ++sends;
        std::uint64_t const value = values[place];
        for (Place const child : rows[place]) {
            std::uint64_t const before = values[child];
            values[child] |= value;
            if (values[child] != before && (!only_back || child <= place)) pending.insert(child);
        }
    }
    void all_once() {
        for (std::size_t i = 0; i != rows.size(); ++i) send(static_cast<Place>(i), true);
    }
    /// Rounds in the order of words of 64 places.
    void again() {
        while (!pending.empty()) {
            ++rounds;
            for (std::size_t word = 0; word != rows.size() / 64 + 1; ++word)
                for (;;) {
                    auto const next = pending.lower_bound(static_cast<Place>(word * 64));
                    if (next == pending.end() || *next >= (word + 1) * 64) break;
                    Place const place = *next;
                    pending.erase(next);
                    send(place, false);
                }
        }
    }
};

}  // namespace

TEST_CASE("values: a round sends once from every place, and then from those that grew", "[unit]") {
    for (std::size_t const count : {1u, 63u, 64u, 1023u, 1024u, 1025u, 5000u}) {
        CAPTURE(count);
        auto const rows = with_references_back(count, 200, 1);
        Rows const graph(rows);
        State state{sources(count), {}};
        Model model{rows, state.values};
        trav::detail::RoundRobin round_robin;
        REQUIRE(round_robin.all_once(state, graph));
        model.all_once();
        CHECK(state.sends.size() == count);
        CHECK(std::ranges::is_sorted(state.sends));
        CHECK(state.values == model.values);

        state.sends.clear(), model.sends = 0;
        CHECK(round_robin.again(state, graph, count * 100));
        model.again();
        CHECK(state.sends.size() == model.sends);
        CHECK(state.values == model.values);
        if (count == 5000) CHECK(model.rounds > 1);

        state.sends.clear();
        CHECK(round_robin.again(state, graph, 0));  // nothing is left
        CHECK(state.sends.empty());
    }
}

TEST_CASE("values: forward references never make a place send again", "[unit]") {
    auto const rows = with_references_back(3000, 0, 1);
    Rows const graph(rows);
    State state{sources(3000), {}};
    trav::detail::RoundRobin round_robin;
    CHECK(round_robin.all_once(state, graph));
    state.sends.clear();
    CHECK(round_robin.again(state, graph, 0));
    CHECK(state.sends.empty());
}

TEST_CASE("values: a round gives up if more than one place in 32 must send again", "[unit]") {
    std::size_t const count = 100 * 1024;
    for (std::size_t const every : {2u, 8u, 24u, 48u, 100u}) {  // one reference back for so many places
        CAPTURE(every);
        std::vector<std::vector<Place>> rows(count);
        std::vector<std::uint64_t> values(count);
        for (std::size_t i = 1; i < count; i += every) {
            rows[i].push_back(static_cast<Place>(i - 1));
            values[i] = 1;
        }
        State state{values, {}};
        trav::detail::RoundRobin round_robin;
        bool const goes_on = round_robin.all_once(state, Rows(rows));
        CHECK(goes_on == (every > 32));
        // one in 1024 and 64 more are allowed for all of it
        if (every == 2) CHECK(state.sends.size() == 1024);  // 512 late ones
        if (every == 8) CHECK(state.sends.size() == 2048);  // 256 late ones for 1024, allowed are 32 + 164
        if (every == 24) CHECK(state.sends.size() > 10 * 1024);
    }
}

TEST_CASE("values: sends end after as many as are allowed, and rounds count as sends of their own",
          "[unit]") {
    std::vector<std::vector<Place>> rows(201);
    State state{std::vector<std::uint64_t>(201, 1), {}};
    Rows const leaves(rows);
    trav::detail::RoundRobin round_robin;
    auto const one_of_two = [](Place place) { return place % 2 == 0; };
    round_robin.all_of(201, one_of_two);
    CHECK_FALSE(round_robin.again(state, leaves, 100));
    CHECK(state.sends.size() == 100);
    state.sends.clear();
    round_robin.all_of(201, one_of_two);
    CHECK(round_robin.again(state, leaves, 101));
    CHECK(state.sends.size() == 101);
    CHECK(std::ranges::all_of(state.sends, one_of_two));

    rows[200] = {100}, rows[100] = {0};  // three rounds, of four words each
    Rows const back(rows);
    for (std::size_t const most : {10u, 11u}) {
        state = {std::vector<std::uint64_t>(201), {}};
        state.values[200] = 1;
        round_robin.all_of(201, [](Place place) { return place == 200; });
        CHECK(round_robin.again(state, back, most) == (most == 11));
        CHECK(state.sends == (most == 11 ? std::vector<Place>{200, 100, 0} : std::vector<Place>{200, 100}));
    }
}

TEST_CASE("values: cuts are forgotten", "[unit]") {
    struct Flow {
        using value = std::uint64_t;
        value join(value a, value b) const { return a | b; }
        std::optional<value> cut(int n) const { return n < 0 ? std::optional<value>(8) : std::nullopt; }
    } flow;
    struct Chain : Rows {
        Chain() : Rows({{1}, {}}) {}
        std::size_t roots() const { return 1; }
        std::size_t reached() const { return 2; }
        int node(Place place) const { return static_cast<int>(place); }
    } const graph;
    struct Source {
        Place node;
        std::uint64_t value;
    };
    std::vector<Source> const sources{{0, 1}};
    trav::detail::Values<Flow, int> values(flow);
    for (int const first : {-1, 1}) {
        values.clear();
        for (int const n : {first, 2}) values.seen(n);
        values.solve(graph, sources);
        REQUIRE(values.find(1) != nullptr);
        CHECK(*values.find(1) == (first < 0 ? 8 : 1));
    }
}
