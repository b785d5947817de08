// test/graph/row_blocks.cpp: blocks have the rows of the file, in any order of reads; damage is found when a
// block is read.
#include "catch.hpp"
#include "support/folder.hpp"
#include "support/native_bytes.hpp"
#include "support/sanitized.hpp"

#include <trav/graph/row_blocks.hpp>
#include <trav/graph/write_csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <future>
#include <pthread.h>
#include <string>
#include <sys/resource.h>
#include <system_error>
#include <vector>

namespace {

/// n refers to 0, 1, ..., n % 4 - 1.
struct Steps {
    std::vector<std::uint32_t> offsets{0}, targets;
    explicit Steps(std::uint32_t nodes) {
        for (std::uint32_t n = 0; n != nodes; ++n) {
            for (std::uint32_t i = 0; i != n % 4; ++i) targets.push_back(i);
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        }
    }
    void write(std::string const& file) const {
        trav::write_csr(file, trav::Csr<>(offsets, targets), [&](trav::CsrColumnWriter& out) {
            out.items<std::uint8_t>("kind", targets.size(), [&](auto put) {
                for (auto const target : targets) put(static_cast<std::uint8_t>(target + 10));
            });
        });
    }
};

void check_block(trav::RowBlocks<std::uint32_t>::Block const& block, std::size_t first, std::size_t rows) {
    CHECK(block.first == first);
    REQUIRE(block.rows == rows);
    for (std::size_t i = 0; i != rows; ++i) {
        auto const row = block.row(i);
        REQUIRE(row.size() == (first + i) % 4);
        for (std::uint32_t child = 0; child != row.size(); ++child) {
            CHECK(row[child] == child);
            if (block.kinds) CHECK(block.kinds[block.begin(i) + child] == child + 10);
        }
    }
}

}  // namespace

TEST_CASE("blocks are read in any order, expected or not", "[unit]") {
    Folder const folder;
    Steps(200).write(folder / "a");
    trav::MappedCsr<> const graph(folder / "a", trav::Trust::arrays);
    trav::RowBlocks rows(graph, "kind", 60);  // rounded up to 64
    CHECK(rows.count() == 200);
    CHECK(rows.references() == 300);
    REQUIRE(rows.blocks() == 4);
    CHECK(rows.has_kinds());
    CHECK(rows.bytes() == 2 * (65 * 8 + 96 * 5));
    std::vector<std::uint64_t> read;
    rows.on_read([&](std::uint64_t bytes) { read.push_back(bytes); });
    check_block(rows.read(0, 1), 0, 64);
    check_block(rows.read(1, 0), 64, 64);
    CHECK(read == std::vector<std::uint64_t>{64 * 8 + 96 * 5, 2 * (64 * 8 + 96 * 5)});
    check_block(rows.read(3, 2), 192, 8);  // not the block read ahead
    check_block(rows.read(2), 128, 64);
    check_block(rows.read(2, 3), 128, 64);
    check_block(rows.read(3, 4), 192, 8);  // block 4 does not exist
    check_block(rows.read(0), 0, 64);
    trav::RowBlocks plain(graph, "no such column");
    CHECK(plain.blocks() == 1);
    CHECK_FALSE(plain.has_kinds());
    check_block(plain.read(0), 0, 200);
    (void)rows.read(0, 1);  // destroyed while a thread reads
}

TEST_CASE("a graph without nodes has no blocks", "[unit]") {
    Folder const folder;
    Steps(0).write(folder / "a");
    trav::MappedCsr<> const graph(folder / "a");
    CHECK(trav::RowBlocks(graph).blocks() == 0);
}

TEST_CASE("the targets of a block must exist, regardless of Trust", "[unit]") {
    Folder const folder;
    Steps(200).write(folder / "a");
    std::string const good = read(folder / "a"), b = folder / "b", begin = "trav: " + b + ": byte ";
    auto const with = [&](std::size_t at, auto value) {
        std::string bytes = good;
        test::overwrite(bytes, at, value);
        write(b, bytes);
    };
    auto const read_all = [&] {
        trav::MappedCsr<> const graph(b, trav::Trust::arrays);
        trav::RowBlocks rows(graph, {}, 64);
        for (std::size_t i = 0; i != rows.blocks(); ++i) (void)rows.read(i, i + 1);
    };
    with(64 + 100 * 8, std::uint64_t{301});  // in a block read ahead
    CHECK_THROWS_WITH(read_all(), begin + "864: offset 100 is 301, less than the one before it or more than "
                                          "the 300 edges");
    with(64 + 128 * 8, std::uint64_t{301});  // at the beginning of a block
    CHECK_THROWS_WITH(read_all(), Catch::Contains("offset 128 is 301"));
    with(64 + 100 * 8, std::uint64_t{10});
    CHECK_THROWS_WITH(read_all(), Catch::Contains("offset 100 is 10, less"));
    with(64 + 201 * 8 + 299 * 4, std::uint32_t{200});
    CHECK_THROWS_WITH(read_all(), Catch::Contains("a target in this block is 200, but there are 200 nodes"));
    with(0, 't');
    read_all();
}

TEST_CASE("a block that has grown since the file was opened is rejected", "[unit]") {
    Folder const folder;
    std::string const a = folder / "a";
    Steps(200).write(a);
    trav::MappedCsr<> const graph(a);
    trav::RowBlocks rows(graph, {}, 64);  // 96 references each
    std::fstream file(a, std::ios::binary | std::ios::in | std::ios::out);
    std::uint64_t const more = 150;
    file.seekp(64 + 64 * 8);
    file.write(reinterpret_cast<char const*>(&more), sizeof more).flush();
    REQUIRE(file.good());
    CHECK_THROWS_WITH(rows.read(0), "trav: " + a + ": byte 576: the file has changed meanwhile");
}

#ifdef __GLIBC__
TEST_CASE("blocks are read even if no thread can be started", "[unit]") {
    if (test::sanitized) return;  // sanitizers take the whole address space
    Folder const folder;
    Steps(200).write(folder / "a");
    trav::MappedCsr<> const graph(folder / "a", trav::Trust::arrays);
    trav::RowBlocks rows(graph, "kind", 64);
    check_block(rows.read(0), 0, 64);
    pthread_attr_t usual;
    rlimit before{};
    REQUIRE(pthread_getattr_default_np(&usual) == 0);
    REQUIRE(getrlimit(RLIMIT_DATA, &before) == 0);
    pthread_attr_t huge = usual;
    pthread_attr_setstacksize(&huge, std::size_t{1} << 40);  // there is no room for such a stack
    REQUIRE(pthread_setattr_default_np(&huge) == 0);
    rlimit const little{std::min<rlim_t>(before.rlim_max, std::size_t{1} << 39), before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_DATA, &little) == 0);
    bool started = true;
    try {
        std::async(std::launch::async, [] {}).get();
    } catch (std::system_error const&) { started = false; }
    check_block(rows.read(0, 1), 0, 64);
    check_block(rows.read(1, 2), 64, 64);
    REQUIRE(setrlimit(RLIMIT_DATA, &before) == 0);
    REQUIRE(pthread_setattr_default_np(&usual) == 0);
    CHECK_FALSE(started);
}
#endif
