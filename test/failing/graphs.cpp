// Derived graphs, views and files of graphs, if memory runs out or the graph throws.
#include "support/failing.hpp"
#include "support/folder.hpp"
#include "support/heap.hpp"

#include "catch.hpp"

#include <trav/check/exclusive.hpp>
#include <trav/check/no_growth.hpp>
#include <trav/check/retained_by.hpp>
#include <trav/check/unreachable.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/csr/writer.hpp>
#include <trav/dump/graph/reader.hpp>
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/csr.hpp>
#include <trav/graph/mapped.hpp>
#include <trav/graph/reverse.hpp>
#include <trav/graph/row_blocks.hpp>
#include <trav/graph/sized.hpp>
#include <trav/graph/write_breadth_first.hpp>
#include <trav/graph/write_csr.hpp>
#include <trav/graph/write_edges.hpp>
#include <trav/path/path.hpp>
#include <trav/path/path_tree.hpp>
#include <trav/view/edges.hpp>
#include <trav/view/postorder.hpp>
#include <trav/view/preorder.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using Node = test::Obj<>*;

struct Throwing : test::Objects<> {
    auto const& children(Node n) const {
        test::may_throw();
        return n->fields;
    }
};

}  // namespace

TEST_CASE("failing: a graph is reversed after a first attempt that failed", "[unit]") {
    test::Heap<> heap(test::RandomGraphs(4).graph(16, 30));
    Throwing const graph{{&heap}};
    auto const referrers = [&] {
        std::vector<std::vector<Node>> all;
        auto const reversed = trav::reverse(graph, heap.roots);
        for (auto& object : heap.objects) {
            auto const of = reversed.children(&object);
            all.emplace_back(of.begin(), of.end());
        }
        return all;
    };
    auto const expected = referrers();
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    CHECK(test::for_every_failure(*failing, [&](auto attempt) {
              std::vector<std::vector<Node>> found;
              if (attempt([&] { found = referrers(); })) found = referrers();
              CHECK((found == expected));
          }) > 10);
}

TEST_CASE("failing: paths are found after a first attempt that failed", "[unit]") {
    test::Heap<> heap(test::RandomGraphs(4).graph(16, 30));
    Throwing const graph{{&heap}};
    auto const found = [&] {
        std::vector<trav::Path<Node>> paths;
        for (auto& object : heap.objects)
            for (auto& path : trav::paths(graph, heap.roots, &object)) paths.push_back(std::move(path));
        std::vector<Node> all;
        for (auto& object : heap.objects) all.push_back(&object);
        return std::pair(std::move(paths), trav::text(trav::path_tree(graph, heap.roots, all)));
    };
    auto const expected = found();
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    CHECK(test::for_every_failure(*failing, [&](auto attempt) {
              auto again = std::pair(std::vector<trav::Path<Node>>(), std::string());
              if (attempt([&] { again = found(); })) again = found();
              CHECK((again == expected));
          }) > 10);
}

TEST_CASE("failing: assertions throw or report", "[unit]") {
    test::Heap<> heap(test::RandomGraphs(4).graph(9, 12));
    auto const graph = trav::sized(Throwing{{&heap}}, [](Node n) {
        test::may_throw();
        return static_cast<std::size_t>(n->id + 1);
    });
    auto const scope = trav::in(graph, heap.roots);
    auto const said = [&] {
        std::string all;
        for (auto& object : heap.objects) {
            all += trav::retained_by(&object, {"worker"}, scope).why + trav::unreachable(&object, scope).why;
            all += trav::exclusive(scope, &object).what;
        }
        return all + trav::no_growth(scope, [] { test::may_throw(); }).why;
    };
    auto const expected = said();
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    CHECK(test::for_every_failure(*failing, [&](auto attempt) {
              std::string again;
              if (attempt([&] { again = said(); })) again = said();
              CHECK((again == expected));
          }) > 10);
}

namespace {

/// Checks the elements of a view of a heap of three roots with a child each. The elements of one root may be
/// missing.
template <class Element>
void check_view(auto make, std::vector<Element> const& expected, auto element) {
    test::Heap<> heap(test::shape("a:b b: c:d d: e:f f:", "ace"));
    Throwing const graph{{&heap}};
    std::size_t const of_a_root = expected.size() / 3;
    for (auto* const failing : {&test::calls, &test::allocations})
        CHECK(test::for_every_failure(*failing, [&](auto attempt) {
                  std::vector<Element> found;
                  found.reserve(expected.size());
                  auto view = make(graph, heap.roots);
                  auto at = view.begin();
                  auto const read = [&] {
                      for (; at != view.end(); ++at) found.push_back(element(*at));
                  };
                  bool const failed = attempt(read);
                  read();
                  auto rest = expected.begin();
                  for (Element const& one : found) {
                      rest = std::find(rest, expected.end(), one);
                      REQUIRE(rest != expected.end());
                      ++rest;
                  }
                  CHECK(found.size() >= expected.size() - (failed ? of_a_root : 0));
              }) > 0);
}

/// write(name) writes a file and may fail because of any of these; then read(name) must return `expected`.
void check_file(std::initializer_list<test::Failing*> any, auto write, auto read,
                std::string const& expected) {
    Folder const folder;
    std::string const name = folder / "graph.csr";
    auto const open_files = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
    };
    auto const open_before = open_files();
    for (auto* const failing : any)
        CHECK(test::for_every_failure(*failing, [&](auto attempt) {
                  std::filesystem::remove(name);
                  bool const failed = attempt([&] { write(name); });
                  CHECK(std::filesystem::exists(name) == !failed);
                  if (failed) write(name);
                  CHECK(read(name) == expected);
                  CHECK(folder.files() == std::vector<std::string>{"graph.csr"});
                  CHECK(open_files() == open_before);
              }) > 0);
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              attempt([&] { read(name); });
              CHECK(read(name) == expected);
              CHECK(open_files() == open_before);
          }) > 0);
}

}  // namespace

