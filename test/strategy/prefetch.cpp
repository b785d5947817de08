// test/strategy/prefetch.cpp: no arrival is lost between ring and stack, and each is prefetched once.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/graph/csr.hpp>
#include <trav/store/dense.hpp>
#include <trav/store/in_node.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

using namespace test;

namespace {

using Arrivals = std::map<std::pair<int, int>, int>;

struct CountArrivals {
    using inherited = int;
    static constexpr bool wants_parent = true;
    Arrivals arrivals{};
    bool sound = true;
    void visit(auto& here) {
        ++arrivals[{here.parent->id, here.node->id}];
        if (here.inherited != here.parent->id)
            sound = false;  // for a root: the value that it was pushed with
        here.to_children = here.node->id;
    }
};

template <class Strategy>
Arrivals arrivals(Heap<>& heap) {
    CountArrivals policy;
    auto traversal = trav::traversal<Strategy>(Objects<>{&heap}, policy);
    for (auto* root : heap.roots) traversal.push_root(root, root == nullptr ? 0 : root->id);
    CHECK(traversal.run());
    CHECK(policy.sound);
    return policy.arrivals;
}

/// Counts prefetches.
struct Addressed : Objects<> {
    std::map<int, int>* prefetched;
    void const* address(node n) const {
        ++(*prefetched)[n->id];
        return n;
    }
};

}  // namespace

TEST_CASE("prefetch: it makes the arrivals of a mark stack, at any distance", "[property]") {
    for_random_graphs(40, 6, 300, [](Shape const& shape) {
        INFO(shape.name);
        Heap<> heap(shape);
        Arrivals const expected = arrivals<trav::MarkStack>(heap);
        CHECK(arrivals<trav::Prefetch<1>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<2>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<16>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<>>(heap) == expected);
    });
}

TEST_CASE("prefetch: every arrival is prefetched once, before its visit") {
    for_random_graphs(41, 3, 100, [](Shape const& shape) {
        Heap<> heap(shape);
        std::map<int, int> prefetched, visited;
        bool in_time = true;
        auto const count = [&](auto& here) {
            ++visited[here.node->id];
            if (prefetched[here.node->id] < visited[here.node->id]) in_time = false;
        };
        std::vector<Obj<>*> roots;
        for (auto* root : heap.roots)
            if (root != nullptr) roots.push_back(root);
        trav::traverse<trav::Prefetch<8>>(Addressed{{&heap}, &prefetched}, roots, count);
        CHECK(prefetched == visited);
        CHECK(in_time);
    });
}

namespace {

struct StopsAfter {
    int most = 3, visits = 0;
    trav::go visit(auto& here) {
        if (++visits == most) return trav::go::stop;
        return here.first ? trav::go::down : trav::go::skip;
    }
};
struct StopsAfterInheriting : StopsAfter {
    using inherited = int;
};

template <class Policy>
void check_stopped() {
    Heap<> heap(shape("a:bcdefg b: c: d: e: f: g:", "a"));
    Policy policy;
    auto traversal = trav::traversal<trav::Counted<trav::Prefetch<2>>>(Objects<>{&heap}, policy);
    traversal.push_root(heap.at(0));
    CHECK_FALSE(traversal.run());
    CHECK(traversal.idle());
    policy.most = 100, policy.visits = 0;
    traversal.begin_pass();
    traversal.push_root(heap.at(0));
    CHECK(traversal.run());
    CHECK(policy.visits == 7);
    CHECK(traversal.statistics().max_frontier == 6);  // the children of a; two of them are in a ring
}

}  // namespace

TEST_CASE("prefetch: a stopped pass leaves nothing for the next one") {
    check_stopped<StopsAfter>();
    check_stopped<StopsAfterInheriting>();
}

namespace {

/// Every node is visited once, with its own data.
struct VisitOnce {
    static constexpr bool once = true;
    using node_data = std::uint32_t;
    std::map<std::uint32_t, int> visits{};
    void visit(auto& here) {
        ++visits[here.node];
        here.data = here.node + 1;
    }
};
struct VisitOnceKeepingNothing {
    static constexpr bool once = true;
    std::map<std::uint32_t, int> visits{};
    void visit(auto& here) { ++visits[here.node]; }
};

/// A tree in rows: each node has `width` children, while there are nodes.
struct Rows {
    std::vector<std::uint32_t> offsets{0}, targets{};
    Rows(std::uint32_t count, std::uint32_t width) {
        for (std::uint32_t n = 0; n != count; ++n) {
            for (std::uint32_t i = 1; i <= width && n * width + i < count; ++i)
                targets.push_back(n * width + i);
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        }
    }
    trav::Csr<> graph() const { return {offsets, targets}; }
};

template <class Policy>
void check_visits(Policy const& policy, std::uint32_t count) {
    CHECK(policy.visits.size() == count);
    for (auto const& [node, visits] : policy.visits) CHECK(visits == 1);
}

/// Children after the header, and more readable words after the last object.
struct Cell {
    trav::Slot<> mark;
    std::uint32_t count = 0;
    Cell* fields[4];
};
struct Cells {
    using node = Cell*;
    static constexpr std::size_t readable_children = 4;
    std::span<Cell* const> children(node n) const { return {n->fields, n->count}; }
};

/// The same graph with children that are never contiguous, that are sometimes contiguous, or that are
/// handles.
struct Unordered {
    using node = std::uint32_t;
    Rows const* rows;
    struct Children {
        std::uint32_t const *first, *last;
        std::uint32_t const* begin() const { return first; }
        std::uint32_t const* end() const { return last; }
    };
    Children children(node n) const {
        return {rows->targets.data() + rows->offsets[n], rows->targets.data() + rows->offsets[n + 1]};
    }
};
struct Sometimes : Unordered {
    std::span<std::uint32_t const> row(node n) const {
        if (n % 3 == 0) return {};
        return {children(n).begin(), children(n).end()};
    }
};

}  // namespace

