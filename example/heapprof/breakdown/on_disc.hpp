// The parts that by_root_on_disc.hpp and by_retainer_on_disc.hpp share: breakdowns of a mapped dump, which
// stream its file and keep a small number per object in memory.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/input.hpp>
#include <trav/flow/reach.hpp>
#include <trav/flow/streamed_graph.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heapprof {

using trav::dump::CsrDump;
using trav::dump::CsrEdgeKind;

/// The column of a dump's file that is read along with its rows.
inline constexpr char const* edge_kinds = "edge kind";

/// Sets of up to that many roots, as the bits of an integer.
template <class Bits>
struct MaskFlow {
    using value = Bits;
    static constexpr value nothing = 0;
    value join(value a, value b) const { return static_cast<value>(a | b); }
    value singleton(std::size_t root) const { return static_cast<value>(value{1} << root); }
    std::vector<std::uint32_t> elements(value set) const {
        std::vector<std::uint32_t> result;
        for (std::uint32_t i = 0; i != 8 * sizeof(Bits); ++i)
            if ((set >> i & 1) != 0) result.push_back(i);
        return result;
    }
};

/// The rows of a dump's file; progress(bytes, 0) reports the bytes read.
struct DumpRows : trav::RowBlocks<Node> {
    DumpRows(CsrDump const& dump, trav::dump::Progress const& progress)
        : RowBlocks(dump.graph(), edge_kinds) {
        if (progress) on_read([progress](std::uint64_t bytes) { progress(bytes, 0); });
    }
};

/// Marks, with a bit per object, the objects that `sources` reach by references for which follow(from, to,
/// CsrEdgeKind) holds.
std::vector<bool> reached_on_disc(DumpRows& rows, std::vector<Node> const& sources, auto follow) {
    std::vector<trav::Source<Node, bool>> begins;
    for (Node const n : sources) begins.push_back({n, true});
    trav::Reach reach;
    auto const found = trav::solve(trav::StreamedGraph(rows, follow), begins, reach);
    std::vector<bool> reached(rows.count());
    for (Node n = 0; n != rows.count(); ++n) reached[n] = found.find(n) != nullptr;
    return reached;
}

}  // namespace heapprof
