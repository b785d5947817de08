// The state of places while a flow is being solved, with and without a neutral value.
#include "catch.hpp"

#include <trav/flow/detail/flow_state.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using Place = std::uint32_t;
using Mask = std::uint64_t;

struct Plain {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};
/// Without a neutral value.
struct Flagged {
    using value = Mask;
    value join(value a, value b) const { return a | b; }
};
/// Nodes below 0 send 100 minus themselves.
struct WithCuts : Plain {
    std::optional<value> cut(int n) const {
        return n < 0 ? std::optional(static_cast<value>(100 - n)) : std::nullopt;
    }
};
struct WithTransfer : Plain {
    value transfer(int n, value own) const { return own | Mask{1} << n; }
};

/// 0 -> 1 -> 2, and 3 -> 4; the first `roots` are roots.
struct Graph {
    explicit Graph(std::size_t roots = 1, std::size_t reached = 3) : roots_(roots), reached_(reached) {}
    std::size_t size() const { return rows.size(); }
    std::size_t roots() const { return roots_; }
    std::size_t reached() const { return reached_; }
    int node(Place place) const { return nodes[place]; }
    std::vector<Place> const& children(Place place) const { return rows[place]; }

  private:
    std::size_t roots_, reached_;
    std::vector<std::vector<Place>> rows{{1}, {2}, {}, {4}, {}};
    std::vector<int> nodes{10, 11, 12, 13, 14};
};
struct Source {
    Place node;
    Mask value;
};
using Sources = std::vector<Source>;

template <class F>
using State = trav::detail::FlowState<F, int>;

/// The value found, or -1.
int found(auto const& state, Place place) {
    auto const* const value = state.find(place);
    return value == nullptr ? -1 : static_cast<int>(*value);
}

}  // namespace

TEST_CASE("flow state: sources have their values, other places none", "[unit]") {
    auto const check = [](auto flow) {
        State<decltype(flow)> state(flow);
        for (int round = 0; round != 2; ++round) {
            state.begin(Graph(), Sources{{3, 4}, {0, 1}, {3, 2}});
            CHECK(found(state, 0) == 1);
            CHECK(found(state, 1) == -1);
            CHECK(found(state, 3) == 6);
            CHECK(state.reached(0));
            CHECK_FALSE(state.reached(1));
            CHECK(state.value(3) == 6);
            CHECK(state.sends(3));
            CHECK_FALSE(state.sends(4));
            CHECK_FALSE(state.is_cut(0));
            CHECK(state.sent(Graph(), 3) == 6);
        }
        state.release();
        state.begin(Graph(), Sources{});
        CHECK(found(state, 0) == -1);
    };
    check(Plain{});
    check(Flagged{});
}

TEST_CASE("flow state: a place tells whether it has changed", "[unit]") {
    auto const check = [](auto flow) {
        State<decltype(flow)> state(flow);
        state.begin(Graph(), Sources{});
        CHECK(state.receive(1, 2, true));
        CHECK_FALSE(state.receive(1, 2, true));
        CHECK(state.receive(1, 5, true));
        CHECK(found(state, 1) == 7);
        CHECK_FALSE(state.receive(1, 3, true));
        CHECK(found(state, 1) == 7);
    };
    check(Plain{});
    check(Flagged{});
}

TEST_CASE("flow state: what is not given does not reach a place", "[unit]") {
    Flagged flow;
    State<Flagged> state(flow);
    state.begin(Graph(), Sources{});
    CHECK_FALSE(state.receive(1, 2, false));
    CHECK(found(state, 1) == -1);
    CHECK(state.receive(1, 0, true));  // a value like any other
    CHECK(found(state, 1) == 0);
    CHECK(state.reached(1));
    CHECK_FALSE(state.receive(1, 2, false));
    CHECK(found(state, 1) == 0);
}

TEST_CASE("flow state: if values change on their way, nothing may reach a place", "[unit]") {
    auto const check = [](auto flow) {
        State<decltype(flow)> state(flow);
        for (int n = 10; n != 15; ++n) state.seen(n);
        state.begin(Graph(), Sources{});
        CHECK(state.receive(1, 0, true));
        CHECK(found(state, 1) == 0);
        CHECK(state.sends(1));
        CHECK(found(state, 2) == -1);
    };
    check(WithTransfer{});
    check(WithCuts{});
}

