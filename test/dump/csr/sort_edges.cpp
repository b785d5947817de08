// test/dump/csr/sort_edges.cpp: a list of references becomes a dump, in breadth-first order unless it has a
// better order. An invalid line is an error that names it and leaves no file.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/sort_edges.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 22;

void sort_text(std::string const& text, std::string const& to, std::uint64_t most = plenty) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x.edges");
    trav::dump::sort_edges(input, to, most);
}
std::string refused(std::string const& text, std::uint64_t most = plenty) {
    Folder const folder;
    try {
        sort_text(text, folder / "a.csr", most);
    } catch (trav::dump::Error const& error) {
        CHECK(folder.files().empty());
        return error.what();
    }
    return "taken";
}

/// The rows of a dump, and its roots, by ids.
std::string said(std::string const& file) {
    trav::dump::CsrDump const dump(file);
    std::ostringstream out;
    for (trav::dump::Node n = 0; n != dump.node_count(); ++n) {
        out << dump.id(n) << ':';
        dump.for_each_edge(n, [&](auto const& edge) { out << ' ' << dump.id(edge.to); });
        out << '\n';
    }
    dump.for_each_root([&](trav::dump::Node n, std::string_view name) {
        out << "root " << dump.id(n) << " is " << name << '\n';
    });
    return out.str();
}

}  // namespace

TEST_CASE("a list of references without an order is sorted, and ids are the numbers in the list", "[unit]") {
    Folder const folder;
    // nothing refers to 4; half of the other references to objects with references lead up
    sort_text("# from to\n2 0\n\n 4\t1\r\n1 2 \n0 2\n4 2\n1 3\n0 1", folder / "a.csr");
    CHECK(folder.files() == std::vector<std::string>{"a.csr"});
    CHECK(said(folder / "a.csr") == "4: 1 2\n1: 2 3\n2: 0\n3:\n0: 2 1\nroot 4 is 4\n");
}

TEST_CASE("a list of references in order of allocation stays in that order", "[unit]") {
    Folder const folder;
    std::string text, rows = "0:\n1: 1 0\n";
    for (int n = 2; n != 40; ++n) {
        std::string const children = ' ' + std::to_string(n - 1) + ' ' + std::to_string(n - 2);
        text.insert(0, std::to_string(n) + ' ' + std::to_string(n - 1) + '\n');  // the last objects first
        text += std::to_string(n) + ' ' + std::to_string(n - 2) + '\n';
        rows += std::to_string(n) + ':' + children + '\n';
    }
    // one more object refers only to itself, and one neither refers nor is referred to
    sort_text("1 1\n1 0\n41 41\n" + text, folder / "a.csr");
    CHECK(folder.files() == std::vector<std::string>{"a.csr"});
    CHECK(said(folder / "a.csr") == rows + "40:\n41: 41\nroot 39 is 39\nroot 41 is 41\n");
}

TEST_CASE("an empty list is a dump without objects", "[unit]") {
    Folder const folder;
    sort_text("# nothing\n", folder / "a.csr");
    CHECK(trav::dump::CsrDump(folder / "a.csr").node_count() == 0);
}

TEST_CASE("roots take memory, too", "[unit]") {
    constexpr std::size_t objects = 100'000;
    std::string star, chain;  // all objects of the star but 0 are roots; of the chain only the last one
    for (std::size_t i = 1; i != objects; ++i) {
        star += std::to_string(i) + " 0\n";
        chain += std::to_string(i) + ' ' + std::to_string(i - 1) + '\n';
    }
    std::uint64_t const least = trav::BreadthFirstOrder<trav::dump::Node>::bytes(objects, 1 << 20);
    CHECK(refused(chain, least + 4) == "taken");
    CHECK(refused(star, least + 4 * (objects - 2)).find("sorting takes") != std::string::npos);
    CHECK(refused(star, least + 4 * (objects - 1)) == "taken");
    std::vector<trav::dump::detail::Reference> references;
    for (trav::dump::Node n = 1; n != 1000; ++n) references.push_back({n, 0});
    auto const roots = trav::dump::detail::roots_of(references, 1000);
    CHECK(roots.size() == 999);
    CHECK(roots.capacity() == 999);  // not a byte more
}

TEST_CASE("an invalid line in a list of references is an error that names the line", "[unit]") {
    CHECK(refused("1 2\n3\n") == "x.edges: line 2: a reference is two numbers of objects");
    CHECK(refused("a b\n") == "x.edges: line 1: a reference is two numbers of objects, not 'a'");
    CHECK(refused("1 -2\n") == "x.edges: line 1: a reference is two numbers of objects, not '-2'");
    CHECK(refused("1 2 3\n") == "x.edges: line 1: a reference is two numbers of objects, and '3' is more");
    CHECK(refused("0 4294967295\n") ==
          "x.edges: line 1: object 4294967295: objects are numbered from 0, up to 4,294,967,294");
    CHECK(refused("0 99999999999999999999\n") ==
          "x.edges: line 1: object 99999999999999999999: objects are numbered from 0, up to 4,294,967,294");
    CHECK(refused("0 1000000\n", plenty) == "x.edges: sorting takes 9 MiB of memory, and 4 MiB may be taken");
}
