// test/graph/breadth_first_order.cpp: nodes are in the order of a queue, for any amount of memory; items of
// nodes and references come in the same order.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/graph/breadth_first_order.hpp>
#include <trav/graph/write_csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Node = std::uint32_t;
using Rows = std::vector<std::vector<Node>>;

void write_rows(std::string const& file, Rows const& rows) {
    std::vector<Node> offsets{0}, targets;
    for (auto const& row : rows) {
        targets.insert(targets.end(), row.begin(), row.end());
        offsets.push_back(static_cast<Node>(targets.size()));
    }
    trav::write_csr(file, trav::Csr<>(offsets, targets));
}

/// By definition: roots and the nodes that they reach, then unreferenced nodes, then the remaining ones one
/// by one.
std::vector<Node> by_queue(Rows const& rows, std::vector<Node> const& roots) {
    std::vector<Node> order;
    std::vector<bool> seen(rows.size());
    std::deque<Node> queue;
    auto const add = [&](Node n) {
        if (!seen[n]) seen[n] = true, queue.push_back(n), order.push_back(n);
    };
    auto const run = [&] {
        for (; !queue.empty(); queue.pop_front())
            for (Node const child : rows[queue.front()]) add(child);
    };
    for (Node const n : roots) add(n);
    run();
    for (Node n = 0; n != rows.size(); ++n)
        if (std::ranges::none_of(rows, [&](auto const& row) { return std::ranges::count(row, n) != 0; }))
            add(n);
    run();
    for (Node n = 0; n != rows.size(); ++n) add(n), run();
    return order;
}

Node below(std::mt19937& random, Node limit) { return static_cast<Node>(random() % limit); }

Rows random_rows(std::mt19937& random, Node nodes, std::size_t references) {
    Rows rows(nodes);
    for (std::size_t i = 0; i != references; ++i) rows[below(random, nodes)].push_back(below(random, nodes));
    return rows;
}

struct Found {
    std::vector<Node> order;
    Rows rows{};
};
Found found_by(trav::MappedCsr<> const& graph, std::vector<Node> const& roots, std::uint64_t room) {
    trav::BreadthFirstOrder order(graph, room);
    Found found{.order = {}, .rows = Rows(1)};
    order.find(
        roots, [&](Node child) { found.rows.back().push_back(child); }, [&] { found.rows.emplace_back(); });
    found.rows.pop_back();
    found.order.assign(order.nodes().begin(), order.nodes().end());
    for (Node n = 0; n != graph.count(); ++n) CHECK(found.order[order.number(n)] == n);
    return found;
}

}  // namespace

TEST_CASE("nodes are numbered in the order of a queue, for any amount of memory", "[unit]") {
    Folder const folder;
    std::mt19937 random(7);
    for (int round = 0; round != 40; ++round) {
        Node const nodes = 1 + below(random, 120);
        Rows rows = random_rows(random, nodes, below(random, 3 * nodes));
        // more than fits in memory
        if (round % 4 == 0) rows[below(random, nodes)].resize(300, below(random, nodes));
        write_rows(folder / "a", rows);
        std::vector<Node> roots;
        for (int i = 0; i != round % 3; ++i) roots.push_back(below(random, nodes));
        auto const order = by_queue(rows, roots);
        std::vector<Node> number(nodes);
        for (Node i = 0; i != nodes; ++i) number[order[i]] = i;
        trav::MappedCsr<> const graph(folder / "a");
        for (std::uint64_t const room : {std::uint64_t{1} << 10, std::uint64_t{1} << 20}) {
            Found const found = found_by(graph, roots, room);
            REQUIRE(found.order == order);
            REQUIRE(found.rows.size() == nodes);
            for (Node i = 0; i != nodes; ++i) {
                std::vector<Node> children;
                for (Node const child : rows[order[i]]) children.push_back(number[child]);
                CHECK(found.rows[i] == children);
            }
        }
    }
}

TEST_CASE("items of nodes and references come in the order of the nodes", "[unit]") {
    Folder const folder;
    write_rows(folder / "a", {{2}, {}, {3, 1}, {0}});
    trav::MappedCsr<> const graph(folder / "a");
    trav::BreadthFirstOrder order(graph, 1 << 10);
    order.find(std::vector<Node>{2}, [](Node) {}, [] {});
    CHECK(std::vector<Node>(order.nodes().begin(), order.nodes().end()) == std::vector<Node>{2, 3, 1, 0});
    std::vector<std::uint64_t> const sizes{10, 20, 30, 40};
    std::vector<std::uint64_t> sorted;
    order.each_item(std::span<std::uint64_t const>(sizes), [&](auto size) { sorted.push_back(size); });
    CHECK(sorted == std::vector<std::uint64_t>{30, 40, 20, 10});
    std::string const kinds = "abcd";  // of 0 -> 2, 2 -> 3, 2 -> 1, 3 -> 0
    std::string sorted_kinds;
    order.each_of_references(std::span<char const>(kinds), [&](char kind) { sorted_kinds += kind; });
    CHECK(sorted_kinds == "bcda");
}

TEST_CASE("an empty graph has an order, and too little memory is rejected", "[unit]") {
    Folder const folder;
    write_rows(folder / "a", {});
    trav::MappedCsr<> const graph(folder / "a");
    CHECK(found_by(graph, {}, 1 << 10).order.empty());
    CHECK_THROWS_AS(trav::BreadthFirstOrder(graph, 1000), std::invalid_argument);
    CHECK(trav::BreadthFirstOrder<Node>::bytes(64, 1024) == 64 * 8 + 8 + 1024);
}
