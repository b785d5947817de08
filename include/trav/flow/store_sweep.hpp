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
#include <span>
#include <utility>

namespace trav::detail {

template <class G, Flow F, class Store>
class StoreSweep {
    using N = node_t<G>;
    using Value = typename F::value;

  public:
    StoreSweep(G const& graph, F& flow, Store& store)
        : graph_(graph), flow_(flow), store_(store), rows_{memory_order(graph)} {}

    /// Begins a pass of the store. Returns false if it gives up: too many edges lead back. Must be called
    /// only once.
    bool run(auto const& sources) {
        int const direction = direction_in_memory(graph_, rows_.order);
        if (direction == 0) return false;
        begin_pass(store_, graph_);
        AfterRun<Store> const after{store_};
        pending_.clear(rows_.order.slots());
        for (auto const& source : sources) receive(static_cast<N>(source.node), source.value);
        if (lost_) return false;
        auto const has_pending = [&](std::size_t begin, std::size_t end, bool) {
            return pending_.any_near(begin, end);
        };
        auto const send_all = [&](std::size_t, std::span<Object const> objects, bool up, bool) {
            return send(objects, up);
        };
        std::size_t allowed = 0, late = 0;
        auto const more = [&] {
            allowed = late == 0 ? late_at_first(references_, ChangesValues<F, N>) : late_after(late);
            late = std::exchange(behind_, 0);
            return late != 0 && late <= allowed;
        };
        return sweep_blocks(rows_, {direction > 0}, has_pending, send_all, more) && late <= allowed;
    }
    /// The numbers of sends and of reached objects.
    Statistics const& statistics() const { return statistics_; }

  private:
    struct Object {
        N node;
        std::size_t slot;
    };
    /// The objects in blocks, as trav::Rows. Their children are read when they send.
    struct Objects {
        memory_order_t<G> order;
        GrowingArray<Object> objects{};

        std::size_t blocks() const { return order.blocks(); }
        std::size_t begin(std::size_t block) const { return order.begin(block); }
        TRAV_NOINLINE std::span<Object const> read(std::size_t block, std::size_t next) {
            objects.clear();
            order.each(block, next, [&](N const& n, std::size_t slot) { objects.push({n, slot}); });
            return {objects.data(), objects.size()};
        }
    };

    /// Sends from the objects of a block. Returns false if an object is outside the memory order.
    TRAV_NOINLINE bool send(std::span<Object const> objects, bool upwards) {
        for (std::size_t i = 0, size = objects.size(); i != size; ++i)
            send(objects[upwards ? i : size - 1 - i], upwards);
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
        std::size_t const slot = rows_.order.slot(n);
        if (slot >= rows_.order.slots()) {
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
    Objects rows_;
    Bits pending_{};  // for each slot: the object has a pending update
    std::size_t behind_ = 0, references_ = 0;
    bool lost_ = false;  // an object is outside the memory order
    Statistics statistics_{};
};

}  // namespace trav::detail
