#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/path.hpp>

#include <sstream>
#include <string>
#include <vector>

using trav::dump::NamedDumpGraph;
using trav::dump::StrongEdges;

TEST_CASE("named dump graph: a path has the edge names of the dump", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    NamedDumpGraph const graph(snapshot, StrongEdges<trav::dump::V8Snapshot>{&snapshot});
    auto const path = trav::path(graph, {1u}, 4u);
    CHECK(trav::text(path) == "global.app.cache[3]");
    CHECK(path.lines() == "global.app -> Object\nObject.cache -> Map\nMap[3] -> Session\n");
    CHECK_FALSE(trav::path(graph, {3u}, 2u));
}

TEST_CASE("named dump graph: paths avoid edges that the rule rejects", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    NamedDumpGraph const graph(snapshot, [&](auto const& edge) { return snapshot.name(edge) != "cache"; });
    CHECK_FALSE(trav::path(graph, {1u}, 4u));
    std::vector<std::string> names;
    graph.each_edge(2, [&](auto, auto const& edge) { names.push_back(edge.label()); });
    CHECK(names == std::vector<std::string>{"old"});
}

TEST_CASE("named dump graph: merged paths have one line for all elements", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    NamedDumpGraph const graph(snapshot, StrongEdges<trav::dump::V8Snapshot>{&snapshot});
    std::ostringstream out;
    trav::print(out, trav::path_tree(graph, {1u}, {4u}));
    CHECK(out.str().find("      [] -> Session") != std::string::npos);
    CHECK(out.str().find("  .app -> Object") != std::string::npos);
}

TEST_CASE("named dump graph: a step without a name is an id", "[unit]") {
    SmallDump const small;
    NamedDumpGraph const graph(small, StrongEdges<SmallDump>{&small});
    std::vector<std::string> labels, patterns;
    graph.each_edge(0, [&](auto, auto const& edge) {
        labels.push_back(edge.label()), patterns.push_back(edge.pattern());
    });
    CHECK(labels == std::vector<std::string>{"[@1]", "[@2]"});
    CHECK(patterns == std::vector<std::string>{"[]", "[]"});
}
