// InMemory: a dump of any format, whose edges are in memory.
#pragma once

#include "../heap/heap_graph.hpp"
#include "place.hpp"

#include <trav/flow/solve.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace heapprof {

class InMemory final : public WholeDump {
    template <class Flow>
    using Solved =
        decltype(trav::solve(std::declval<HeapGraph const&>(),
                             std::declval<std::vector<trav::Source<Node, typename Flow::value>> const&>(),
                             std::declval<Flow&>()));

  public:
    using WholeDump::WholeDump;

    /// The values, and the graph that they refer to.
    template <class Flow>
    class Values {
      public:
        Values(HeapGraph graph, auto const& sources, Flow& flow)
            : both_(new Both{std::move(graph), sources, flow}) {}
        auto const* find(Node n) const { return both_->values.find(n); }

      private:
        struct Both {
            HeapGraph const graph;
            Solved<Flow> const values;
            Both(HeapGraph along, auto const& sources, Flow& flow)
                : graph(std::move(along)), values(trav::solve(graph, sources, flow)) {}
        };
        std::unique_ptr<Both const> both_;
    };

    bool plain() const { return LinkEdges::plain(); }
    HeapGraph graph(auto const& follow) const { return LinkEdges{dump()}.graph(first(), last(), follow); }
    template <class Flow>
    Values<Flow> solve(std::vector<trav::Source<Node, typename Flow::value>> const& sources, Flow& flow,
                       auto const& follow) const {
        return {graph(follow), sources, flow};
    }
};

/// The same as of any place; for reachability alone, walking is faster than solving a flow.
inline std::vector<bool> reached(InMemory const& place, std::vector<Node> const& from, auto const& follow) {
    std::vector<bool> marks(place.last());
    trav::traverse<trav::MarkStack>(place.graph(follow), from, [&](auto& here) { marks[here.node] = true; });
    return marks;
}

}  // namespace heapprof
