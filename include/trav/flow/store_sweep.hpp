// trav/flow/store_sweep.hpp: solves a flow in memory order, like memory_flow.hpp, with the values in a
// store of the user's. Takes one more bit per slot of the heap.
#pragma once

#include "../detail/bits.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/memory_order.hpp"
#include "../store/store.hpp"
#include "../strategy/counted.hpp"
#include "../traverse_heap.hpp"
#include "flow.hpp"
#include "late_updates.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

template <class G, Flow F, class Store>
class StoreSweep {
    using N = node_t<G>;
    using Value = typename F::value;

  public:
    StoreSweep(G const& graph, F& flow, Store& store)
        : graph_(graph), flow_(flow), store_(store), order_(memory_order(graph)) {}

    /// Begins a pass of the store. Returns false if it gives up: too many edges lead back. Must be called
    /// only once.
    bool run(auto const& sources) {
        int const direction = direction_in_memory(graph_, order_);
        if (direction == 0) return false;
        begin_pass(store_, graph_);
        AfterRun<Store> const after{store_};
        pending_.clear(order_.slots());
        for (auto const& source : sources) receive(static_cast<N>(source.node), source.value);
        if (lost_) return false;
        auto const has_pending = [&](std::size_t block, bool) {
            return pending_.any_near(order_.begin(block), order_.begin(block + 1));
        };
        auto const send_all = [&](std::size_t block, std::size_t next, bool up, bool) {
            return send(block, next, up);
        };
        std::size_t allowed = 0, late = 0;
        auto const more = [&] {
            allowed = late == 0 ? late_at_first(references_, ChangesValues<F, N>) : late_after(late);
            late = std::exchange(behind_, 0);
            return late != 0 && late <= allowed;
        };
        return sweep_blocks(order_, {direction > 0}, has_pending, send_all, more) && late <= allowed;
    }
    /// The numbers of sends and of reached objects.
    Statistics const& statistics() const { return statistics_; }

  private:
    struct Object {
        N node;
        std::size_t slot;
    };

    /// Sends from the objects of a block. Returns false if an object is outside the memory order.
    TRAV_NOINLINE bool send(std::size_t block, std::size_t next, bool upwards) {
        objects_.clear();
        order_.each(block, next, [&](N const& n, std::size_t slot) { objects_.push({n, slot}); });
        for (std::size_t i = 0, size = objects_.size(); i != size; ++i)
            send(objects_[upwards ? i : size - 1 - i], upwards);
        return !lost_;
    }
    void send(Object const& from, bool upwards) {
        if (!pending_[from.slot]) return;
        pending_[from.slot] = false;
        ++statistics_.visits;
        Value const value = sent(flow_, from.node, *store_.find(from.node));
        each_child(graph_, from.node, [&](N const& handle) {
            ++references_;
            std::size_t const slot = receive(handle, value);
            behind_ += std::size_t{slot != none && is_behind<F, N>(upwards, slot, from.slot)};
        });
    }
    /// Joins a value into an object. Returns its slot if it grew, otherwise `none`.
    std::size_t receive(N const& handle, Value const& value) {
        N const n = resolve(graph_, handle);
        if (null(graph_, n)) return none;
        std::size_t const slot = order_.slot(n);
        if (slot >= order_.slots()) {
            lost_ = true;
            return none;
        }
        auto touched = store_.touch(n);
        Value const now = touched.fresh ? value : flow_.join(touched.data(), value);
        if (!touched.fresh && now == touched.data()) return none;
        touched.data() = now;
        statistics_.objects += touched.fresh;
        pending_[slot] = true;
        return slot;
    }

    static constexpr std::size_t none = ~std::size_t{0};
    G const& graph_;
    F& flow_;
    Store& store_;
    memory_order_t<G> order_;
    Bits pending_{};  // for each slot: the object has a pending update
    GrowingArray<Object> objects_{};
    std::size_t behind_ = 0, references_ = 0;
    bool lost_ = false;  // an object is outside the memory order
    Statistics statistics_{};
};

}  // namespace trav::detail
