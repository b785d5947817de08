// trav/flow/flow_sweep.hpp: solves a flow in memory order: objects send one after the other, upwards
// or downwards through the heap. Further sweeps send the late updates, until there are none.
//
// A program usually allocates an object's children before the object, and a copying collector puts children
// behind their first parent. So most edges of a real heap lead one way, and one sweep is nearly all the work.
// It needs neither numbering nor look-ups. Sampled edges decide the direction. If too many of them lead far
// back, the heap has no order, and the solver gives up at once, unless many edges lead to objects with many
// children: then few sweeps suffice without an order, too. It also gives up during a sweep if late updates
// are the first to reach many objects, or if another sweep does not halve the late updates. Takes a value per
// object of the graph, reached or not, plus a bit per object while solving: whether it has a pending update.
#pragma once

#include "../detail/growing_array.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/graph.hpp"
#include "flow.hpp"
#include "late_updates.hpp"
#include "value_sweep.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

template <class G, Flow F>
class FlowSweep {
    using N = node_t<G>;

  public:
    using Value = typename F::value;
    using Solving = ValueSweep<G, F>;
    using Rows = typename Solving::Rows;
    /// Nodes have indices, and a value shows whether its object was reached.
    static constexpr bool possible = EnumeratedGraph<G> && HasNothing<F>;

    /// Solves the flow. Returns false if it gives up. Must be called only once.
    bool run(G const& graph, auto const& sources, F& flow) {
        EdgeSample const edges = sampled_edges(graph);
        int const direction = edges.direction();
        bool const hubs = direction == 0 && edges.hubs() && !Solving::changes;
        if (direction == 0 && !hubs) return false;
        count_ = graph.count();
        values_.assign(count_, Value{F::nothing});
        Solving solving{flow, values_.data(), count_};
        solving.pending.assign(count_ / 64 + 1, 0);
        for (auto const& source : sources) {
            N const n = resolve(graph, static_cast<N>(source.node));
            if (null(graph, n)) continue;
            if (Solving::is_nothing(source.value)) return false;  // would reach objects without a trace
            std::size_t const at = graph.index(n);
            values_[at] = flow.join(values_[at], source.value);
            if (hubs) solving.pending[at / 64] |= std::uint64_t{1} << at % 64;
        }
        return direction >= 0 ? run<true>(Rows(graph), solving, hubs)
                              : run<false>(Rows(graph), solving, hubs);
    }

    /// The value of the object with an index, or null if the flow did not reach it.
    Value const* find(std::size_t at) const {
        return Solving::is_nothing(values_[at]) ? nullptr : &values_[at];
    }
    std::size_t count() const { return count_; }

    /// The first sweep, between two positions in sweep order. Returns false if it gives up. Also used by
    /// distributed/shared_graph.hpp, which continues when other ranks have sent updates.
    template <bool Up>
    static bool first(Rows const& rows, Solving& solving, std::size_t begin, std::size_t end) {
        auto const& behind = solving.behind;
        for (std::size_t size; begin < end; begin += size) {
            size = end - begin < block ? end - begin : block;
            solving.template first<Up>(rows, begin, begin + size);
            if (behind.reached > behind.references / 32 + 64) return false;
            if (behind.grown > late_at_first(behind.references, Solving::changes)) return false;
            if (solving.loses_values) return false;
        }
        return true;
    }

  private:
    static constexpr std::size_t block = 1024;  // objects between two checks of the late updates

    /// `patient`: there is no limit for each sweep, only for all sweeps together.
    template <bool Up>
    static bool run(Rows const& rows, Solving& solving, bool patient) {
        std::size_t const count = solving.count;
        if (count == 0) return true;
        auto& behind = solving.behind;
        behind.grown = patient;
        if (!patient && !first<Up>(rows, solving, 0, count)) return false;
        if (!patient) solving.sends = count;
        for (std::size_t const most = 4 * count + 4096; behind.grown != 0;) {
            std::size_t const allowed = patient ? most : late_after(behind.grown);
            behind = {};
            solving.sends += solving.pending.size();  // a sweep of few sends is a bad sign
            if (!solving.template next<Up>(rows, 0, count / 64 + 1, allowed)) return false;
            if (solving.sends > most) return false;
        }
        return true;
    }

    GrowingArray<Value> values_;
    std::size_t count_ = 0;
};

}  // namespace trav::detail
