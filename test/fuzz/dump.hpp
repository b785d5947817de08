// Properties of every dump, for the targets of the readers.
#pragma once

#include "fuzz.hpp"
#include "support/reading_cost.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/dump/error.hpp>
#include <trav/dump/input.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

/// The result of read(input) for a text, which is unpacked if it is gzipped. Allocations and steps must be
/// linear in the length, also if read() throws an Error.
auto read_linear(std::string_view text, std::string const& name, auto read) {
    Stream stream(text);
    trav::dump::Input input(stream, name, 1 + text.size() % 128);
    auto const before = test::spent;
    auto const check = [&] {
        must(test::is_linear({test::spent.bytes - before.bytes, test::spent.steps - before.steps},
                             text.size() + static_cast<std::size_t>(input.offset())),
             "the cost of reading is linear");
    };
    try {
        auto result = read(input);
        check();
        return result;
    } catch (trav::dump::Error const&) {
        check();
        throw;
    }
}

/// Calls all functions of a dump.
template <trav::dump::Dump D>
void must_be_sound(D const& dump) {
    using trav::dump::Node;
    Node const count = dump.node_count();
    constexpr bool read = !trav::dump::MappedDump<D>;  // and so was checked as a whole
    must(count != 0 || !read, "there is an object");
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
    must(edges == dump.edge_count() || !read, "all edges are some object's");
    std::size_t roots = 0;
    dump.for_each_root([&](Node root, auto const& root_name) {
        must(root < count, "a root is an object");
        letters += std::string(root_name).size();
        ++roots;
    });
    must(roots != 0 || !read, "there is a root");
    for (auto const& each : trav::dump::breakdowns<D>()) {
        auto const grouping = each.grouping(dump);
        must(grouping.band_of.size() == count, "a breakdown has all objects");
        for (std::uint32_t const band : grouping.band_of) letters += grouping.bands.at(band).size();
    }
    trav::dump::DumpGraph const graph(dump);
    must(graph.count() == count, "the graph has all objects");
}

}  // namespace fuzz
