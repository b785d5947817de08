// What by_root_on_disc.hpp and by_retainer_on_disc.hpp have in common, the breakdowns of a dump that is
// mapped: they stream its file, with a small number for each object in memory.
#pragma once

#include <trav/detail/index_range.hpp>
#include <trav/dump/csr/dump.hpp>
#include <trav/dump/input.hpp>
#include <trav/flow/solve_on_disc.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heapprof {

using trav::dump::CsrDump;
using trav::dump::CsrEdgeKind;
using trav::dump::Node;

/// The column of a dump's file that is read with its rows.
inline constexpr char const* edge_kinds = "edge kind";

/// Sets of up to so many roots as the bits of a number.
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

/// The rows of a dump's file; progress(bytes, 0) says how much was read.
struct DumpRows : trav::RowBlocks<Node> {
    DumpRows(CsrDump const& dump, trav::dump::Progress const& progress)
        : RowBlocks(dump.graph(), edge_kinds) {
        if (progress) on_read([progress](std::uint64_t bytes) { progress(bytes, 0); });
    }
};

/// What `sources` reach by references for which follow(from, to, CsrEdgeKind) holds, a bit for each object.
std::vector<bool> reached_on_disc(DumpRows& rows, std::vector<Node> const& sources, auto follow) {
    std::vector<trav::Source<Node, std::uint8_t>> begins;
    for (Node const n : sources) begins.push_back({n, 1});
    MaskFlow<std::uint8_t> flow;
    auto const found = trav::solve_on_disc(rows, begins, flow, follow);
    std::vector<bool> reached(rows.count());
    for (Node n = 0; n != rows.count(); ++n) reached[n] = found.find(n) != nullptr;
    return reached;
}

/// The objects of a dump, only to be counted.
struct CountedObjects {
    using node = Node;
    CsrDump const* dump;
    std::span<Node const> children(Node) const { return {}; }
    std::size_t size(Node n) const { return static_cast<std::size_t>(dump->size(n)); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return dump->node_count(); }
    auto objects() const { return trav::detail::IndexRange<Node>(count()); }
};

}  // namespace heapprof
