#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/detail/lines.hpp>
#include <trav/dump/v8/devtools.hpp>
#include <trav/dump/v8/reader.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/retained_by_band.hpp>

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

using trav::dump::V8EdgeKind;

namespace {

using Nodes = std::vector<std::uint32_t>;

/// Chrome's own results for the snapshots of example/data, one for each node (test/data/devtools/README.md).
template <class T>
std::vector<T> expected(std::string const& name) {
    std::string const path = "test/data/devtools/" + name;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> const file(gzopen(path.c_str(), "rb"), gzclose);
    INFO(path);
    REQUIRE(file);
    std::vector<T> values;
    char bytes[sizeof(T)];
    while (gzread(file.get(), bytes, sizeof(T)) ==
           static_cast<int>(sizeof(T))) {  // little-endian, like this machine
        values.emplace_back();
        std::memcpy(&values.back(), bytes, sizeof(T));
    }
    return values;
}

}  // namespace

TEST_CASE("devtools: the edges that hold", "[unit]") {
    using enum V8EdgeKind;
    std::string const pair = " / part of key (Object @13) -> value (Object @14) pair in WeakMap (table @12)";
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {element, 5}, {element, 7}});
    v8.node("object", 8, {{weak, 2}, {property, 2}, {property, 1}, {shortcut, 3}, {hidden, 3}}, "global");
    v8.node("array", 8,
            {{ephemeron, 4, "2" + pair},
             {internal, 4, "x" + pair},
             {internal, 3, "2"},
             {property, 4, "2" + pair}});
    v8.node("object", 8, {{internal, 4, "1" + pair}, {weak, 6}});
    v8.node("object", 8, {});
    v8.node("synthetic", 0, {{property, 4}, {property, 6}}, "(GC roots)");
    v8.node("object", 8, {{property, 4}, {property, 8}});
    v8.node("synthetic", 0, {{element, 8}}, "(Document DOM trees)");
    v8.node("native", 8, {}, "Text");
    trav::dump::DumpGraph const graph(v8.snapshot, trav::DevToolsEdges(v8.snapshot));
    auto const children = [&](std::uint32_t n) {
        return Nodes(graph.children(n).begin(), graph.children(n).end());
    };
    CHECK(children(0) == Nodes{1, 5, 7});  // the root may have shortcuts
    CHECK(children(1) == Nodes{2, 3});     // except the weak edge, the loop and the shortcut
    CHECK(children(2) == Nodes{4, 3, 4});  // except the edge from the table of a WeakMap to the value
    CHECK(children(3) == Nodes{4});        // including the key's edge to the value
    CHECK(children(5) == Nodes{6});        // except 4, which belongs to the page: reachable from 1
    CHECK(children(6) == Nodes{});         // except 8, which belongs to the page: reachable from the document
    CHECK(children(7) == Nodes{8});
}

TEST_CASE("devtools: the owners of bytes", "[unit]") {
    using enum V8EdgeKind;
    auto const sizes = [](V8EdgeKind of_root) {
        Written v8;
        v8.node("synthetic", 0, {{of_root, 1}, {element, 3}, {element, 8}});
        v8.node("object", 1, {{internal, 2}, {internal, 4}, {weak, 6}});
        v8.node("array", 10, {{internal, 5}, {internal, 9}});
        v8.node("object", 100, {{internal, 4}, {internal, 6}, {internal, 7}});
        v8.node("hidden", 1000, {{internal, 10}});
        v8.node("hidden", 10000, {{internal, 2}});
        v8.node("native", 100000, {}, "system / ExternalStringData");
        v8.node("native", 1000000, {}, "Node");
        v8.node("array", 10000000, {});
        v8.node("object", 100000000, {});
        v8.node("array", 1000000000, {});
        trav::DevToolsSizes const by_node(v8.snapshot);
        std::vector<std::size_t> all;
        for (std::uint32_t n = 0; n != v8.snapshot.node_count(); ++n) all.push_back(by_node(n));
        return all;
    };
    // 1 owns 2 and, through it, 5. 3 owns 6, which 1 holds weakly. 4 has two owners, and so has its contents.
    // The root owns nothing.
    CHECK(sizes(shortcut) == std::vector<std::size_t>{0, 10011, 0, 100100, 1000, 0, 0, 1000000, 10000000,
                                                      100000000, 1000000000});
    // a snapshot without a global object is an old one
    CHECK(sizes(element) == std::vector<std::size_t>{0, 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
                                                     100000000, 1000000000});
}

