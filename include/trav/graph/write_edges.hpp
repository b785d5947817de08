// trav/graph/write_edges.hpp: writes a list of edges, in any order, to a graph file, for lists larger than
// memory. POSIX only.
//
//     trav::write_edges("big.csr", [&](auto edge) {                 // called several times
//         for (auto const [from, to] : list) edge(from, to);
//     }, std::size_t{1} << 30);                                     // memory for sorting, in bytes
//
// The largest number determines the number of nodes. The edges of a node keep their order. Takes another 8
// bytes per node. Reads the list once, and again for each part that fits in the memory for sorting.
#pragma once

#include "../detail/growing_array.hpp"
#include "write_csr.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace trav {

namespace detail {

/// Also writes the columns of columns(CsrColumnWriter&).
template <std::unsigned_integral Node, class Columns = std::nullptr_t>
void write_edges(NewFile& out, auto each_edge, std::uint64_t room, Columns columns = {}) {
    CsrHeader header;
    if constexpr (!std::is_null_pointer_v<Columns>) header.version = CsrHeader::with_columns;
    header.node_bytes = sizeof(Node);
    GrowingArray<std::uint64_t> begins;  // of rows; at first the length of the previous row
    begins.push(0);
    each_edge([&](Node from, Node to) {
        std::size_t const needed = static_cast<std::size_t>(std::max(from, to)) + 2;
        while (begins.size() < needed) begins.push(0);
        ++begins[std::size_t{from} + 1];
        ++header.edges;
    });
    std::size_t const nodes = begins.size() - 1;
    header.nodes = nodes;
    out.write(header);
    for (std::size_t n = 0; n <= nodes; ++n) {
        if (n != 0) begins[n] += begins[n - 1];
        out.write(begins[n]);
    }
    std::uint64_t const most = room / sizeof(Node);
    GrowingArray<Node> targets;
    for (std::size_t first = 0; first != nodes;) {
        std::uint64_t const base = begins[first];
        std::size_t last = first;
        while (last != nodes && begins[last + 1] - base <= most) ++last;
        if (last == first) {  // the row alone does not fit; the list has its edges in order
            each_edge([&](Node from, Node to) {
                if (from == first) out.write(to);
            });
            ++first;
            continue;
        }
        auto const size = static_cast<std::size_t>(begins[last] - base);
        Node* const to_here = (targets.clear(), targets.room(size));
        if (size != 0)
            each_edge([&](Node from, Node to) {
                if (first <= from && from < last) to_here[begins[from]++ - base] = to;
            });
        for (std::size_t i = 0; i != size; ++i) out.write(to_here[i]);
        first = last;
    }
    for (auto pad = header.edges * sizeof(Node); pad % 8 != 0; ++pad) out.write(char{0});
    write_columns(out, columns);
}

}  // namespace detail

/// Calls each_edge(edge), which must call edge(from, to) for each edge, with the same edges at every call.
/// Replaces an older file only when complete. Throws BadFile.
template <std::unsigned_integral Node = std::uint32_t>
void write_edges(std::string const& file, auto each_edge, std::uint64_t room) {
    detail::NewFile out(file);
    detail::write_edges<Node>(out, each_edge, room);
    out.finish();
}

}  // namespace trav
