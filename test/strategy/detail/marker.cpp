// The walker of Prefetch: each arrival is visited once, however many are under way, in whatever way a graph
// lists children; its prefetches come early enough; and its stack may keep arrivals elsewhere.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/graph/csr.hpp>
#include <trav/store/dense.hpp>
#include <trav/store/hashed.hpp>
#include <trav/strategy/detail/marker.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using test::ListGraph;
using test::ListGraphInPieces;
using test::Lists;
using trav::go;
using trav::detail::Marker;
using List = std::vector<int>;

/// Handles from 10000 on stand for nodes.
struct Handles : ListGraph {
    int resolve(int n) const { return n >= 10000 ? n - 10000 : n; }
};
/// Rows in one array.
struct Array {
    explicit Array(Lists const& lists) {
        for (auto const& list : lists) {
            for (int const child : list)
                if (child >= 0) targets.push_back(static_cast<std::uint32_t>(child));
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        }
    }
    std::vector<std::uint32_t> offsets{0}, targets;
};

struct Tally {
    std::vector<int> visits, first;
};
/// Goes down at first arrivals; says stop at the visit with number `stop`.
struct Every {
    Tally* tally;
    int stop = -1;
    go visit(auto& here) {
        ++tally->visits[static_cast<std::size_t>(here.node)];
        tally->first[static_cast<std::size_t>(here.node)] += here.first;
        if (--stop == 0) return go::stop;
        return here.first ? go::down : go::skip;
    }
};
struct Once {
    static constexpr bool once = true;
    Tally* tally;
    void visit(auto& here) { ++tally->visits[static_cast<std::size_t>(here.node)]; }
};
struct OnceWithData : Once {
    using node_data = std::uint32_t;
    void visit(auto& here) {
        here.data += static_cast<std::uint32_t>(here.node) + 1;
        Once::visit(here);
    }
};

/// The number of arrivals at each node.
std::vector<int> arrivals(Lists const& lists, List const& roots) {
    std::vector<int> all(lists.size());
    List waiting = roots;
    while (!waiting.empty()) {
        int const n = waiting.back() % 10000;
        waiting.pop_back();
        if (n < 0 || all[static_cast<std::size_t>(n)]++ != 0) continue;
        for (int const child : lists[static_cast<std::size_t>(n)]) waiting.push_back(child);
    }
    return all;
}
std::vector<int> reached(std::vector<int> all) {
    for (int& one : all) one = one != 0;
    return all;
}

template <std::size_t Distance, class P, class G, class S>
Tally walked(G const& graph, Lists const& lists, List const& roots, S& store, bool by_step) {
    Tally tally{std::vector<int>(lists.size()), std::vector<int>(lists.size())};
    P policy;
    policy.tally = &tally;
    Marker<G, P, S, Distance> marker(graph, policy, store);
    CHECK(marker.idle());
    for (int const root : roots) marker.push(static_cast<typename G::node>(root), {});
    CHECK(marker.size() == roots.size());
    if (by_step)
        while (!marker.idle()) CHECK(marker.step() == go::down);
    else CHECK(marker.run());
    CHECK(marker.idle());
    CHECK(marker.size() == 0);
    return tally;
}

template <std::size_t Distance, class G>
void check(G const& graph, Lists const& lists, List const& roots) {
    using N = typename G::node;
    auto const all = arrivals(lists, roots);
    for (bool const by_step : {false, true}) {
        trav::Hashed<N> marks;
        trav::Hashed<N> once_marks;
        marks.begin_pass(), once_marks.begin_pass();
        auto const every = walked<Distance, Every>(graph, lists, roots, marks, by_step);
        CHECK(every.visits == all);
        CHECK(every.first == reached(all));
        CHECK(walked<Distance, Once>(graph, lists, roots, once_marks, by_step).visits == reached(all));
    }
}

/// A node with many children, with some of their own.
Lists wide(int count) {
    Lists lists(static_cast<std::size_t>(count) + 1);
    for (int i = 1; i <= count; ++i) {
        lists[0].push_back(i);
        if (i % 10 == 0) lists[static_cast<std::size_t>(i)] = {i / 2, i - 1, 0};
    }
    return lists;
}

}  // namespace

