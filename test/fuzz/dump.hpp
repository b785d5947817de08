// Properties of every dump, for the targets of the readers.
#pragma once

#include "fuzz.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/dump_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace fuzz {

/// Calls all functions of a dump.
template <trav::dump::Dump D>
void must_be_sound(D const& dump) {
    using trav::dump::Node;
    Node const count = dump.node_count();
    must(count != 0, "there is an object");
    std::size_t edges = 0, letters = 0;
    std::uint64_t bytes = 0;
    auto const links = machinery(dump);
    for (Node n = 0; n != count; ++n) {
        letters += type_name(dump, n).size() + std::string(name(dump, n)).size();
        std::uint64_t const before = bytes;
        bytes += dump.size(n);
        must(bytes >= before, "all sizes can be added");
        (void)id(dump, n);
        (void)is_runtime(dump, n);
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            must(edge.from == n && edge.to < count, "an edge leads from its object to another");
            letters += std::string(name(dump, edge)).size();
            (void)name_kind(dump, edge);
            (void)strong(dump, edge);
            (void)links(edge);
            ++edges;
        });
    }
    must(edges == dump.edge_count(), "all edges are some object's");
    std::size_t roots = 0;
    dump.for_each_root([&](Node root, auto const& root_name) {
        must(root < count, "a root is an object");
        letters += std::string(root_name).size();
        ++roots;
    });
    must(roots != 0, "there is a root");
    for (auto const& each : trav::dump::breakdowns<D>()) {
        auto const grouping = each.grouping(dump);
        must(grouping.band_of.size() == count, "a breakdown has all objects");
        for (std::uint32_t const band : grouping.band_of) letters += grouping.bands.at(band).size();
    }
    trav::dump::DumpGraph const graph(dump);
    must(graph.count() == count, "the graph has all objects");
}

}  // namespace fuzz