TEST_CASE("devtools: parts may come before their owners", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 3}, {element, 4}, {element, 8}});
    v8.node("array", 1, {{internal, 2}});
    v8.node("hidden", 10, {});
    v8.node("object", 100, {{internal, 1}});
    v8.node("object", 1000, {{internal, 5}});
    v8.node("array", 10000, {{internal, 6}});
    v8.node("array", 100000, {{internal, 7}});
    v8.node("array", 1000000, {});
    v8.node("object", 10000000, {{internal, 6}});
    trav::DevToolsSizes const sizes(v8.snapshot);
    // 3 owns 1, and through it 2. 4 owns 5. 6 is also owned by 8, and so are its contents.
    constexpr std::size_t expected[] = {0, 0, 0, 111, 11000, 0, 100000, 1000000, 10000000};
    for (std::uint32_t n = 0; n != 9; ++n) CHECK(sizes(n) == expected[n]);
}

TEST_CASE("devtools: unreachable objects become roots unless an unreachable object holds them", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("object", 1, {{weak, 2}, {property, 3}});
    v8.node("object", 10, {{property, 3}, {property, 4}});  // held only weakly
    v8.node("object", 100, {});
    v8.node("object", 1000, {});
    v8.node("object", 10000, {{property, 6}});  // a cycle
    v8.node("object", 100000, {{property, 5}, {property, 3}, {property, 7}});
    v8.node("object", 1000000, {});
    trav::DevToolsEdges const edges(v8.snapshot);
    auto const heap =
        trav::sized(trav::dump::DumpGraph(v8.snapshot, edges), trav::DevToolsSizes(v8.snapshot));
    trav::DominatorTree const tree(heap, Nodes{0}, [&](auto const& reached) {
        CHECK(reached(3));
        CHECK_FALSE(reached(2));
        auto const more = trav::devtools_more_roots(v8.snapshot, edges, reached);
        CHECK(more == Nodes{2});
        return more;
    });
    CHECK(tree.retained(2).bytes == 1010);  // except an object that a live object also holds
    CHECK_FALSE(tree.idom(3));
    CHECK(tree.retained(1).bytes == 1);
    CHECK_FALSE(tree.reached(5));
    auto const all_reached = [](std::uint32_t) { return true; };
    CHECK(trav::devtools_more_roots(v8.snapshot, edges, all_reached).empty());
}

TEST_CASE("devtools: results for real heaps of Deno and of Bun are Chrome's", "[conformance]") {
    for (std::string const which : {"deno", "bun"}) {
        INFO(which);
        auto const snapshot = trav::dump::read_v8("test/data/v8/" + which + ".heapsnapshot.gz");
        trav::DevToolsEdges const edges(snapshot);
        auto const heap = trav::sized(trav::dump::DumpGraph(snapshot, edges), trav::DevToolsSizes(snapshot));
        trav::DominatorTree const tree(heap, Nodes{snapshot.root}, [&](auto const& reached) {
            auto more = trav::devtools_more_roots(snapshot, edges, reached);
            CHECK(more.empty() == (which == "deno"));
            return more;
        });
        std::uint64_t all = 0;  // the root also retains everything that the additional roots retain
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) all += heap.size(n);
        trav::dump::Input input("test/data/v8/" + which + ".devtools.gz");
        trav::dump::detail::Lines answers(input);
        std::size_t wrong = 0;
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            std::uint64_t const retained = n == snapshot.root ? all
                                           : tree.reached(n)  ? tree.retained(n).bytes
                                                              : heap.size(n);
            std::string const ours = std::to_string(heap.size(n)) + ' ' + std::to_string(retained) + ' ' +
                                     std::to_string(tree.idom(n).value_or(snapshot.root));
            wrong += !answers.next() || answers.text() != ours;
        }
        CHECK(wrong == 0);
        CHECK_FALSE(answers.next());
    }
}

