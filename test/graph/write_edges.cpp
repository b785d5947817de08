// test/graph/write_edges.cpp: each node has the edges of the list, in the order of the list, for any amount
// of memory.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/graph/write_edges.hpp>

#include <trav/graph/mapped.hpp>

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using Node = std::uint32_t;
using Edges = std::vector<std::pair<Node, Node>>;

std::vector<std::vector<Node>> rows_of(Edges const& edges, std::size_t nodes) {
    std::vector<std::vector<Node>> rows(nodes);
    for (auto const& [from, to] : edges) rows[from].push_back(to);
    return rows;
}
std::vector<std::vector<Node>> written(Edges const& edges, std::uint64_t room) {
    Folder const folder;
    trav::write_edges(
        folder / "a",
        [&](auto edge) {
            for (auto const& [from, to] : edges) edge(from, to);
        },
        room);
    trav::MappedCsr<> const graph(folder / "a", trav::Trust::nothing);
    std::vector<std::vector<Node>> rows;
    for (Node n = 0; n != graph.count(); ++n) {
        auto const children = graph.children(n);
        rows.emplace_back(children.begin(), children.end());
    }
    return rows;
}

Node below(std::mt19937& random, Node limit) { return static_cast<Node>(random() % limit); }

}  // namespace

TEST_CASE("each node has its edges in the order of the list", "[unit]") {
    std::mt19937 random(11);
    for (int round = 0; round != 30; ++round) {
        Node const nodes = 1 + below(random, 50);
        Edges edges;
        for (std::size_t i = below(random, 200); i != 0; --i)
            edges.emplace_back(below(random, nodes), below(random, nodes));
        if (round % 3 == 0) edges.insert(edges.end(), 40, {nodes / 2, nodes - 1});  // a long row
        edges.emplace_back(nodes - 1, 0);
        for (unsigned const room : {0u, 4u, 16u, 1000000u})
            CHECK(written(edges, room) == rows_of(edges, nodes));
    }
}

TEST_CASE("the largest number determines the number of nodes", "[unit]") {
    CHECK(written({}, 100).empty());
    CHECK(written({{0, 3}}, 100) == std::vector<std::vector<Node>>{{3}, {}, {}, {}});
}

TEST_CASE("a pipe gets the bytes of a file, and stays a pipe", "[unit]") {
    Folder const folder;
    std::string const pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    int const reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    for (std::string const& name : {pipe, folder / "file"})
        trav::write_edges(name, [](auto edge) { edge(0, 3), edge(2, 1), edge(0, 1); }, 0);
    std::string text(1 << 16, 'x');
    text.resize(static_cast<std::size_t>(read(reader, text.data(), text.size())));
    close(reader);
    CHECK(text == read(folder / "file"));
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(folder.files() == std::vector<std::string>{"file", "pipe"});
}
