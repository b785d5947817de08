// test/graph/csr_columns.cpp: columns are read as they were written; damaged columns are rejected with their
// position.
#include "catch.hpp"
#include "support/folder.hpp"
#include "support/native_bytes.hpp"

#include <trav/graph/mapped.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

std::vector<std::uint32_t> const offsets{0, 1, 2, 2}, targets{1, 2};

void write_with(std::string const& file, auto columns) {
    trav::write_csr(file, trav::Csr<>(offsets, targets), columns);
}
void write_example(std::string const& file) {
    write_with(file, [](trav::CsrColumnWriter& out) {
        out.items<std::uint8_t>("odd", 3, [](auto put) { put(0), put(1), put(0); });
        out.texts("type name", std::vector<std::string>{"Session", "", "a,b"});
        out.items<std::uint64_t>("sixteen bytes...", 1, [](auto put) { put(~std::uint64_t{0}); });
    });
}

}  // namespace

TEST_CASE("columns are found by their names as they were written", "[unit]") {
    Folder const folder;
    write_example(folder / "a");
    trav::MappedCsr<> const graph(folder / "a");
    CHECK(graph.targets().size() == 2);
    auto const columns = graph.columns();
    auto const odd = columns.items<std::uint8_t>("odd", 3);
    CHECK(std::vector<int>(odd.begin(), odd.end()) == std::vector{0, 1, 0});
    auto const names = columns.texts("type name");
    REQUIRE(names.size() == 3);
    CHECK(names[0] == "Session");
    CHECK(names[1] == "");
    CHECK(names[2] == "a,b");
    CHECK(columns.items<std::uint64_t>("sixteen bytes...")[0] == ~std::uint64_t{0});
    CHECK(columns.items<std::uint32_t>("od").empty());
    CHECK(columns.texts("names").size() == 0);
    CHECK(columns.has("odd"));
    CHECK_FALSE(columns.has("even"));
    CHECK(columns.position("even") == 0);
    std::string const bytes = read(folder / "a");
    CHECK(bytes.substr(columns.position("odd"), 3) == std::string("\0\1\0", 3));
}

TEST_CASE("columns of no text and of empty texts", "[unit]") {
    Folder const folder;
    write_with(folder / "a", [](trav::CsrColumnWriter& out) {
        out.texts("none", std::vector<std::string>{});
        out.texts("empty", std::vector<std::string>{"", "", ""});
    });
    trav::MappedCsr<> const graph(folder / "a");
    auto const columns = graph.columns();
    CHECK(columns.texts("none").size() == 0);
    CHECK(columns.has_texts("none"));
    auto const empty = columns.texts("empty");
    REQUIRE(empty.size() == 3);
    for (std::size_t i = 0; i != 3; ++i) CHECK(empty[i] == "");
}

TEST_CASE("a column of another kind than requested is rejected", "[unit]") {
    Folder const folder;
    write_example(folder / "a");
    trav::MappedCsr<> const graph(folder / "a");
    auto const columns = graph.columns();
    std::string const file = "trav: " + (folder / "a") + ": byte ";
    // after the header, 4 offsets, 2 targets, and a column's header
    CHECK_THROWS_WITH(columns.items<std::uint32_t>("odd"),
                      file + "136: the column 'odd' has items of 1 bytes, not of 4");
    CHECK_THROWS_WITH(columns.items<std::uint8_t>("odd", 4),
                      file + "136: the column 'odd' has 3 items, not 4");
    CHECK_THROWS_WITH(columns.texts("odd"), file + "136: the column 'odd' has no texts");
}

TEST_CASE("truncated columns, and texts out of order, are rejected", "[unit]") {
    Folder const folder;
    write_example(folder / "a");
    std::string const good = read(folder / "a");
    auto const refusal = [&](std::string const& bytes) -> std::string {
        write(folder / "b", bytes);
        try {
            trav::MappedCsr<> const graph(folder / "b");
            (void)graph.columns().texts("type name");
            return "";
        } catch (trav::BadFile const& error) {
            return std::string(error.what()).substr(("trav: " + (folder / "b") + ": byte ").size());
        }
    };
    auto const with = [&](std::size_t at, auto value) {
        std::string bytes = good;
        test::overwrite(bytes, at, value);
        return refusal(bytes);
    };
    CHECK(refusal(good) == "");
    for (std::size_t n = 105; n < good.size(); ++n) CHECK(refusal(good.substr(0, n)) != "");
    CHECK(refusal(good.substr(0, 120)) == "120: the file ends in its columns");
    CHECK(refusal(good + "12345678") == std::to_string(good.size()) + ": the file should end here");
    CHECK(with(104 + 16, std::uint32_t{3}) == "120: items of 3 bytes");
    CHECK(with(104 + 24, ~std::uint64_t{0}) ==
          "128: 18446744073709551615 items, but the file ends before them");
    // the texts, after "odd" and a header: their number, their ends 7, 7, 10, and 10 bytes of text
    CHECK(with(144 + 32, std::uint64_t{4}) == "176: the column 'type name' has a text that ends at byte 7");
    CHECK(with(144 + 32, std::uint64_t{5}) == "176: the column 'type name' ends before its texts");
    CHECK(with(144 + 32, std::uint64_t{9}) == "176: the column 'type name' ends before its texts");
    CHECK(with(144 + 32 + 16, std::uint64_t{6}) ==
          "176: the column 'type name' has a text that ends at byte 6");
    CHECK(with(144 + 32 + 24, std::uint64_t{11}) ==
          "176: the column 'type name' has a text that ends at byte 11");
}
