// test/graph/mapped.cpp: a graph is mapped as it was written; a damaged file is rejected with its name and a
// position.
#include <trav/graph/mapped.hpp>
#include <trav/graph/write_csr.hpp>

#include "expected_edges.hpp"
#include "support/folder.hpp"
#include "support/native_bytes.hpp"

#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

/// Objects with numbers, null children and handles (a + 100 stands for a).
struct Numbered {
    using node = int;
    Edges const* edges;
    auto const& children(node n) const { return (*edges)[static_cast<std::size_t>(n)]; }
    bool null(node n) const { return n < 0; }
    node resolve(node n) const { return n >= 100 ? n - 100 : n; }
    std::size_t index(node n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return edges->size(); }
    std::size_t size(node n) const { return static_cast<std::size_t>(n) * 8 + 16; }
};

}  // namespace

TEST_CASE("a graph is mapped as it was written", "[property]") {
    Folder const folder;
    for (unsigned seed = 0; seed < 20; ++seed) {
        Random random(seed);
        Edges const edges = random_edges(random, 1 + random.below(15), random.below(40));
        Edges handles = edges;
        for (auto& list : handles) {
            for (int& to : list)
                if (random.below(3) == 0) to += 100;
            list.insert(list.begin(), -1);
        }
        std::vector<std::uint32_t> nodes;
        for (std::size_t i = 0; i < edges.size(); ++i) nodes.push_back(static_cast<std::uint32_t>(i));
        trav::write_csr(folder / "a", Numbered{&handles});
        trav::MappedCsr<> const graph(folder / "a");
        check_edges(graph, nodes, edges);
        trav::MappedCsr<std::uint32_t, true> const sized(folder / "a", trav::Trust::arrays);
        CHECK(sized.size(nodes.back()) == nodes.size() * 8 + 8);

        trav::write_csr<std::uint64_t>(folder / "b", graph);  // from one file to another; no sizes
        trav::MappedCsr<std::uint64_t> const wide(folder / "b");
        CHECK(wide.count() == graph.count());
        CHECK(wide.targets().size() == graph.targets().size());
        CHECK_THROWS_WITH((trav::MappedCsr<std::uint64_t, true>(folder / "b")),
                          "trav: " + (folder / "b") + ": byte 20: the graph has no sizes");
    }
    CHECK(folder.files().size() == 2);  // no drafts
}