TEST_CASE("prefetch: deferred visits are made once each, for any number of nodes") {
    for (std::uint32_t const count : {1u, 2u, 31u, 32u, 33u, 63u, 64u, 65u, 127u, 128u, 129u, 160u, 1000u})
        for (std::uint32_t const width : {1u, 2u, 3u, 4u, 5u, 9u}) {
            INFO(count << " nodes, " << width << " children each");
            Rows const rows(count, width);
            std::vector<std::uint32_t> const roots{0, 0};
            auto const graph = rows.graph();
            trav::Dense<std::uint32_t> data(count);
            VisitOnce keeping;
            trav::traverse<trav::Prefetch<16>>(graph, roots, keeping, data);
            check_visits(keeping, count);
            for (std::uint32_t n = 0; n != count; ++n) CHECK(*data.find(n) == n + 1);

            check_visits(trav::traverse<trav::Prefetch<16>>(graph, roots, VisitOnceKeepingNothing{}), count);
            check_visits(
                trav::traverse<trav::Prefetch<16>>(Unordered{&rows}, roots, VisitOnceKeepingNothing{}),
                count);
            check_visits(
                trav::traverse<trav::Prefetch<16>>(Sometimes{{&rows}}, roots, VisitOnceKeepingNothing{}),
                count);
            check_visits(trav::traverse<trav::Prefetch<16>>(Sometimes{{&rows}}, roots, VisitOnce{}), count);
        }
}

TEST_CASE("prefetch: long rows are pushed piece by piece, and the frontier stays short") {
    for (std::uint32_t const width : {1023u, 1024u, 1025u, 2048u, 5000u}) {
        Rows const rows(width * 3 + 1, width);
        VisitOnce policy;
        trav::traverse<trav::Prefetch<>>(rows.graph(), std::vector<std::uint32_t>{0}, policy);
        check_visits(policy, width * 3 + 1);
    }
    // a row of 100 000 references to the same leaf: one piece of it waits
    std::vector<std::uint32_t> offsets{0, 100'000, 100'000};
    std::vector<std::uint32_t> targets(100'000, 1);
    int visits = 0;
    auto count = [&](auto&) { ++visits; };
    trav::Csr<> const graph(offsets, targets);
    auto traversal = trav::traversal<trav::Counted<trav::Prefetch<>>>(graph, count);
    traversal.push_root(0);
    CHECK(traversal.run());
    CHECK(visits == 100'001);
    CHECK(traversal.statistics().max_frontier <= 1025);
}

TEST_CASE("prefetch: words that are read after the children are not visited") {
    std::vector<Cell> cells(100);
    std::map<Cell*, int> arrivals;
    for (std::size_t i = 0; i != cells.size(); ++i) {
        cells[i].count = static_cast<std::uint32_t>(i % 5);
        for (std::size_t k = 0; k != 4; ++k)  // the words after the children are not references
            cells[i].fields[k] = k < cells[i].count ? &cells[(i * 4 + k + 1) % cells.size()] : nullptr;
        for (std::size_t k = cells[i].count; k != 4; ++k) cells[i].fields[k] = reinterpret_cast<Cell*>(8);
    }
    std::map<Cell*, int> expected, found;
    std::vector<Cell*> const roots{&cells[4]};
    auto const count_in = [](std::map<Cell*, int>& map) { return [&map](auto& here) { ++map[here.node]; }; };
    auto by_stack = count_in(expected), by_prefetch = count_in(found);
    trav::InNode<&Cell::mark> marks;
    trav::traverse<trav::MarkStack>(Cells{}, roots, by_stack, marks);
    trav::traverse<trav::Prefetch<8>>(Cells{}, roots, by_prefetch, marks);
    CHECK(found == expected);
    CHECK(found.size() > 10);
}

TEST_CASE("prefetch: a policy that throws can be followed by another pass") {
    Rows const rows(1000, 3);
    auto const graph = rows.graph();
    int visits = 0;
    auto throws = [&](auto&) {
        if (++visits == 500) throw 1;
    };
    auto traversal = trav::traversal<trav::Prefetch<>>(graph, throws);
    traversal.push_root(0);
    CHECK_THROWS(traversal.run());
    traversal.begin_pass();
    traversal.push_root(0);
    visits = 1000;
    CHECK(traversal.run());
    CHECK(visits == 2000);
}
