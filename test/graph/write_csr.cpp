// test/graph/write_csr.cpp: each byte of a file, beside the description of the format in csr_file.hpp.
#include "catch.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "support/native_bytes.hpp"

#include <trav/graph/mapped.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Objects with numbers, null children (-1) and handles (1000 + a stands for a).
struct Numbered {
    using node = int;
    std::vector<std::vector<int>> edges;
    auto const& children(node n) const { return edges[static_cast<std::size_t>(n)]; }
    bool null(node n) const { return n < 0; }
    node resolve(node n) const { return n >= 1000 ? n - 1000 : n; }
    std::size_t index(node n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return edges.size(); }
};
struct Sized : Numbered {
    std::size_t size(node n) const { return static_cast<std::size_t>(n) * 3 + 5; }
};
struct Listed : Numbered {
    std::vector<int> list;
    std::vector<int> const& objects() const { return list; }
};

struct Bytes {
    std::string text{};
    template <class T>
    Bytes& put(T value) {
        text += test::native_bytes(value);
        return *this;
    }
    Bytes& pad() {
        while (text.size() % 8 != 0) text += '\0';
        return *this;
    }
};

template <class Node>
std::string expected(Numbered const& graph, std::vector<std::uint64_t> const& sizes, std::uint32_t version) {
    std::vector<std::uint64_t> ends;
    Bytes targets;
    std::uint64_t edges = 0;
    for (auto const& children : graph.edges) {
        for (int const child : children)
            if (child >= 0) targets.put(static_cast<Node>(child % 1000)), ++edges;
        ends.push_back(edges);
    }
    Bytes file{"trav.csr"};
    file.put(std::uint32_t{0x01020304}).put(version);
    file.put(std::uint32_t{sizeof(Node)}).put(std::uint32_t{sizes.empty() ? 0u : 8u});
    file.put(std::uint64_t{graph.edges.size()}).put(edges);
    for (int i = 0; i != 4; ++i) file.put(std::uint64_t{0});  // three reserved numbers, and the first offset
    for (std::uint64_t const end : ends) file.put(end);
    file.text += targets.text;
    file.pad();
    for (std::uint64_t const size : sizes) file.put(size);
    return file.text;
}
Bytes head(std::string name, std::uint32_t item_bytes, std::uint64_t items) {
    name.resize(16);
    return Bytes{name}.put(item_bytes).put(std::uint32_t{0}).put(items);
}

/// The bytes of columns written by a function; the graph's bytes come before them.
std::string columns_of(auto const& columns) {
    Folder const folder;
    Numbered const graph{{{1}, {}}};
    trav::write_csr(folder / "a", graph, columns);
    std::string const file = read(folder / "a"), before = expected<std::uint32_t>(graph, {}, 2);
    CHECK(file.substr(0, before.size()) == before);
    return file.substr(before.size());
}
/// The error while a graph is written; empty if there is none. Then there is a file.
std::string error_of(auto const& graph, auto const&... columns) {
    Folder const folder;
    std::string error =
        test::message_of<std::invalid_argument>([&] { trav::write_csr(folder / "a", graph, columns...); });
    CHECK(folder.files().empty() == !error.empty());
    return error;
}

template <class Node>
void check_random_graphs(std::uint32_t seed) {
    std::mt19937 random(seed);
    Folder const folder;
    for (int round = 0; round != 20; ++round) {
        Sized graph{};
        graph.edges.resize(random() % 12);
        std::vector<std::uint64_t> sizes;
        for (auto& children : graph.edges) {
            for (std::size_t left = random() % 5; left != 0; --left) {
                int const n = static_cast<int>(random() % graph.edges.size());
                children.push_back(random() % 4 == 0 ? -1 : random() % 3 == 0 ? n + 1000 : n);
            }
            sizes.push_back(sizes.size() * 3 + 5);
        }
        trav::write_csr<Node>(folder / "a", static_cast<Numbered const&>(graph));
        CHECK(read(folder / "a") == expected<Node>(graph, {}, 1));
        if (sizes.empty()) continue;
        trav::write_csr<Node>(folder / "a", graph);
        CHECK(read(folder / "a") == expected<Node>(graph, sizes, 1));
    }
}

}  // namespace

TEST_CASE("a graph is written as its format says", "[unit]") {
    check_random_graphs<std::uint8_t>(1);
    check_random_graphs<std::uint16_t>(2);
    check_random_graphs<std::uint32_t>(3);
    check_random_graphs<std::uint64_t>(4);
}

