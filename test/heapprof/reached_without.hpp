// reached_without: which objects of a dump the roots reach, by the definition.
#pragma once

#include <trav/dump/any_dump.hpp>

#include <vector>

/// The nodes that the roots reach without one node. Without none: `gone` is the number of nodes.
inline std::vector<bool> reached_without(trav::dump::AnyDump const& dump, trav::dump::Node gone) {
    std::vector<bool> seen(dump.node_count());
    std::vector<trav::dump::Node> open;
    auto const see = [&](trav::dump::Node n) {
        if (n != gone && !seen[n]) seen[n] = true, open.push_back(n);
    };
    dump.for_each_root([&](trav::dump::Node n, auto const&) { see(n); });
    while (!open.empty()) {
        trav::dump::Node const n = open.back();
        open.pop_back();
        dump.for_each_edge(n, [&](auto const& edge) { see(edge.to); });
    }
    return seen;
}
