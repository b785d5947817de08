// trav/graph/write_breadth_first.hpp: rewrites a graph file in breadth-first order, for graphs larger than
// memory. POSIX only.
//
//     trav::MappedCsr<> const graph("shuffled.csr");
//     trav::BreadthFirstOrder order(graph, std::size_t{1} << 30);    // breadth_first_order.hpp
//     trav::write_breadth_first("sorted.csr", graph, order, roots, [&](trav::CsrColumnWriter& columns) {
//         columns.items<std::uint64_t>("id", graph.count(), [&](auto put) {
//             for (auto const n : order.nodes()) put(n);             // the old numbers of the nodes
//         });
//     });
//
// Takes the memory of the order, and little more. In this order, a flow on disc is solved in fewer passes
// (flow/streamed_graph.hpp).
#pragma once

#include "breadth_first_order.hpp"
#include "write_csr.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>

namespace trav {

/// Writes edges, sizes if the file has them, and the columns of columns(CsrColumnWriter&). Calls
/// progress(done, whole) from time to time. Replaces an older file only when complete. Throws BadFile.
template <std::unsigned_integral Node, bool Sized, class Columns = std::nullptr_t>
void write_breadth_first(std::string const& file, MappedCsr<Node, Sized> const& graph,
                         BreadthFirstOrder<Node>& order, auto const& roots, Columns columns = {},
                         std::function<void(std::uint64_t done, std::uint64_t whole)> const& progress = {}) {
    detail::CsrHeader header;
    if constexpr (!std::is_null_pointer_v<Columns>) header.version = detail::CsrHeader::with_columns;
    header.node_bytes = sizeof(Node);
    header.size_bytes = graph.sizes().empty() ? 0 : 8;
    header.nodes = graph.count();
    header.edges = graph.targets().size();

    detail::NewFile out(file);
    out.write(header);
    // offsets and targets are written alternately
    std::uint64_t offset = 0, offsets_at = sizeof header;
    detail::GrowingArray<std::uint64_t> offsets;
    auto const write_offsets = [&] {
        out.write_at(offsets_at, std::span<std::uint64_t const>(offsets.data(), offsets.size()));
        offsets_at += offsets.size() * 8;
        offsets.clear();
        if (progress) progress(std::min((offsets_at - sizeof header) / 8, header.nodes), header.nodes);
    };
    offsets.push(offset);
    out.move_to(header.targets_at());
    order.find(
        roots, [&](Node child) { out.write(child), ++offset; },
        [&] {
            offsets.push(offset);
            if (offsets.size() == 4096) write_offsets();
        });
    write_offsets();
    for (auto pad = header.edges * sizeof(Node); pad % 8 != 0; ++pad) out.write(char{0});
    if (header.size_bytes != 0) order.each_item(graph.sizes(), [&](std::uint64_t size) { out.write(size); });
    detail::write_columns(out, columns);
    out.finish();
}

}  // namespace trav
