// test/dump/csr/dump.cpp: the meaning of the columns of a file, and the values that are refused.
#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/selector.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using trav::dump::CsrDump;
using trav::dump::Node;

void write(std::string const& file, auto columns) {
    std::vector<std::uint32_t> const offsets{0, 2, 3, 3}, targets{1, 2, 2};
    trav::write_csr(file, trav::Csr<>(offsets, targets), columns);
}
std::string column_refused(auto columns) {
    Folder const folder;
    write(folder / "a", columns);
    try {
        CsrDump const dump(folder / "a");
        return "";
    } catch (trav::dump::Error const& error) {
        return std::string(error.what()).substr((folder / "a").size() + 2);
    }
}
void numbers(trav::CsrColumnWriter& out, char const* name, std::vector<std::uint32_t> const& items) {
    out.items<std::uint32_t>(name, items.size(), [&](auto put) {
        for (auto const item : items) put(item);
    });
}

}  // namespace

TEST_CASE("a file with columns is a dump with types, roots, names and ids", "[unit]") {
    Folder const folder;
    write(folder / "a", [](trav::CsrColumnWriter& out) {
        numbers(out, "type", {1, 0, 1});
        out.texts("type name", std::vector<std::string>{"B", "A"});
        numbers(out, "root", {2, 0});
        out.texts("root name", std::vector<std::string>{"second", "first"});
        out.items<std::uint64_t>("id", 3, [](auto put) { put(70), put(80), put(90); });
        numbers(out, "edge name", {1, 0, 1});
        out.texts("string", std::vector<std::string>{"", "next"});
        out.items<std::uint8_t>("edge kind", 3, [](auto put) { put(0 + 8), put(5), put(0 + 16); });
        out.texts("retainer rule", std::vector<std::string>{"A,B"});
    });
    CsrDump const dump(folder / "a");
    CHECK(dump.node_count() == 3);
    CHECK(dump.edge_count() == 3);
    CHECK(type_name(dump, 0) == "A");
    CHECK(type_name(dump, 1) == "B");
    CHECK(dump.group_count() == 2);
    CHECK(trav::dump::roots(dump) == std::vector<Node>{2, 0});
    CHECK(trav::dump::Selector("first.next").find(dump) == std::vector<Node>{1});
    CHECK(trav::dump::Selector("@90").find(dump) == std::vector<Node>{2});
    CHECK_THROWS_AS(trav::dump::Selector("@9").find(dump), trav::dump::Error);
    CHECK(trav::dump::retainer_rule(dump) == "A,B");
    auto const machinery = dump.machinery();
    std::vector<int> strong, runtime, holds;
    std::vector<trav::dump::NameKind> kinds;
    for (Node n = 0; n != 3; ++n)
        dump.for_each_edge(n, [&](auto const& edge) {
            strong.push_back(trav::dump::strong(dump, edge));
            runtime.push_back(machinery(edge));
            kinds.push_back(name_kind(dump, edge));
            holds.push_back(dump.retention().holds(edge));
        });
    CHECK(strong == std::vector{1, 0, 1});
    using enum trav::dump::NameKind;
    CHECK(kinds == std::vector{field, unnamed, field});  // a weak reference: by its name
    CHECK(runtime == std::vector{1, 0, 0});
    CHECK(holds == std::vector{1, 0, 0});
    CHECK_FALSE(dump.plain());
}

TEST_CASE("a file has retained sizes, the names of globals, and the nodes that stand for the runtime",
          "[unit]") {
    Folder const folder;
    write(folder / "a", [](trav::CsrColumnWriter& out) {
        out.items<std::uint64_t>("retained size", 3, [](auto put) { put(5), put(6), put(7); });
        out.texts("retained note", std::vector<std::string>{"by hand"});
        numbers(out, "retained root", {1});
        numbers(out, "global", {2});
        out.texts("global name", std::vector<std::string>{"window", "self"});
        numbers(out, "runtime", {2, 0});  // in any order
        numbers(out, "root list", {2, 1});
        numbers(out, "group", {0, 1, 0});
        out.texts("group name", std::vector<std::string>{"cell", "text"});
        numbers(out, "name", {0, 1, 0});
        out.texts("string", std::vector<std::string>{"", "Ann"});
        out.texts("id text", std::vector<std::string>{"x", "y", "z"});
    });
    CsrDump const dump(folder / "a");
    auto const retention = dump.retention();
    std::vector<std::size_t> sizes;
    std::vector<int> runtime, lists;
    for (Node n = 0; n != 3; ++n) {
        sizes.push_back(retention.size(n));
        runtime.push_back(dump.is_runtime(n));
        lists.push_back(dump.lists_roots(n));
    }
    CHECK(sizes == std::vector<std::size_t>{5, 6, 7});
    CHECK(retention.note == "by hand");
    CHECK(retention.more_roots([](Node) { return true; }) == std::vector<Node>{1});
    CHECK(dump.has_globals());
    CHECK(dump.globals() == std::vector<Node>{2});
    CHECK(dump.global_names == std::vector<std::string_view>{"window", "self"});
    CHECK(runtime == std::vector{1, 0, 1});
    CHECK(lists == std::vector{0, 1, 1});
    CHECK(dump.group_name(dump.group(1)) == "text");
    CHECK(dump.name(Node{1}) == "Ann");
    CHECK(dump.id(2) == "z");
    CHECK(dump.find_id("y", 0, 3) == Node{1});
    CHECK_FALSE(dump.find_id("y", 2, 3));
    CHECK_FALSE(dump.find_id("1", 0, 3));
}

