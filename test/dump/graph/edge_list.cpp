#include "catch.hpp"

#include <trav/dump/graph/edge_list.hpp>

#include <string>

TEST_CASE("edge list: filled by hand", "[unit]") {
    trav::dump::EdgeList list;
    list.file = "hand";
    list.type_names = {"T"};
    for (std::string const text : {"", "next", "top"}) list.strings.add([&](std::string& to) { to += text; });
    for (std::string const id : {"a", "b"}) list.ids.add([&](std::string& to) { to += id; });
    list.node_type = {0, 0}, list.node_name = {0, 1}, list.bytes = {3, 4};
    list.first_edge = {0, 2, 2}, list.edge_to = {1, 0}, list.edge_name = {1, 0},
    list.edge_weak = {false, true};
    list.roots = {{0, 2}};
    CHECK(list.node_count() == 2);
    CHECK(list.edge_count() == 2);
    CHECK(name(list, 1) == "next");
    std::string found;
    list.for_each_edge(0, [&](auto const& edge) {
        found +=
            std::string(list.id(edge.to)) + (strong(list, edge) ? "+" : "-") + std::string(list.name(edge));
    });
    CHECK(found == "b+nexta-");
    list.for_each_edge(0, [&](auto const& edge) { CHECK_FALSE(machinery(list)(edge)); });
    list.edge_runtime = {true, false};
    list.for_each_edge(0, [&](auto const& edge) { CHECK(machinery(list)(edge) == (edge.to == 1)); });
    list.for_each_edge(1, [&](auto const&) { FAIL(); });
    list.for_each_root([&](auto n, auto const& name) { found = std::to_string(n) + std::string(name); });
    CHECK(found == "0top");
}
