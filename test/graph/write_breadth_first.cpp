// test/graph/write_breadth_first.cpp: the file has the same graph, sizes and columns, in breadth-first order.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/graph/write_breadth_first.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

using Node = std::uint32_t;
using Rows = std::vector<std::vector<Node>>;

template <class... Sizes>
void write_rows(std::string const& file, Rows const& rows, Sizes const&... sizes) {
    std::vector<std::uint64_t> offsets{0};
    std::vector<Node> targets;
    for (auto const& row : rows) {
        targets.insert(targets.end(), row.begin(), row.end());
        offsets.push_back(targets.size());
    }
    if constexpr (sizeof...(Sizes) == 0)
        trav::write_csr(file, trav::Csr<std::uint64_t, Node>(offsets, targets));
    else trav::write_csr(file, trav::Csr<std::uint64_t, Node, std::uint64_t>(offsets, targets, sizes...));
}

Node below(std::mt19937& random, Node limit) { return static_cast<Node>(random() % limit); }

}  // namespace

TEST_CASE("a graph is written in breadth-first order, with its sizes", "[unit]") {
    Folder const folder;
    write_rows(folder / "a", {{3}, {}, {3, 1, 3}, {2}}, std::vector<std::uint64_t>{1, 2, 4, 8});
    trav::MappedCsr<> const graph(folder / "a");
    trav::BreadthFirstOrder order(graph, 1 << 10);
    trav::write_breadth_first(folder / "b", graph, order, std::vector<Node>{0});
    trav::MappedCsr<Node, true> const sorted(folder / "b", trav::Trust::nothing);
    // 0, 3, 2, 1 are now 0 to 3
    CHECK(std::vector<std::uint64_t>(sorted.offsets().begin(), sorted.offsets().end()) ==
          std::vector<std::uint64_t>{0, 1, 2, 5, 5});
    CHECK(std::vector<Node>(sorted.targets().begin(), sorted.targets().end()) ==
          std::vector<Node>{1, 2, 1, 3, 1});
    CHECK(std::vector<std::uint64_t>(sorted.sizes().begin(), sorted.sizes().end()) ==
          std::vector<std::uint64_t>{1, 8, 4, 2});
    CHECK(folder.files() == std::vector<std::string>{"a", "b"});
    // a header of 64 bytes, 5 offsets of 8, 5 targets of 4, and zeros up to a multiple of 8
    std::ifstream file(folder / "b", std::ios::binary);
    std::string const bytes{std::istreambuf_iterator<char>(file), {}};
    CHECK(bytes.substr(64 + 40 + 20, 4) == std::string(4, '\0'));
}

TEST_CASE("a graph with many rows and a column, but no sizes, is written", "[unit]") {
    Folder const folder;
    std::mt19937 random(3);
    Rows rows(10000);
    for (auto& row : rows)
        for (std::size_t i = below(random, 4); i != 0; --i) row.push_back(below(random, 10000));
    write_rows(folder / "a", rows);
    trav::MappedCsr<> const graph(folder / "a");
    trav::BreadthFirstOrder order(graph, 1 << 14);
    std::vector<std::uint64_t> progress{0};
    trav::write_breadth_first(
        folder / "b", graph, order, std::vector<Node>{17},
        [&](trav::CsrColumnWriter& columns) {
            columns.items<std::uint64_t>("id", graph.count(), [&](auto put) {
                for (Node const n : order.nodes()) put(n);
            });
        },
        [&](std::uint64_t done, std::uint64_t whole) {
            CHECK(whole == 10000);
            CHECK(done > progress.back());
            progress.push_back(done);
        });
    CHECK(progress == std::vector<std::uint64_t>{0, 4096, 8192, 10000});
    trav::MappedCsr<> const sorted(folder / "b", trav::Trust::nothing);
    REQUIRE(sorted.count() == rows.size());
    CHECK(sorted.sizes().empty());
    auto const ids = sorted.columns().items<std::uint64_t>("id", sorted.count());
    CHECK(ids[0] == 17);
    std::vector<bool> seen(rows.size());
    for (Node n = 0; n != sorted.count(); ++n) {
        auto const& row = rows[ids[n]];
        CHECK_FALSE(seen[ids[n]]);
        seen[ids[n]] = true;
        auto const children = sorted.children(n);
        REQUIRE(children.size() == row.size());
        for (std::size_t i = 0; i != row.size(); ++i) CHECK(ids[children[i]] == row[i]);
    }
}

TEST_CASE("a file that cannot be written is an error, and leaves nothing behind", "[unit]") {
    Folder const folder;
    write_rows(folder / "a", {{}});
    trav::MappedCsr<> const graph(folder / "a");
    trav::BreadthFirstOrder order(graph, 1 << 10);
    CHECK_THROWS_AS(trav::write_breadth_first(folder / "none/b", graph, order, std::vector<Node>{}),
                    trav::BadFile);
    CHECK(folder.files() == std::vector<std::string>{"a"});
}
