// Streamed: a .csr dump, whose file is read in order rather than walked. Memory holds a small number per
// object, and two blocks of the file.
#pragma once

#include "place.hpp"

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/input.hpp>
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/row_blocks.hpp>

#include <utility>

namespace heapprof {

using trav::dump::CsrDump;

/// The column of a dump's file that is read along with its rows.
inline constexpr char const* edge_kinds = "edge kind";

class Streamed final : public WholeDump {
  public:
    template <class Flow>
    using Values = trav::StreamedValues<Node, Flow>;

    /// progress(bytes, 0) reports the bytes read. The dump must be a CsrDump.
    explicit Streamed(AnyDump const& dump, trav::dump::Progress const& progress = {})
        : WholeDump(dump), csr_(*dump.get_if<CsrDump>()), rows_(csr_.graph(), edge_kinds) {
        if (progress) rows_.on_read([progress](std::uint64_t bytes) { progress(bytes, 0); });
    }

    bool plain() const { return csr_.plain(); }
    /// Throws BadFile.
    template <class Flow>
    Values<Flow> solve(auto const& sources, Flow& flow, auto const& follow) const {
        auto const admits = [&](Node from, Node to, trav::dump::CsrEdgeKind kind) {
            return follow(from, to, kind);
        };
        return trav::solve(trav::StreamedGraph(rows_, admits), sources, flow);
    }

  private:
    CsrDump const& csr_;
    mutable trav::RowBlocks<Node> rows_;
};

}  // namespace heapprof