TEST_CASE("a mapped graph is walked, and copies share the mapping") {
    Folder const folder;
    Edges const edges{{1, 2}, {2}, {0}, {0}};
    trav::write_csr(folder / "a", Numbered{&edges});
    auto const copy = [&] {
        trav::MappedCsr<> const graph(folder / "a");
        return trav::MappedCsr<>(graph);
    }();
    std::filesystem::remove(folder / "a");  // the mapping stays
    std::vector<std::uint32_t> seen;
    auto see = [&](auto& here) {
        if (here.first) seen.push_back(here.node);
    };
    trav::traverse(copy, std::vector{0u}, see);
    CHECK(seen == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("a damaged file is rejected with its name and a position") {
    Folder const folder;
    Edges const edges{{1, 2}, {2}, {0}};
    trav::write_csr(folder / "good", Numbered{&edges});
    std::string const good = read(folder / "good");
    REQUIRE(good.size() == 64 + 4 * 8 + 4 * 4 + 3 * 8);
    std::string const bad = folder / "bad";
    auto const refusal = [&](std::string const& bytes) -> std::string {
        write(bad, bytes);
        try {
            trav::MappedCsr<> const graph(bad);
            return "";
        } catch (trav::BadFile const& error) {
            return std::string(error.what()).substr(("trav: " + bad).size());
        }
    };
    CHECK(refusal(good) == "");
    CHECK(refusal("") == ": byte 0: the file ends in its header");
    CHECK(refusal(good.substr(0, 63)) == ": byte 63: the file ends in its header");
    for (std::size_t n = 64; n < good.size(); ++n)
        CHECK(refusal(good.substr(0, n)) ==
              ": byte " + std::to_string(n) + ": the file ends here, but should have 136 bytes");
    CHECK(refusal(good + "x") == ": byte 136: the file should end here");
    auto const with = [&](std::size_t at, auto value) {
        std::string bytes = good;
        test::overwrite(bytes, at, value);
        return refusal(bytes);
    };
    CHECK(with(0, 'x') == ": byte 0: this is no graph file");
    CHECK(with(8, std::uint32_t{0x04030201}) == ": byte 8: written on a machine of another byte order");
    CHECK(with(12, std::uint32_t{3}) == ": byte 12: version 3 is not known, only versions 1 and 2");
    CHECK(with(12, std::uint32_t{2}) == "");  // there may be columns, but there are none
    CHECK(with(16, std::uint32_t{8}) == ": byte 16: nodes of 8 bytes, not of 4");
    CHECK(with(20, std::uint32_t{3}) == ": byte 20: sizes of 3 bytes");
    CHECK(with(24, ~std::uint64_t{0}) == ": byte 24: 18446744073709551615 nodes");
    CHECK(with(32, ~std::uint64_t{0}) == ": byte 32: 18446744073709551615 edges");
    CHECK(with(24, std::uint64_t{4}) == ": byte 136: the file ends here, but should have 152 bytes");
    CHECK(with(64 + 8, std::uint64_t{4}) == ": byte 80: offset 2 is less than the one before it");
    CHECK(with(64 + 8, std::uint64_t{5}) == ": byte 72: offset 1 is 5, but there are 4 edges");
    CHECK(with(64 + 32 + 4, std::uint32_t{3}) == ": byte 100: target 1 is 3, but there are 3 nodes");
    CHECK_THROWS_AS(trav::MappedCsr<>(folder / "none"), trav::BadFile);
}

TEST_CASE("a mapped graph with edges outside of its rows is rejected") {
    Folder const folder;
    Edges const edges{{1, 2}, {2}, {0, 1}};
    trav::write_csr(folder / "good", Numbered{&edges});
    std::string const good = read(folder / "good");
    auto const refusal = [&](std::vector<std::uint64_t> const& offsets) -> std::string {
        std::string bytes = good;
        for (std::size_t i = 0; i != offsets.size(); ++i) test::overwrite(bytes, 64 + i * 8, offsets[i]);
        write(folder / "bad", bytes);
        for (auto const trust : {trav::Trust::writers, trav::Trust::nothing}) {
            try {
                trav::MappedCsr<> const graph(folder / "bad", trust);
            } catch (trav::BadFile const& error) {
                if (trust == trav::Trust::writers) continue;
                return std::string(error.what()).substr(("trav: " + (folder / "bad")).size());
            }
            return "";
        }
        return "";
    };
    CHECK(refusal({0, 2, 3, 5}) == "");
    CHECK(refusal({0, 0, 5, 5}) == "");
    CHECK(refusal({0, 2, 3, 3}) == ": byte 88: the last offset is 3, but there are 5 edges");
    CHECK(refusal({2, 2, 3, 5}) == ": byte 64: offset 0 is 2, not 0");
    CHECK(refusal({0, 0, 0, 0}) == ": byte 88: the last offset is 0, but there are 5 edges");
}

TEST_CASE("a pipe, folder or device is rejected without waiting") {
    Folder const folder;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    for (auto const trust : {trav::Trust::writers, trav::Trust::nothing}) {
        CHECK_THROWS_WITH(trav::MappedCsr<>(folder / "pipe", trust),
                          "trav: " + (folder / "pipe") + ": is not a regular file, so it cannot be mapped");
        CHECK_THROWS_AS(trav::MappedCsr<>(folder.str(), trust), trav::BadFile);
        CHECK_THROWS_AS(trav::MappedCsr<>("/dev/zero", trust), trav::BadFile);
    }
}

TEST_CASE("a file may be truncated while it is read with Trust::nothing") {
    Folder const folder;
    Edges const edges{{1, 2}, {2}, {0}, {0}};
    trav::write_csr(folder / "a", Numbered{&edges});
    trav::MappedCsr<> const graph(folder / "a", trav::Trust::nothing);
    std::string const bytes = read(folder / "a");
    std::filesystem::resize_file(folder / "a", 0);
    check_edges(graph, std::vector<std::uint32_t>{0, 1, 2, 3}, edges);
    write(folder / "a", std::string(bytes.size(), '\xff'));
    check_edges(graph, std::vector<std::uint32_t>{0, 1, 2, 3}, edges);
}

TEST_CASE("an error is one line, even if the file name has control characters") {
    CHECK_THROWS_WITH(trav::MappedCsr<>("no\nsuch\xff"), "trav: no\\nsuch\\xff: No such file or directory");
}

TEST_CASE("Csr with 64-bit offsets goes beyond 2^32 edges") {
    // an array with so many targets; only pages read take memory
    constexpr auto beyond = static_cast<std::size_t>((std::uint64_t{1} << 32) + 4);
    if (beyond == 4) return;  // such arrays do not exist
    void* const where =
        mmap(nullptr, beyond, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (where == MAP_FAILED) {
        WARN("not tested: no address space");
        return;
    }
    std::span const targets(static_cast<std::uint8_t*>(where), beyond);
    targets[beyond - 4] = 2;
    targets[beyond - 1] = 1;
    std::vector<std::uint64_t> offsets{0, 0, beyond - 4, beyond};
    trav::Csr const graph(offsets, std::span<std::uint8_t const>(targets));
    CHECK(graph.children(2).size() == 4);
    CHECK(graph.children(2)[0] == 2);
    CHECK(graph.children(2)[3] == 1);
    CHECK(graph.children(1).size() == beyond - 4);
    offsets.back() = beyond + 1;
    CHECK(graph.first_defect() == trav::CsrDefect{trav::CsrDefect::offset_beyond, 3});
    munmap(where, beyond);
}
