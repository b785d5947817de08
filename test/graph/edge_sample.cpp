// test/graph/edge_sample.cpp: where a sample turns from a direction to none. test/flow/flow_sweep.cpp tests
// what sweeps do with it.
#include "catch.hpp"

#include <trav/graph/edge_sample.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace {

/// Edges between two positions, some of one kind.
struct Sample : trav::detail::EdgeSample {
    Sample& some(std::size_t edges, std::size_t parent, std::size_t child, std::size_t children = 1) {
        for (; edges != 0; --edges) add(parent, child, children);
        return *this;
    }
};
int direction(std::size_t up, std::size_t down) {
    return Sample().some(up, 10, 11).some(down, 11, 10).direction();
}

}  // namespace

TEST_CASE("edge sample: 17 of 32 edges must have the direction", "[unit]") {
    CHECK(direction(17, 15) == 1);
    CHECK(direction(16, 16) == 0);
    CHECK(direction(26, 24) == 0);
    CHECK(direction(15, 17) == -1);
    CHECK(direction(1, 0) == 1);
    CHECK(direction(0, 1) == -1);
    CHECK(Sample().some(9, 10, 10).direction() == 1);  // an object and itself: any direction will do
}

TEST_CASE("edge sample: edges to leaves count only if no others lead anywhere", "[unit]") {
    CHECK(Sample().some(100, 20, 10, 0).some(1, 10, 20).direction() == 1);
    CHECK(Sample().some(100, 20, 10, 0).direction() == -1);
    CHECK(Sample().some(100, 20, 10, 0).some(5, 10, 10).direction() == -1);
}

TEST_CASE("edge sample: an eighth may lead far back", "[unit]") {
    // far: more than 1,024 positions
    CHECK(Sample().some(56, 5000, 5001).some(8, 2025, 1000).direction() == 1);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2025, 1000).direction() == 0);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2024, 1000).direction() == 1);
    CHECK(Sample().some(56, 5001, 5000).some(8, 1000, 2025).direction() == -1);
    CHECK(Sample().some(56, 5001, 5000).some(9, 1000, 2025).direction() == 0);
    CHECK(Sample().some(56, 5001, 5000).some(9, 1000, 2024).direction() == -1);
    CHECK(Sample().some(64, 1000, 9000).direction() == 1);  // far, but not back
    CHECK(Sample().some(64, 9000, 1000).direction() == -1);
    CHECK(Sample().some(56, 5000, 5001).some(9, 2025, 1000, 0).direction() == 1);  // leaves send nothing
}

TEST_CASE("edge sample: hubs have 32 children, and more than an eighth of the edges", "[unit]") {
    CHECK(Sample().some(13, 1, 2).some(2, 1, 3, 32).hubs());
    CHECK_FALSE(Sample().some(14, 1, 2).some(2, 1, 3, 32).hubs());
    CHECK_FALSE(Sample().some(13, 1, 2).some(2, 1, 3, 31).hubs());
    CHECK_FALSE(Sample().hubs());
}

namespace {

/// Records all reads of children. Nodes below 0 are null, and from 100,000 on handles of others.
struct Graph {
    using node = int;
    std::vector<std::vector<int>> rows{};
    std::set<int>* read = nullptr;

    bool null(int n) const { return n < 0; }
    int resolve(int n) const { return n >= 100'000 ? n - 100'000 : n; }
    std::vector<int> const& children(int n) const {
        if (read != nullptr) read->insert(n);
        return rows[static_cast<std::size_t>(n)];
    }
    std::size_t count() const { return rows.size(); }
    int node_at(std::size_t i) const { return static_cast<int>(i); }
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
};
/// 1,000 nodes. One has children, and each of these has one if it is no leaf.
Graph one_row(int parent, std::vector<int> const& children, bool leaves = true) {
    Graph graph{std::vector<std::vector<int>>(1000)};
    if (!leaves)
        for (int const child : children)
            if (child >= 0) graph.rows[graph.index(graph.resolve(child))] = {child};
    graph.rows[graph.index(parent)] = children;
    return graph;
}
int sampled(Graph const& graph) { return trav::detail::sampled_edges(graph).direction(); }

/// Slots of nodes, in blocks of ten.
struct Order {
    std::size_t nodes = 0, all = 0;  // slots
    std::vector<std::size_t>* read = nullptr;

