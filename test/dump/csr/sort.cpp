// test/dump/csr/sort.cpp: a sorted dump has the same contents for each object, by id. test/heapprof/csr.cpp
// compares the answers for dumps of all formats.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/sort.hpp>
#include <trav/dump/csr/writer.hpp>
#include <trav/dump/graph/reader.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

using trav::dump::Node;

/// The contents of a dump by the ids of objects, independent of their order.
std::vector<std::string> said(trav::dump::CsrDump const& dump) {
    std::vector<std::string> all;
    for (Node n = 0; n != dump.node_count(); ++n) {
        std::ostringstream out;
        out << dump.id(n) << ' ' << type_name(dump, n) << ' ' << dump.size(n) << ' ' << dump.name(n);
        dump.for_each_edge(n, [&](auto const& edge) {
            out << ", " << dump.id(edge.to) << ' ' << dump.name(edge) << ' '
                << (strong(dump, edge) ? '+' : '-') << static_cast<int>(name_kind(dump, edge));
        });
        all.push_back(out.str());
    }
    dump.for_each_root(
        [&](Node n, auto const& name) { all.push_back(dump.id(n) + " is " + std::string(name)); });
    std::ranges::sort(all);
    return all;
}

}  // namespace

TEST_CASE("sorting a dump keeps its contents and puts roots first", "[unit]") {
    Folder const folder;
    std::istringstream text("NODE a A 10 ann\nNODE b B 20\nNODE c A 40\nNODE d D 80\nROOT d\nROOT c third\n"
                            "a b left\na c\nWEAK b a up\nd a\nd b right\nc d\n");
    trav::dump::Input input(text, "x.graph");
    write_csr_dump(folder / "a.csr", trav::dump::read_edge_list(input));
    trav::dump::sort_csr_dump(folder / "a.csr", folder / "b.csr", std::uint64_t{1} << 21);
    trav::dump::CsrDump const dump(folder / "a.csr"), sorted(folder / "b.csr");
    CHECK(said(sorted) == said(dump));
    std::string order;
    for (Node n = 0; n != sorted.node_count(); ++n) order += sorted.id(n);
    CHECK(order == "dcab");
}

TEST_CASE("sorting turns numbers into ids if there are none, and drops unknown columns", "[unit]") {
    Folder const folder;
    std::vector<std::uint32_t> const offsets{0, 0, 1, 2}, targets{0, 1};
    trav::write_csr(folder / "a.csr", trav::Csr<>(offsets, targets), [](trav::CsrColumnWriter& out) {
        out.items<std::uint16_t>("mine", 3, [](auto put) {
            for (std::uint16_t i = 0; i != 3; ++i) put(i);
        });
        out.texts("my texts", std::vector<std::string>{"x"});
    });
    trav::dump::sort_csr_dump(folder / "a.csr", folder / "b.csr", std::uint64_t{1} << 21);
    trav::dump::CsrDump const sorted(folder / "b.csr");
    CHECK(sorted.id(0) + sorted.id(1) + sorted.id(2) == "210");
    CHECK_FALSE(sorted.graph().columns().has("mine"));
    CHECK(sorted.graph().columns().texts("my texts")[0] == "x");
}

TEST_CASE("a damaged file and too little memory are refused", "[unit]") {
    Folder const folder;
    write(folder / "a.csr", "trav.csr");
    CHECK_THROWS_AS(trav::dump::sort_csr_dump(folder / "a.csr", folder / "b.csr", 1 << 21),
                    trav::dump::Error);
    std::vector<std::uint32_t> const offsets(200002, 0), targets;
    trav::write_csr(folder / "a.csr", trav::Csr<>(offsets, targets));
    CHECK_THROWS_WITH(trav::dump::sort_csr_dump(folder / "a.csr", folder / "b.csr", 1 << 20),
                      folder / "a.csr" + ": sorting takes 3 MiB of memory, and 1 MiB may be taken");
    CHECK(folder.files() == std::vector<std::string>{"a.csr"});
}
