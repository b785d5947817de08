// trav/flow/detail/ordered_sweep.hpp: solves a flow in memory order, like flow_sweep.hpp, over a graph
// without indices but with memory_order(). Takes a value and two bits per slot of the heap, and a node per
// reached object.
#pragma once

#include "../../detail/growing_array.hpp"
#include "../../graph/memory_order.hpp"
#include "../flow.hpp"
#include "../memory_flow.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

/// For flows with `nothing`.
template <class G, class F>
class OrderedSweep {
    using N = node_t<G>;

  public:
    using Value = typename F::value;

    OrderedSweep(G const& graph, F& flow) : order_(memory_order(graph)), values_(flow) {}

    /// Solves the flow. Returns false if it gives up. Must be called only once.
    bool run(G const& graph, auto const& sources) {
        std::size_t const slots = order_.slots();
        if (slots == 0) return false;
        values_.begin(slots);
        for (auto const& source : sources) {
            N const n = resolve(graph, static_cast<N>(source.node));
            if (null(graph, n)) continue;
            std::size_t const slot = order_.slot(n);
            if (slot >= slots || !values_.source(slot, source.value)) return false;
        }
        MemoryFlow<N>* const flows[] = {&values_};
        if (!solve_in_memory(graph, order_, std::span<MemoryFlow<N>* const>(flows), [](auto const&...) {}))
            return false;
        for (std::size_t block = 0; block != order_.blocks(); ++block)
            order_.each(block, block + 1, [&](N const& n, std::size_t slot) {
                if (values_.find(slot)) nodes_.push(n);
            });
        return true;
    }

    /// The value of an object, or null if the flow did not reach it.
    Value const* find(N const& n) const {
        std::size_t const slot = order_.slot(n);
        return slot < order_.slots() ? values_.find(slot) : nullptr;
    }
    /// The objects reached.
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  private:
    memory_order_t<G> order_;
    MemoryValues<F, N> values_;
    GrowingArray<N> nodes_;
};

}  // namespace trav::detail