    std::size_t slots() const { return all; }
    std::size_t slot(int n) const { return n < 0 ? all : static_cast<std::size_t>(n % 100'000); }
    std::size_t blocks() const { return (nodes + 9) / 10; }
    void each(std::size_t block, std::size_t, auto const& f) const {
        if (read != nullptr) read->push_back(block);
        for (std::size_t i = 10 * block; i != std::min(10 * block + 10, nodes); ++i)
            f(static_cast<int>(i), std::min(i, all));
    }
};

/// Rows in blocks. It records the blocks read.
struct Blocks {
    struct Block {
        Blocks* from;
        std::size_t first, rows;
        std::vector<std::size_t> row(std::size_t i) const {
            from->rows.push_back(first + i);
            return from->children(first + i);
        }
    };
    std::size_t count = 0, in_each = 0;
    std::vector<std::size_t> (*children)(std::size_t) = nullptr;
    std::vector<std::size_t> read_blocks{}, rows{};

    std::size_t blocks() const { return count; }
    Block read(std::size_t block, std::size_t next) {
        CHECK(block < count);
        CHECK(next == count);  // none
        read_blocks.push_back(block);
        return {this, 5 + block * in_each, in_each};  // row 5 is the first one
    }
};
std::vector<std::size_t> upwards(std::size_t i) { return {i + 1}; }
std::vector<std::size_t> downwards(std::size_t i) { return {i, i - 1, i - 1}; }

/// Whether numbers have equal gaps, of at most `gap`, and the ends are not farther away.
bool evenly_spread(auto const& numbers, std::size_t all, std::size_t gap) {
    std::vector<std::size_t> ends;
    for (auto const n : numbers) ends.push_back(static_cast<std::size_t>(n));
    if (ends.empty()) return false;
    std::size_t const step = ends.size() == 1 ? gap : ends[1] - ends[0];
    for (std::size_t i = 1; i < ends.size(); ++i)
        if (ends[i] - ends[i - 1] != step) return false;
    return step <= gap && ends[0] < step && ends.back() + step >= all;
}

}  // namespace

TEST_CASE("edge sample: the first 16 children count, except null ones", "[unit]") {
    std::vector<int> children(16, 10);  // of 500: 9 upwards, 7 downwards
    std::fill_n(children.begin(), 9, 600);
    std::reverse(children.begin(), children.end());  // the last one matters
    CHECK(sampled(one_row(500, children)) == 1);
    children.push_back(10);
    CHECK(sampled(one_row(500, children)) == 1);
    children[15] = 10;
    CHECK(sampled(one_row(500, children)) == 0);
    children[15] = -1;
    CHECK(sampled(one_row(500, children)) == 1);  // 8 of 15
    for (int& child : children) child += child < 0 ? 0 : 100'000;
    CHECK(sampled(one_row(500, children)) == 1);
    CHECK(sampled(one_row(500, {-1, -1, 10})) == -1);
    CHECK(sampled(Graph{}) == 1);
}

TEST_CASE("edge sample: children of targets tell leaves and hubs", "[unit]") {
    // one edge to an object with children, against many to leaves
    Graph graph = one_row(500, {10, 11, 12, 600});
    CHECK(sampled(graph) == -1);
    graph.rows[600] = {600};
    CHECK(sampled(graph) == 1);
    graph.rows[600] = {-1, -1};  // a leaf
    CHECK(sampled(graph) == -1);
    CHECK(sampled(one_row(500, {10, 11, 12, 600}, false)) == -1);

    Graph hub{std::vector<std::vector<int>>(1)};
    for (std::size_t const size : {31u, 32u, 33u}) {
        hub.rows[0].assign(size, 0);
        CHECK(trav::detail::sampled_edges(hub).hubs() == (size >= 32));
    }
    hub.rows[0].push_back(-1);
    hub.rows[0][0] = -1;
    CHECK_FALSE(trav::detail::sampled_edges(hub).hubs());  // 31 of the first 32
}

TEST_CASE("edge sample: about a thousand objects are read, evenly spread", "[unit]") {
    for (std::size_t const count : {1u, 2u, 1023u, 1024u, 1025u, 2047u, 5000u, 50'000u}) {
        std::set<int> read;
        Graph const graph{std::vector<std::vector<int>>(count), &read};
        trav::detail::sampled_edges(graph);
        CHECK(read.size() <= 1024);
        CHECK((read.size() == count || read.size() >= 512));
        CHECK(evenly_spread(read, count, count / 512 + 1));
    }
}

TEST_CASE("edge sample: objects outside of an order count as leaves, without their children", "[unit]") {
    using trav::detail::direction_in_memory;
    Graph graph = one_row(5, {2, 3, 700}, false);
    CHECK(direction_in_memory(graph, Order{10, 10}) == -1);
    graph.rows[5] = {700, 701, 702};
    std::set<int> read;
    graph.read = &read;
    CHECK(direction_in_memory(graph, Order{10, 10}) == 1);
    CHECK(read.size() == 10);  // none of them
    graph.rows[5] = {2, 700, 701, 702};
    CHECK(direction_in_memory(graph, Order{10, 10}) == -1);  // it leads to an object with children

    read.clear();
    CHECK(direction_in_memory(graph, Order{10, 0}) == 0);
    CHECK(read.empty());
    direction_in_memory(graph, Order{10, 4});  // the others resolve to nothing
    CHECK(read.size() == 4);
}

TEST_CASE("edge sample: at most 16 blocks of an order are read, evenly spread", "[unit]") {
    Graph const graph{std::vector<std::vector<int>>(10'000)};
    for (std::size_t const blocks : {1u, 2u, 15u, 16u, 17u, 31u, 32u, 100u, 1000u}) {
        std::vector<std::size_t> read;
        trav::detail::direction_in_memory(graph, Order{10 * blocks, 10 * blocks, &read});
        CHECK(read.size() <= 16);
        CHECK((read.size() == blocks || read.size() >= 8));
        CHECK(evenly_spread(read, blocks, blocks / 8 + 1));
    }
}

TEST_CASE("edge sample: some rows of some blocks are read", "[unit]") {
    for (std::size_t const count : {0u, 1u, 3u, 16u, 17u, 127u, 128u, 1000u})
        for (std::size_t const in_each : {1u, 63u, 64u, 65u, 1000u}) {
            Blocks blocks{count, in_each, upwards};
            CHECK(trav::detail::direction_in_blocks(blocks) == 1);
            blocks.children = downwards;
            CHECK(trav::detail::direction_in_blocks(blocks) == (count == 0 ? 1 : -1));
            blocks.read_blocks.clear(), blocks.rows.clear();
            trav::detail::direction_in_blocks(blocks);
            if (count == 0) continue;
            CHECK(blocks.read_blocks.size() <= std::min<std::size_t>(count / 16 + 1, 8));
            CHECK(evenly_spread(blocks.read_blocks, count, std::max<std::size_t>(16, count / 8 + 1)));
            std::size_t const first = 5 + blocks.read_blocks[0] * in_each;
            std::vector<std::size_t> rows;  // of the first block
            for (std::size_t const row : blocks.rows)
                if (row < first + in_each) rows.push_back(row - first);
            CHECK(rows[0] == 0);
            CHECK(rows.size() <= 64);
            CHECK((rows.size() == in_each || rows.size() >= 32));
            CHECK(evenly_spread(rows, in_each, in_each / 32 + 1));
            CHECK(blocks.rows.size() == rows.size() * blocks.read_blocks.size());
        }
}