TEST_CASE("marker: every arrival is visited once, however children are listed", "[property]") {
    test::RandomGraphs random(5);
    for (int const most : {1, 4, 30}) {
        CAPTURE(most);
        Lists lists = random.lists(1000, most);
        List const roots{3, -1, 5, 3};
        check<1>(ListGraph{&lists}, lists, roots);
        check<32>(ListGraph{&lists}, lists, roots);
        check<8>(ListGraphInPieces{{&lists}}, lists, roots);
        for (auto& list : lists)
            for (int& child : list) child += child > 0 && child % 3 == 0 ? 10000 : 0;
        check<16>(Handles{{&lists}}, lists, roots);
    }
    for (int const count : {1, 7, 8, 9, 16, 17, 24, 25, 1023, 1024, 1025, 3000}) {
        CAPTURE(count);
        Lists const lists = wide(count);
        check<8>(ListGraphInPieces{{&lists}}, lists, {0});
        check<1>(ListGraph{&lists}, lists, {0});
        check<32>(ListGraph{&lists}, lists, {0});
    }
}

TEST_CASE("marker: visits may be deferred until their node is there", "[property]") {
    test::RandomGraphs random(6);
    for (int const most : {1, 4, 30})
        for (bool const by_step : {false, true}) {
            Lists const lists = random.lists(1000, most);
            List const roots{3, 5, 3};
            Array const array(lists);
            trav::Csr<> const graph(array.offsets, array.targets);
            auto const all = arrivals(lists, roots);
            trav::Dense<> marks(1000);
            trav::Dense<std::uint32_t> data(1000);
            marks.begin_pass(1000), data.begin_pass(1000);
            CHECK(walked<16, Once>(graph, lists, roots, marks, by_step).visits == reached(all));
            CHECK(walked<16, OnceWithData>(graph, lists, roots, data, by_step).visits == reached(all));
            for (std::uint32_t n = 0; n != 1000; ++n) {
                auto const* const found = data.find(n);
                if ((found != nullptr ? *found : 0) != (all[n] != 0 ? n + 1 : 0)) FAIL("data of " << n);
            }
            trav::Dense<> every_marks(1000);
            every_marks.begin_pass(1000);
            CHECK(walked<16, Every>(graph, lists, roots, every_marks, by_step).visits == all);
        }
}

TEST_CASE("marker: a step makes one arrival, and long rows wait in pieces", "[unit]") {
    Lists const lists = wide(2500);
    ListGraph const graph{&lists};
    Tally tally{std::vector<int>(lists.size()), std::vector<int>(lists.size())};
    Every policy{&tally};
    trav::Hashed<int> marks;
    marks.begin_pass();
    Marker<ListGraph, Every, trav::Hashed<int>, 16> marker(graph, policy, marks);
    marker.push(0, {});
    CHECK_FALSE(marker.idle());
    CHECK(marker.step() == go::down);
    CHECK(marker.size() == 1025);  // and the rest
    CHECK(tally.visits[0] == 1);
    CHECK(marker.step() == go::down);
    CHECK(marker.size() == 1024);  // 1024 has no children
    CHECK(tally.visits[1024] == 1);
    marker.clear();
    CHECK(marker.idle());
    CHECK(marker.size() == 0);
}

TEST_CASE("marker: a visit that says stop ends it at once", "[unit]") {
    Lists const lists = wide(200);
    ListGraph const graph{&lists};
    for (bool const by_step : {false, true})
        for (int const stop : {1, 2, 30, 150, 220}) {
            CAPTURE(stop);
            Tally tally{std::vector<int>(lists.size()), std::vector<int>(lists.size())};
            Every policy{&tally, stop};
            trav::Hashed<int> marks;
            marks.begin_pass();
            Marker<ListGraph, Every, trav::Hashed<int>, 16> marker(graph, policy, marks);
            marker.push(0, {});
            if (by_step) {
                for (int i = 1; i != stop; ++i) CHECK(marker.step() == go::down);
                CHECK(marker.step() == go::stop);
            } else {
                CHECK_FALSE(marker.run());
            }
            int visits = 0;
            for (int const one : tally.visits) visits += one;
            CHECK(visits == stop);
            CHECK(policy.stop == 0);
        }
}