TEST_CASE("a file without columns is a dump of objects with numbers", "[unit]") {
    Folder const folder;
    write(folder / "a", [](auto&) {});
    CsrDump const dump(folder / "a");
    CHECK(type_name(dump, 2) == "(object)");
    CHECK(dump.size(2) == 0);
    CHECK(trav::dump::roots(dump).empty());
    CHECK(trav::dump::Selector("@2").find(dump) == std::vector<Node>{2});
    CHECK_THROWS_AS(trav::dump::Selector("@3").find(dump), trav::dump::Error);
    CHECK(dump.find_id("2", 1, 3) == Node{2});
    CHECK_FALSE(dump.find_id("2", 1, 2));
    CHECK_FALSE(dump.find_id("0", 1, 2));
    CHECK(dump.plain());
    CHECK(trav::dump::retainer_rule(dump) == "roots");
}

TEST_CASE("columns that refer to missing texts or objects are refused", "[unit]") {
    CHECK(column_refused([](auto&) {}) == "");
    CHECK(column_refused([](auto& out) {
              numbers(out, "type", {0, 1, 0});
              out.texts("type name", std::vector<std::string>{"A"});
          }) == "the column 'type' has 1, but should be below 1");
    CHECK(column_refused([](auto& out) {
              numbers(out, "root", {3});
              out.texts("root name", std::vector<std::string>{"r"});
          }) == "the column 'root' has 3, but should be below 3");
    CHECK(column_refused([](auto& out) { out.texts("id text", std::vector<std::string>{"a"}); }) ==
          "there are 1 ids for 3 objects");
    CHECK(column_refused([](auto& out) {
              numbers(out, "type", {0});
          }).find("the column 'type' has 1 items, not 3") != std::string::npos);
}

TEST_CASE("each column of objects and each list of texts is checked", "[unit]") {
    auto const columns = [](std::string const& wrong, std::uint32_t value) {
        return column_refused([&](trav::CsrColumnWriter& out) {
            for (char const* name : {"root", "global", "runtime", "root list", "retained root"})
                numbers(out, name, {0, name == wrong ? value : 2});
            for (char const* name : {"type", "group", "name"})
                numbers(out, name, {0, 1, name == wrong ? value : 1});
            for (char const* name : {"root name", "type name", "group name", "string"})
                out.texts(name, std::vector<std::string>{"a", "b"});
        });
    };
    CHECK(columns("none", 0).empty());
    for (std::string const name : {"root", "global", "runtime", "root list", "retained root"}) {
        CHECK(columns(name, 0).empty());
        CHECK(columns(name, 3) == "the column '" + name + "' has 3, but should be below 3");
    }
    for (std::string const name : {"type", "group", "name"}) {
        CHECK(columns(name, 0).empty());
        CHECK(columns(name, 2) == "the column '" + name + "' has 2, but should be below 2");
    }
    for (std::size_t const count : {1u, 2u, 3u, 4u})
        CHECK(column_refused([&](auto& out) {
                  out.texts("id text", std::vector<std::string>(count, "a"));
              }).empty() == (count == 3));
    for (std::size_t const names : {1u, 2u})
        CHECK(column_refused([&](auto& out) {
                  numbers(out, "root", {0, 1});
                  out.texts("root name", std::vector<std::string>(names, "a"));
              }).empty() == (names == 2));
}

TEST_CASE("a file says how long its ids are those of its objects", "[unit]") {
    Folder const folder;
    auto const life = [&](std::vector<char const*> const& columns) {
        write(folder / "a", [&](auto& out) {
            for (char const* each : columns) numbers(out, each, {});
        });
        return trav::dump::id_life(CsrDump(folder / "a"));
    };
    using enum trav::dump::IdLife;
    CHECK(life({}) == process);
    CHECK(life({"reused ids"}) == object);
    CHECK(life({"moving ids"}) == dump);
    CHECK(life({"moving ids", "reused ids"}) == dump);
}

