// test/dump/csr/writer.cpp: the file has the contents of the dump. test/heapprof/csr.cpp compares the answers
// for dumps of all formats.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/writer.hpp>
#include <trav/dump/graph/reader.hpp>

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