TEST_CASE("flow state: if every root is a source, what they reach is reached, even by nothing", "[unit]") {
    auto const reaches = [](std::size_t roots, std::size_t reached, Sources const& sources) {
        Plain flow;
        State<Plain> state(flow);
        state.begin(Graph(roots, reached), sources);
        return found(state, 4) == 0;
    };
    CHECK(reaches(2, 5, {{0, 1}, {1, 0}}));
    CHECK_FALSE(reaches(2, 4, {{0, 1}, {1, 0}}));
    CHECK_FALSE(reaches(2, 5, {{0, 1}}));
    CHECK_FALSE(reaches(2, 5, {{1, 1}}));
    CHECK(reaches(1, 5, {{2, 1}, {0, 1}}));
    CHECK_FALSE(reaches(1, 5, {{1, 1}}));
}

TEST_CASE("flow state: all places may have the same value", "[unit]") {
    auto const check = [](auto flow) {
        State<decltype(flow)> state(flow);
        state.fill(3, 6);
        for (Place place = 0; place != 3; ++place) {
            CHECK(found(state, place) == 6);
            CHECK(state.reached(place));
        }
        state.begin(Graph(), Sources{});
        CHECK(found(state, 2) == -1);
        state.fill(2, 0);
        CHECK(found(state, 1) == 0);
    };
    check(Plain{});
    check(Flagged{});
}

TEST_CASE("flow state: places may be united", "[unit]") {
    auto const check = [](auto flow) {
        State<decltype(flow)> state(flow);
        state.begin(Graph(), Sources{{0, 1}, {2, 4}, {3, 2}});
        state.unite(std::vector<Place>{1, 2, 0});
        for (Place const place : {0u, 1u, 2u}) CHECK(found(state, place) == 5);
        CHECK(found(state, 3) == 2);
        state.begin(Graph(), Sources{{3, 2}});
        state.unite(std::vector<Place>{1, 2});
        CHECK(found(state, 1) == -1);
        CHECK(found(state, 2) == -1);
        CHECK(found(state, 3) == 2);
    };
    check(Plain{});
    check(Flagged{});
}

TEST_CASE("flow state: a flow may have no value that adds nothing", "[unit]") {
    struct Common {
        using value = Mask;
        value join(value a, value b) const { return a & b; }
    } flow;
    State<Common> state(flow);
    state.begin(Graph(), Sources{{0, 6}, {2, 12}});
    CHECK(state.receive(1, 5, true));
    state.unite(std::vector<Place>{3, 0, 2});
    CHECK(found(state, 3) == 4);
    CHECK(found(state, 1) == 5);
}

TEST_CASE("flow state: a cut place sends its own, and at once", "[unit]") {
    WithCuts flow;
    State<WithCuts> state(flow);
    for (int const first : {10, -1}) {
        state.forget_cuts();
        for (int const n : {first, -2, 12, -3, -4}) state.seen(n);
        Graph const graph(1, 5);
        state.begin(graph, Sources{{0, 1}});  // all are reached
        CHECK(state.is_cut(0) == (first < 0));
        CHECK(state.sent(graph, 0) == (first < 0 ? 101 : 1));
        CHECK(state.is_cut(1));
        CHECK(state.sends(1));
        CHECK(state.sent(graph, 1) == 102);
        CHECK_FALSE(state.is_cut(2));
        CHECK_FALSE(state.sends(2));
        CHECK(state.is_cut(3));
        CHECK(state.is_cut(4));
    }
}

TEST_CASE("flow state: a place is cut only if the flow reaches it", "[unit]") {
    WithCuts flow;
    auto const cut = [&](Sources const& sources) {
        State<WithCuts> state(flow);
        for (int const n : {-1, 11, -2, -3, -4}) state.seen(n);
        state.begin(Graph(), sources);
        std::vector<Place> all;
        for (Place place = 0; place != 5; ++place)
            if (state.is_cut(place)) all.push_back(place);
        return all;
    };
    CHECK(cut({}).empty());
    CHECK(cut({{0, 1}}) == std::vector<Place>{0, 2});
    CHECK(cut({{1, 1}}) == std::vector<Place>{2});
    CHECK(cut({{3, 1}, {2, 1}, {3, 1}}) == std::vector<Place>{2, 3, 4});
}

TEST_CASE("flow state: a transfer gets the node and its value", "[unit]") {
    WithTransfer flow;
    State<WithTransfer> state(flow);
    Graph const graph;
    state.begin(graph, Sources{{1, 1}});
    CHECK(state.sent(graph, 1) == 1 + (1 << 11));
    CHECK(found(state, 1) == 1);
}