TEST_CASE("devtools: dominators, retained and own sizes of real snapshots are Chrome's", "[conformance]") {
    for (std::string const which : {"shop-1", "shop-3"}) {
        INFO(which);
        auto const snapshot = trav::dump::read_v8("example/data/" + which + ".heapsnapshot.gz");
        auto const heap = trav::sized(trav::dump::DumpGraph(snapshot, trav::DevToolsEdges(snapshot)),
                                      trav::DevToolsSizes(snapshot));
        auto const tree = trav::dominators(heap, std::vector{snapshot.root});

        auto const idoms = expected<std::uint32_t>(which + ".dom.u32.gz");
        auto const own = expected<double>(which + ".self.f64.gz");
        auto const retained = expected<double>(which + ".retained.f64.gz");
        REQUIRE(idoms.size() == snapshot.node_count());
        REQUIRE(own.size() == idoms.size());
        REQUIRE(retained.size() == idoms.size());
        std::size_t unreached = 0, other_idoms = 0, other_sizes = 0, other_retained = 0;
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            unreached += !tree.reached(n);
            other_idoms += tree.idom(n).value_or(snapshot.root) != idoms[n];
            other_sizes += static_cast<double>(heap.size(n)) != own[n];
            other_retained += static_cast<double>(tree.retained(n).bytes) != retained[n];
        }
        CHECK(unreached == 0);
        CHECK(other_idoms == 0);
        CHECK(other_sizes == 0);
        CHECK(other_retained == 0);

        // Chrome renames some classes. If the number of objects differs, the class is renamed, and skipped.
        auto type = trav::by("type", [&](std::uint32_t n) { return type_name(snapshot, n); });
        std::map<std::string, trav::RetainedByBand> ours;
        for (auto& line : trav::retained_by_band(tree, type)) ours.emplace(line.text, line);
        std::ifstream classes("test/data/devtools/" + which + ".classes.txt");
        int same = 0;
        trav::Amount amount;
        std::uint64_t retained_bytes = 0;
        for (std::string name; classes >> amount.objects >> amount.bytes >> retained_bytes &&
                               std::getline(classes.ignore(), name);) {
            auto const& line = ours[name];
            if (line.own.objects != amount.objects) continue;
            ++same;
            CHECK(line.own == amount);
            CHECK(line.retained.bytes == retained_bytes);
        }
        CHECK(same == 138);
    }
}

TEST_CASE("reached: follows edges that are not weak, forwards and backwards, from several nodes", "[unit]") {
    using enum V8EdgeKind;
    Written v8;
    v8.node("object", 8, {{property, 3}});
    v8.node("object", 8, {{weak, 4}, {internal, 1}});
    v8.node("object", 8, {{element, 6}, {weak, 0}});
    v8.node("object", 8, {{shortcut, 2}, {property, 5}});
    v8.node("object", 8, {{property, 0}});
    v8.node("object", 8, {{property, 3}});
    v8.node("object", 8, {});
    CHECK(trav::detail::reached_from(v8.snapshot, {}) == std::vector<bool>{0, 0, 0, 0, 0, 0, 0});
    CHECK(trav::detail::reached_from(v8.snapshot, {1}) == std::vector<bool>{0, 1, 0, 0, 0, 0, 0});
    CHECK(trav::detail::reached_from(v8.snapshot, {0}) == std::vector<bool>{1, 0, 1, 1, 0, 1, 1});
    CHECK(trav::detail::reached_from(v8.snapshot, {5, 1}) == std::vector<bool>{0, 1, 1, 1, 0, 1, 1});
    CHECK(trav::detail::reached_from(v8.snapshot, {4}) == std::vector<bool>{1, 0, 1, 1, 1, 1, 1});
}

TEST_CASE("reached: any number of backward edges at a time", "[unit]") {
    constexpr std::uint32_t many =
        100;  // the last node leads to all even nodes before it, and these lead to odd ones
    using enum V8EdgeKind;
    Written v8;
    for (std::uint32_t n = 0; n != many; ++n) {
        if (n % 2 == 0) v8.node("object", 8, {{property, n / 2 | 1}});
        else v8.node("object", 8, {});
    }
    std::vector<Written::Edge> back;
    for (std::uint32_t n = 0; n != many; n += 2) back.push_back({property, n});
    v8.node("object", 8, back);
    v8.node("object", 8, {});
    std::vector<bool> expected(many + 2);
    for (std::uint32_t n = 0; n != many; ++n) expected[n] = n % 2 == 0 || n <= many / 2;
    expected[many] = true;
    CHECK(trav::detail::reached_from(v8.snapshot, {many}) == expected);
}
