// trav/flow/detail/ordered_sweep.hpp: solves a flow in memory order, like flow_sweep.hpp, over a graph
// without indices: in its memory_order(), or in the order of addresses. Takes a value and two bits per slot,
// and a node per reached object.
#pragma once

#include "../../detail/growing_array.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../address_order.hpp"
#include "../flow.hpp"
#include "../memory_flow.hpp"
#include "../numbered.hpp"
#include "../values.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

/// For flows with `nothing`.
template <class G, class F>
class OrderedSweep {
    using N = node_t<G>;
    static constexpr bool by_address = AddressOrdered<G>;

  public:
    using Value = typename F::value;

    explicit OrderedSweep(F& flow) : flow_(flow), values_(flow) {}

    /// Solves the flow. Returns false if it gives up. Must be called only once.
    bool run(G const& graph, auto const& sources) {
        GrowingArray<N> starts;
        for (auto const& source : sources) starts.push(resolve(graph, static_cast<N>(source.node)));
        order_ = order_of(graph, starts);
        std::size_t const slots = order_->slots();
        if (slots == 0 || !solve(graph, sources, starts)) return false;
        for (std::size_t block = 0; block != order_->blocks(); ++block)
            order_->each(block, block + 1, [&](N const& n, std::size_t slot) {
                if (values_.find(slot)) nodes_.push(n);
            });
        return true;
    }

    /// The value of an object, or null if the flow did not reach it.
    Value const* find(N const& n) const {
        std::size_t slot = 0;
        if constexpr (by_address) slot = order_->slot_of(n);  // the graph may be gone
        else slot = order_->slot(n);
        return slot < order_->slots() ? values_.find(slot) : nullptr;
    }
    /// The objects reached.
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  private:
    bool solve(G const& graph, auto const& sources, GrowingArray<N> const& starts) {
        if (!begin(graph, sources, starts)) return false;
        MemoryFlow<N>* const flows[] = {&values_};
        if (solve_in_memory(graph, *order_, std::span<MemoryFlow<N>* const>(flows), [](auto const&...) {}))
            return true;
        if constexpr (by_address) return solve_by_slot(graph, sources, starts);
        else return false;
    }
    /// Returns false if an object has no slot, or a value equals `nothing`.
    bool begin(G const& graph, auto const& sources, GrowingArray<N> const& starts) {
        values_.begin(order_->slots());
        N const* start = starts.begin();
        for (auto const& source : sources) {
            N const n = *start++;
            if (null(graph, n)) continue;
            std::size_t const slot = order_->slot(n);
            if (slot >= order_->slots() || !values_.source(slot, source.value)) return false;
        }
        return true;
    }
    /// Without an order that is good for sweeps: slots are still numbers of objects.
    bool solve_by_slot(G const& graph, auto const& sources, GrowingArray<N> const& starts) {
        Numbered<G, NoStore> numbered(NoStore{});
        if (!numbered.number_by_slot(graph, *order_)) return false;
        Values<F, N> values(flow_);
        for (N const& n : numbered.nodes()) values.seen(n);
        GrowingArray<Source<Place, Value>> begins;
        N const* start = starts.begin();
        for (auto const& source : sources) {
            N const n = *start++;
            if (!null(graph, n)) begins.push({static_cast<Place>(order_->slot(n)), source.value});
        }
        values.solve(numbered, begins);
        for (std::size_t slot = 0; slot != numbered.size(); ++slot)
            if (auto const* const value = values.find(static_cast<Place>(slot))) values_.set(slot, *value);
        return true;
    }

    F& flow_;
    UniquePtr<order_t<G>> order_;
    MemoryValues<F, N> values_;
    GrowingArray<N> nodes_;
};

}  // namespace trav::detail
