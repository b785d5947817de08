// HeapGraph: a dump as a graph along some of its edges.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/dump_graph.hpp>

#include <concepts>
#include <cstdint>

namespace heapprof {

/// A dump as a graph along selected edges.
using HeapGraph = trav::dump::DumpGraph<AnyDump>;

/// The rule that follows the program's own edges.
struct ProgramEdges {
    bool operator()(Node, Node, auto const& kind) const { return kind.strong() && !kind.machinery(); }
};

/// The edges of a dump in memory.
struct LinkEdges {
    using Graph = HeapGraph;
    /// The kind of one edge: a bit in each of two sets.
    struct Kind {
        EdgeSet::Word const* are_strong;
        EdgeSet::Word const* are_machinery;
        std::uint64_t number;
        bool strong() const { return has(are_strong); }
        bool machinery() const { return has(are_machinery); }
        bool has(EdgeSet::Word const* set) const {
            return (set[number / EdgeSet::bits] >> number % EdgeSet::bits & 1) != 0;
        }
    };
    AnyDump const& dump;

    /// The edges of some objects that follow(from, to, kind) admits.
    template <class Follow>
    Graph graph(Node first, Node last, Follow const& follow) const {
        if constexpr (std::same_as<Follow, ProgramEdges>)  // is already computed
            return HeapGraph(dump, without(dump.strong(), dump.machinery()), first, last);
        std::uint64_t const edges = dump.edge_count();
        EdgeSet const strong = dump.strong().padded(edges), machinery = dump.machinery().padded(edges);
        auto const *const of_strong = strong.words().data(), *const of_machinery = machinery.words().data();
        auto const rule = [&](AnyDump::Link const& link) {
            return follow(link.from, link.to, Kind{of_strong, of_machinery, link.number});
        };
        return HeapGraph(dump, LinkRule(rule), first, last);
    }
    /// Without reading all edges, it is not known.
    static constexpr bool plain() { return false; }
};

}  // namespace heapprof