TEST_CASE("sizes whose sum exceeds 64 bits are refused", "[unit]") {
    std::string const wrong = "all sizes together are more than 2^64 - 1 bytes";
    auto const retained = [](std::uint64_t first) {
        return column_refused([&](auto& out) {
            out.template items<std::uint64_t>("retained size", 3,
                                              [&](auto put) { put(first), put(7), put(3); });
        });
    };
    CHECK(retained(~std::uint64_t{10}) == "");
    CHECK(retained(~std::uint64_t{9}) == wrong);

    Folder const folder;
    std::vector<std::uint64_t> const offsets{0, 0, 0};
    for (std::uint64_t const second : {1U, 2U}) {
        std::vector<std::uint64_t> const sizes{~std::uint64_t{1}, second};
        trav::write_csr(folder / "a", trav::Csr<std::uint64_t, Node, std::uint64_t>(offsets, {}, sizes));
        if (second == 1) CHECK(total_size(CsrDump(folder / "a")) == ~std::uint64_t{0});
        else CHECK_THROWS_WITH(CsrDump(folder / "a"), Catch::Contains(wrong));
    }
}

TEST_CASE("only the sizes of the objects that are checked are added", "[unit]") {
    std::uint64_t const most = ~std::uint64_t{0};
    std::vector<std::uint64_t> const offsets{0, 0, 0, 0}, small{1, 2, 3}, large{most, 1, most - 1};
    for (bool const retained : {false, true}) {
        Folder const folder;
        trav::write_csr(folder / "a",
                        trav::Csr<std::uint64_t, Node, std::uint64_t>(offsets, {}, retained ? small : large),
                        [&](trav::CsrColumnWriter& out) {
                            if (retained)
                                out.items<std::uint64_t>("retained size", 3, [&](auto put) {
                                    for (std::uint64_t const each : large) put(each);
                                });
                        });
        CsrDump const dump(folder / "a", CsrDump::Unchecked{});
        for (Node first = 0; first != 4; ++first)
            for (Node last = first; last != 4; ++last) {
                CAPTURE(retained, first, last);
                if (first == 0 && last >= 2) CHECK_THROWS_AS(dump.check(first, last), trav::dump::Error);
                else CHECK_NOTHROW(dump.check(first, last));
            }
    }
}

TEST_CASE("following a wrong row is an error that names its byte", "[unit]") {
    Folder const folder;
    write(folder / "a", [](auto& out) {
        numbers(out, "edge name", {0, 0, 0});
        out.texts("string", std::vector<std::string>{""});
    });
    std::string const good = read(folder / "a");
    std::size_t name = 0;  // the beginning of the names of references
    {
        trav::MappedCsr<> const graph(folder / "a");
        name = graph.columns().position("edge name");
    }
    auto const refusal = [&](Node n, std::size_t byte, char value) {
        std::string bytes = good;
        bytes[byte] = value;
        std::ofstream(folder / "a", std::ios::binary) << bytes;
        CsrDump const dump(folder / "a");
        try {
            dump.for_each_edge(n, [](auto const&) {});
            return std::string();
        } catch (trav::dump::Error const& error) {
            return std::string(error.what()).substr((folder / "a").size() + 2);
        }
    };
    // the header has 64 bytes, then four offsets of 8, then three targets of 4
    CHECK(refusal(1, 64 + 2 * 8, 3) == "");
    CHECK(refusal(0, 64 + 8, 9) ==
          "byte 72: offset 1 is 9, less than the one before it or more than the 3 edges");
    CHECK(refusal(1, 64 + 2 * 8, 1) ==
          "byte 80: offset 2 is 1, less than the one before it or more than the 3 edges");
    CHECK(refusal(1, 64 + 4 * 8 + 2 * 4, 3) == "byte 104: target 2 is 3, but there are 3 nodes");
    CHECK(refusal(0, name + 4, 1) ==
          "byte " + std::to_string(name + 4) + ": the column 'edge name' has 1, but should be below 1");
}

TEST_CASE("a program that shares a file checks its own objects", "[unit]") {
    Folder const folder;
    write(folder / "a", [](auto& out) {
        numbers(out, "type", {0, 0, 1});
        numbers(out, "name", {0, 7, 0});
        out.texts("type name", std::vector<std::string>{"A"});
        out.texts("string", std::vector<std::string>{""});
        out.template items<std::uint64_t>("id", 3, [](auto put) { put(70), put(80), put(70); });
    });
    CsrDump const dump(folder / "a", CsrDump::Unchecked{});
    CHECK_NOTHROW(dump.check(0, 1));
    CHECK_NOTHROW(dump.check(3, 3));
    CHECK_THROWS_WITH(dump.check(1, 2), folder / "a" + ": the column 'name' has 7, but should be below 1");
    CHECK_THROWS_WITH(dump.check(2, 3), folder / "a" + ": the column 'type' has 1, but should be below 1");
    CHECK(dump.find_id("70", 0, 3) == Node{0});
    CHECK(dump.find_id("70", 1, 3) == Node{2});
    CHECK_FALSE(dump.find_id("70", 1, 2));
}