TEST_CASE("columns are written as their format says", "[unit]") {
    std::string const end = head("", 0, 0).text;
    CHECK(columns_of([](trav::CsrColumnWriter&) {}) == end);
    for (std::uint8_t count = 0; count != 18; ++count) {
        Bytes items8 = head("of 8 bits", 1, count), items32 = head("of 32 bits: even", 4, count);
        Bytes texts;
        std::vector<std::string> list;
        std::uint64_t bytes = 0;
        texts.put(std::uint64_t{count});
        for (std::uint8_t i = 0; i != count; ++i) {
            items8.put(static_cast<std::uint8_t>(200 + i));
            items32.put(0x12345600u + i);
            list.emplace_back(i % 4, static_cast<char>('a' + i));
            texts.put(bytes += i % 4u);
        }
        for (std::string const& text : list) texts.text += text;
        std::string const found = columns_of([&](trav::CsrColumnWriter& out) {
            out.items<std::uint8_t>("of 8 bits", count, [&](auto put) {
                for (std::uint8_t i = 0; i != count; ++i) put(static_cast<std::uint8_t>(200 + i));
            });
            out.texts("t", list);
            out.items<std::uint32_t>("of 32 bits: even", count, [&](auto put) {
                for (std::uint32_t i = 0; i != count; ++i) put(0x12345600u + i);
            });
            out.texts("u", count, [&](std::size_t i) { return std::string_view(list[i]); });
        });
        std::string const its = texts.pad().text;
        CHECK(found == items8.pad().text + head("t", 0, 8 + 8u * count + bytes).text + its +
                           items32.pad().text + head("u", 0, 8 + 8u * count + bytes).text + its + end);
    }
}

TEST_CASE("malformed columns leave no file", "[unit]") {
    using Out = trav::CsrColumnWriter&;
    Numbered const graph{{{1}, {}}};
    for (std::uint64_t put_count = 0; put_count != 5; ++put_count) {
        auto const columns = [&](Out out) {
            out.items<std::uint16_t>("pairs", 3, [&](auto put) {
                for (std::uint64_t i = 0; i != put_count; ++i) put(1);
            });
        };
        std::string const error =
            put_count == 3
                ? ""
                : "trav: write_csr: the column 'pairs' should have 3 items, not " + std::to_string(put_count);
        CHECK(error_of(graph, columns) == error);
    }
    for (std::size_t length = 0; length != 20; ++length) {
        std::string const name(length, 'n');
        std::string const error = length >= 1 && length <= 16
                                      ? ""
                                      : "trav: write_csr: a column's name has 1 to 16 bytes: '" + name + "'";
        CHECK(error_of(graph, [&](Out out) { out.items<std::uint8_t>(name, 0, [](auto) {}); }) == error);
        CHECK(error_of(graph, [&](Out out) { out.texts(name, std::vector<std::string>{}); }) == error);
    }
}

TEST_CASE("a graph must list its objects by number", "[unit]") {
    auto const graph = [](std::vector<int> const& list) { return Listed{{{{1}, {2}, {}}}, list}; };
    auto const error = [&](std::vector<int> const& list) { return error_of(graph(list)); };
    std::string const order = "trav: write_csr needs objects() in the order of their numbers";
    std::string const all = "trav: write_csr needs all objects that count() counts";
    CHECK(error({1, 0, 2}) == order);
    CHECK(error({0, 2, 1}) == order);
    CHECK(error({0, 0, 1}) == order);
    CHECK(error({1, 2}) == order);
    CHECK(error({}) == all);
    CHECK(error({0, 1}) == all);
    Folder const folder;
    trav::write_csr(folder / "a", graph({0, 1, 2}));
    CHECK(read(folder / "a") == expected<std::uint32_t>({{{1}, {2}, {}}}, {}, 1));
}

TEST_CASE("a graph has at most as many nodes as the greatest number of a node", "[unit]") {
    Folder const folder;
    Numbered graph{std::vector<std::vector<int>>(255)};
    graph.edges[3] = {254};
    trav::write_csr<std::uint8_t>(folder / "a", graph);
    CHECK(read(folder / "a") == expected<std::uint8_t>(graph, {}, 1));
    graph.edges.emplace_back();
    CHECK_THROWS_WITH(trav::write_csr<std::uint8_t>(folder / "b", graph),
                      "trav: write_csr: too many nodes for this type of node");
    CHECK_THROWS_AS(trav::write_csr<std::uint8_t>(folder / "b", graph), std::invalid_argument);
    CHECK(folder.files().size() == 1);
}

TEST_CASE("a failed write leaves nothing behind", "[unit]") {
    Folder const folder;
    Numbered const graph{{{1}, {0}}};
    trav::write_csr(folder / "a", graph);
    std::string const before = read(folder / "a");
    struct Broken : Numbered {
        auto const& children(node n) const {
            if (n == 1) throw 7;
            return Numbered::children(n);
        }
    };
    CHECK_THROWS(trav::write_csr(folder / "a", Broken{graph}));
    CHECK(read(folder / "a") == before);
    CHECK(folder.files().size() == 1);
    CHECK_THROWS_AS(trav::write_csr(folder / "none/a", graph), trav::BadFile);
}
