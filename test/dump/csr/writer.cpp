// test/dump/csr/writer.cpp: the file has the contents of the dump. test/heapprof/csr.cpp compares the answers
// for dumps of all formats.
#include "catch.hpp"
#include "dump/written_v8.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/writer.hpp>
#include <trav/dump/graph/reader.hpp>
#include <trav/dump/v8/dump.hpp>

#include <sstream>
#include <string>
#include <vector>

TEST_CASE("a dump written as .csr has the same contents", "[unit]") {
    std::istringstream text("NODE a A 10 ann\nNODE b B 20\nNODE c A 40\nROOT a\nROOT b second\n"
                            "a b left\na c\nWEAK b a up\n");
    trav::dump::Input input(text, "x.graph");
    trav::dump::EdgeList const list = trav::dump::read_edge_list(input);
    Folder const folder;
    write_csr_dump(folder / "a.csr", list);
    trav::dump::CsrDump const dump(folder / "a.csr");
    auto const said = [](auto const& each) {
        std::ostringstream out;
        for (trav::dump::Node n = 0; n != each.node_count(); ++n) {
            out << each.id(n) << ' ' << type_name(each, n) << ' ' << each.size(n) << ' ' << each.name(n);
            each.for_each_edge(n, [&](auto const& edge) {
                out << ", " << edge.to << ' ' << each.name(edge) << ' ' << (strong(each, edge) ? '+' : '-')
                    << static_cast<int>(name_kind(each, edge));
            });
            out << '\n';
        }
        each.for_each_root([&](auto n, auto const& name) { out << n << ' ' << name << '\n'; });
        return out.str();
    };
    CHECK(said(dump) == "a A 10 ann, 1 left +0, 2  +4\nb B 20 , 0 up -0\nc A 40 \n0 ann\n1 second\n");
    CHECK(said(dump) == said(list));
}

TEST_CASE("a .csr file counts retained sizes like the dump that it was made from", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 10, {{property, 2, "list"}}, "global");
    v8.node("object", 20, {{internal, 3, "elements"}}, "Array");
    v8.node("array", 80, {});
    v8.node("object", 5, {}, "Garbage");
    Folder const folder;
    write_csr_dump(folder / "a.csr", trav::dump::V8Dump(v8.snapshot));
    trav::dump::CsrDump const dump(folder / "a.csr");
    auto const retention = trav::dump::retention(dump);
    std::vector<std::size_t> sizes, retained;
    for (trav::dump::Node n = 0; n != dump.node_count(); ++n) {
        sizes.push_back(dump.size(n));
        retained.push_back(retention.size(n));
    }
    CHECK(sizes == std::vector<std::size_t>{0, 10, 20, 80, 5});
    CHECK(retained == std::vector<std::size_t>{0, 10, 100, 0, 5});  // the array's bytes are its owner's
    auto const alive = [](trav::dump::Node n) { return n < 4; };
    CHECK(retention.more_roots(alive) == std::vector<trav::dump::Node>{4});
    CHECK(retention.note == "counted as Chrome's DevTools does");
}