namespace {

/// Takes notes of prefetches.
struct Addressed : ListGraph {
    std::vector<int>* prefetched;
    void const* address(int n) const {
        ++(*prefetched)[static_cast<std::size_t>(n)];
        return &(*lists)[static_cast<std::size_t>(n)];
    }
};
/// The number of prefetched nodes at each visit.
struct Watch {
    std::vector<int>* prefetched;
    List* at_visits;
    go visit(auto& here) {
        CHECK((*prefetched)[static_cast<std::size_t>(here.node)] == 1);
        at_visits->push_back(static_cast<int>(std::ranges::count(*prefetched, 1)));
        return here.first ? go::down : go::skip;
    }
};

}  // namespace

TEST_CASE("marker: other arrivals come between a node's prefetch and its visit", "[unit]") {
    Lists lists(201);
    for (int i = 1; i <= 200; ++i) lists[0].push_back(i);
    std::vector<int> prefetched(201);
    List at_visits;
    Addressed const graph{{&lists}, &prefetched};
    Watch policy{&prefetched, &at_visits};
    trav::Hashed<int> marks;
    marks.begin_pass();
    Marker<Addressed, Watch, trav::Hashed<int>, 16> marker(graph, policy, marks);
    marker.push(0, {});
    CHECK(marker.run());
    List expected{1};  // at the root
    for (int i = 1; i <= 200; ++i) expected.push_back(std::min(201, 1 + i + 16));
    CHECK(at_visits == expected);
}

namespace {

/// Keeps nodes of other regions elsewhere. A region has 100 numbers.
class Regions {
  public:
    explicit Regions(List* turns) : turns_(turns) {}
    bool empty() const { return here_.empty(); }
    int pop() {
        int const n = here_.back();
        here_.pop_back();
        return n;
    }
    void push(int n) { (n >= 10000 || region(n) == region_ ? here_ : others_).push_back(n); }
    bool owns(int n) const { return region(n) == region_; }
    bool turn() {
        if (others_.empty()) return false;
        region_ = region(others_.back());
        turns_->push_back(region_);
        auto const first = std::partition(others_.begin(), others_.end(), [&](int n) { return !owns(n); });
        here_.assign(first, others_.end());
        others_.erase(first, others_.end());
        return true;
    }
    std::size_t size() const { return here_.size() + others_.size(); }
    void clear() { here_.clear(), others_.clear(); }

  private:
    static int region(int n) { return n / 100; }
    int region_ = 0;
    List here_, others_;
    List* turns_;
};
/// Handles in deques.
struct HandlesApart : ListGraphInPieces {
    int resolve(int n) const { return n >= 10000 ? n - 10000 : n; }
};
struct EveryInRegion : Every {
    List* turns;
    bool* wrong;
    go visit(auto& here) {
        int const region = turns->empty() ? 0 : turns->back();
        *wrong = *wrong || here.node / 100 != region;
        return Every::visit(here);
    }
};

}  // namespace

TEST_CASE("marker: it turns to other regions, and visits no node outside of its own", "[property]") {
    test::RandomGraphs random(7);
    Lists lists = random.lists(1000, 4);
    for (auto& list : lists)
        for (int& child : list) child += child > 0 && child % 3 == 0 ? 10000 : 0;
    auto const all = arrivals(lists, {3, 555});
    Tally tally{std::vector<int>(lists.size()), std::vector<int>(lists.size())};
    List turns;
    bool wrong = false;
    EveryInRegion policy{{&tally}, &turns, &wrong};
    HandlesApart const graph{{{&lists}}};
    trav::Hashed<int> marks;
    marks.begin_pass();
    Marker<HandlesApart, EveryInRegion, trav::Hashed<int>, 16, Regions> marker(graph, policy, marks,
                                                                               Regions(&turns));
    marker.push(3, {});
    marker.push(555, {});
    CHECK(marker.run());
    CHECK(tally.visits == all);
    CHECK_FALSE(wrong);
    CHECK(turns.size() > 9);
}