TEST_CASE("failing: a view continues with the remaining roots", "[unit]") {
    auto const id = [](Node n) { return n->id; };
    check_view<int>([](auto& graph, auto& roots) { return trav::views::preorder(graph, roots); },
                    {0, 1, 2, 3, 4, 5}, id);
    check_view<int>([](auto& graph, auto& roots) { return trav::views::postorder(graph, roots); },
                    {1, 0, 3, 2, 5, 4}, id);
    check_view<std::pair<int, int>>([](auto& graph, auto& roots) { return trav::views::edges(graph, roots); },
                                    {{0, 1}, {2, 3}, {4, 5}},
                                    [](auto const& edge) { return std::pair(edge.from->id, edge.to->id); });
}

TEST_CASE("failing: a graph is written completely or not at all", "[unit]") {
    std::vector<std::uint32_t> const offsets{0, 2, 3, 3}, targets{1, 2, 2};
    trav::Csr const graph(offsets, targets);
    std::vector<std::string> const texts{"a text that is too long to be in the string itself", "another"};
    auto const columns = [&](trav::CsrColumnWriter& out) {
        out.items<std::uint8_t>("type", 3, [](auto put) {
            for (bool const type : {true, false, true}) test::may_throw(), put(type);
        });
        out.texts("type name", texts);
    };
    check_file(
        {&test::calls, &test::allocations},
        [&](std::string const& name) { trav::write_csr(name, graph, columns); },
        [](std::string const& name) {
            trav::MappedCsr<> const mapped(name);
            auto const all = mapped.columns();
            return std::string(all.texts("type name")[all.items<std::uint8_t>("type", 3)[0]]);
        },
        "another");
}

TEST_CASE("failing: a dump with columns is written completely or not at all", "[unit]") {
    std::istringstream text("NODE a Game 8\nNODE b Level 4 \"a name that is long enough to be allocated\"\n"
                            "ROOT a\na b back\nWEAK b a\n");
    trav::dump::Input input(text, "a.graph");
    auto const list = trav::dump::read_edge_list(input);
    check_file(
        {&test::allocations}, [&](std::string const& name) { trav::dump::write_csr_dump(name, list); },
        [](std::string const& name) {
            trav::dump::CsrDump const dump(name);
            std::string said;
            for (trav::dump::Node n = 0; n != dump.node_count(); ++n)
                said += dump.id(n) + ' ' + type_name(dump, n) + ' ' + std::string(dump.name(n)) + '\n';
            return said;
        },
        "a Game \nb Level a name that is long enough to be allocated\n");
}

namespace {

struct Masks {
    using value = std::uint8_t;
    static constexpr value nothing = 0;
    value join(value a, value b) const {
        test::may_throw();
        return a | b;
    }
};

}  // namespace

TEST_CASE("failing: a flow over a file is solved the next time, with the same rows", "[unit]") {
    using Number = std::uint32_t;
    Number const nodes = 130;  // in three blocks, all on one cycle
    std::vector<std::uint32_t> offsets{0}, targets;
    for (Number n = 0; n != nodes; ++n) {
        targets.insert(targets.end(), {(n + 1) % nodes, n * 7 % nodes});
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    Folder const folder;
    trav::write_csr(folder / "a.csr", trav::Csr<>(offsets, targets));
    trav::MappedCsr<> const graph(folder / "a.csr");
    std::vector<trav::Source<Number, std::uint8_t>> const sources{{0, 1}, {70, 2}};
    Masks flow;
    auto const follow = [](Number, Number, std::uint8_t) {
        test::may_throw();
        return true;
    };
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    CHECK(test::for_every_failure(*failing, [&](auto attempt) {
              trav::RowBlocks rows(graph, {}, 64);
              auto const solved = [&] {
                  return trav::solve(trav::StreamedGraph(rows, follow), sources, flow);
              };
              attempt([&] { (void)solved(); });
              auto const found = solved();
              bool all = true;
              for (Number n = 0; n != nodes; ++n) all = all && found.find(n) && *found.find(n) == 3;
              CHECK(all);
          }) > 5);
}

TEST_CASE("failing: a list of edges and a sorted file are written completely or not at all", "[unit]") {
    Folder const folder;
    std::string const name = folder / "graph.csr", sorted = folder / "sorted.csr";
    auto const write = [&] {
        trav::write_edges(name, [](auto edge) { edge(2, 0), edge(0, 1), edge(2, 1); }, 8);
    };
    auto const sort = [&] {
        trav::MappedCsr<> const graph(name);
        trav::BreadthFirstOrder order(graph, 1 << 10);
        trav::write_breadth_first(sorted, graph, order, std::vector<std::uint32_t>{2});
    };
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              std::filesystem::remove(name);
              bool const failed = attempt(write);
              CHECK(std::filesystem::exists(name) == !failed);
              if (failed) write();
              CHECK(folder.files() == std::vector<std::string>{"graph.csr"});
          }) > 2);
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              std::filesystem::remove(sorted);
              bool const failed = attempt(sort);
              CHECK(std::filesystem::exists(sorted) == !failed);
              if (failed) sort();
              trav::MappedCsr<> const graph(sorted);
              CHECK(graph.children(0)[0] == 1);
              CHECK(graph.children(1)[0] == 2);
          }) > 4);
}
