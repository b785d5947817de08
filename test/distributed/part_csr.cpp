// test/distributed/part_csr.cpp: parts of a graph in a file: each rank has its rows, and the same amount of
// work.
#include "catch.hpp"
#include "distributed/support.hpp"
#include "support/folder.hpp"

#include <trav/distributed/part_csr.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/write_csr.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::PartCsr;
using trav::distributed::Threads;

namespace {

// Overwrites a few bytes of a file.
void damage(std::string const& file, std::uint64_t at, std::uint32_t value) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(at));
    stream.write(reinterpret_cast<char const*>(&value), sizeof value);
}

}  // namespace

TEST_CASE("parts of files of all shapes are solved like the whole graph", "[property]") {
    Folder const folder;
    RandomGraphs random(16);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Arrays const arrays(random.graph(kind, 300));
        std::string const file = folder / "graph.csr", wide = folder / "wide.csr";
        trav::write_csr(file, arrays.graph());
        trav::write_csr<std::uint64_t>(wide, arrays.graph());
        auto const sources = bit_of_each_root(arrays);
        Masks flow;
        auto const graph = arrays.graph();
        auto const expected = trav::solve_by_numbering(graph, sources, flow);
        for (std::size_t const ranks : all_ranks) {
            std::atomic<std::uint32_t> compared = 0, wrong = 0;
            on_threads(ranks, [&](Threads& comm) {
                PartCsr<std::uint32_t, true> const part(file, comm);
                PartCsr<std::uint64_t> const same(wide, comm);
                Masks mine;
                wrong += wrong_values(
                    part, trav::solve(trav::distributed::SharedGraph(comm, part), sources, mine), expected);
                wrong += wrong_values(
                    same, trav::solve(trav::distributed::SharedGraph(comm, same), sources, mine), expected);
                for (std::uint64_t n = part.first(); n != part.first() + part.count(); ++n, ++compared)
                    wrong += part.size(static_cast<std::uint32_t>(n)) != arrays.sizes[n];
            });
            CHECK(wrong == 0);
            CHECK(compared == arrays.count());
        }
    }
}

TEST_CASE("parts have equal work, not equal numbers of objects") {
    Folder const folder;
    Shape s{"the first of 100 refers to all", std::vector<std::vector<int>>(100), {}};
    for (int n = 0; n != 100; ++n) s.children[0].push_back(n);
    trav::write_csr(folder / "graph.csr", Arrays(s).graph());
    on_threads(2, [&](Threads& comm) {
        PartCsr<> const part(folder / "graph.csr", comm);
        // 200 in total; the first object has 101 of them
        if (part.count() != (comm.rank() == 0 ? 1u : 99u)) throw std::logic_error("parts of another length");
    });
}

TEST_CASE("objects without references count as work") {
    Folder const folder;
    Shape const s{"100 objects", std::vector<std::vector<int>>(100), {}};
    trav::write_csr(folder / "graph.csr", Arrays(s).graph());
    on_threads(2, [&](Threads& comm) {
        PartCsr<> const part(folder / "graph.csr", comm);
        if (part.count() != 50) throw std::logic_error("parts of another length");
    });
}

TEST_CASE("parts differ by one step of work if it cannot be divided") {
    std::vector<std::uint32_t> const none(6), chain{0, 1, 2, 3};
    auto const begins = [](std::vector<std::uint32_t> const& offsets, std::size_t ranks) {
        return trav::distributed::even_parts(std::span<std::uint32_t const>(offsets), ranks);
    };
    using Begins = std::vector<std::uint64_t>;
    CHECK(begins(none, 1) == Begins{0, 5});
    CHECK(begins(none, 3) == Begins{0, 1, 3, 5});  // up to 5/3 and 10/3, rounded down
    CHECK(begins(chain, 2) == Begins{0, 2, 3});    // 6 in total; 2 in each object
}

TEST_CASE("a rank refuses a file with bad rows in its own part, and says where") {
    Folder const folder;
    std::string const file = folder / "graph.csr";
    Arrays const arrays(shape("a:b b:c c:d d:a", "a"));
    auto const open = [&](std::size_t ranks, std::size_t rank) {
        return [&, ranks, rank] {
            on_threads(ranks, [&](Threads& comm) {
                if (comm.rank() == rank) PartCsr<> const part(file, comm);
            });
        };
    };
    trav::write_csr(file, arrays.graph());
    // a header of 64 bytes, 5 offsets of 8, 4 targets of 4
    damage(file, 64 + 40 + 3 * 4, 4);
    CHECK_NOTHROW(open(2, 0)());
    CHECK_THROWS_WITH(open(2, 1)(), "trav: " + file + ": byte 116: a target is 4, out of range");
    trav::write_csr(file, arrays.graph());
    damage(file, 64 + 1 * 8, 9);
    CHECK_THROWS_WITH(open(1, 0)(), "trav: " + file + ": byte 72: an offset is 9, out of range");
    trav::write_csr(file, arrays.graph());
    damage(file, 64 + 2 * 8, 0);
    CHECK_THROWS_WITH(open(1, 0)(), "trav: " + file + ": byte 80: an offset is 0, out of range");
}
