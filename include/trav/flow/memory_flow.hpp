// trav/flow/memory_flow.hpp: solves several flows together, in memory order, over any graph: each
// block of the heap is read once, and all flows send along its references.
//
// In the first sweep every reached object sends. Late updates, which change objects that the sweep has
// already passed, are marked and sent in the next sweep, which reads only blocks with pending updates. The
// solver gives up if edges have no predominant direction or if there are many late updates. flow_sweep.hpp
// is faster for one flow over one array of edges. Takes a value and a bit per slot and flow; a value of
// `bool` can be a bit.
#pragma once

#include "../detail/bits.hpp"
#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/memory_rows.hpp"
#include "flow.hpp"
#include "late_updates.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// How values are sent along some rows.
struct Sending {
    bool upwards;  ///< in the direction of increasing addresses
    bool again;    ///< only from objects with a pending update
};

/// Notified before the value of an object changes that the sweep has already passed.
class GrowthWatcher {
  public:
    virtual ~GrowthWatcher() = default;
    virtual void will_grow(std::size_t slot) = 0;
};

/// A flow that is being solved, with its type erased.
template <class N>
class MemoryFlow {
  public:
    virtual ~MemoryFlow() = default;
    /// Sends along some rows. Returns false if it gives up.
    virtual bool send(MemoryRows<N> const& rows, Sending how) = 0;
    void watch(GrowthWatcher* watcher) { watcher_ = watcher; }

    /// Whether any object between two slots has a pending update.
    bool has_pending(std::size_t begin, std::size_t end) const { return pending_.any_near(begin, end); }
    /// Ends a sweep. Returns the number of late updates.
    std::size_t end_sweep() {
        allowed_ = late_after(grown_);
        return std::exchange(grown_, 0);
    }
    std::size_t sends() const { return sends_; }
    std::size_t reached() const { return reached_; }

  protected:
    Bits pending_{};                          // for each slot: the object has a pending update
    std::size_t grown_ = 0, allowed_ = 0;     // late updates; their limit after the first sweep
    std::size_t sends_ = 0, references_ = 0;  // references: along which the first sweep sent
    std::size_t reached_ = 0;                 // objects
    GrowthWatcher* watcher_ = nullptr;
};

/// `Cells` has a value per slot: an array, or bits for a flow of `bool` with `nothing` == false.
template <Flow F, class N, class Cells = GrowingArray<typename F::value>>
class MemoryValues final : public MemoryFlow<N> {
    static constexpr bool changes = ChangesValues<F, N>;
    static constexpr bool in_bits = std::is_same_v<Cells, Bits>;

  public:
    using Value = typename F::value;

    explicit MemoryValues(F& flow) : flow_(flow) {}

    /// Must be called before the first sweep, and before source().
    void begin(std::size_t slots) {
        if constexpr (in_bits) values_.clear(slots);
        else values_.assign(slots + 1, Value{F::nothing});  // for nodes without a slot
        this->pending_.clear(slots);
        this->grown_ = this->sends_ = this->references_ = this->reached_ = 0;
        any_late_ = false, slots_ = slots;
    }
    /// Adds a source. Returns false if its value equals `nothing`.
    bool source(std::size_t slot, Value const& value) {
        if (is_nothing(value)) return false;
        values_[slot] = flow_.join(values_[slot], value);
        return true;
    }
    /// Replaces a value found by another solver.
    void set(std::size_t slot, Value const& value) { values_[slot] = value; }
    bool send(MemoryRows<N> const& rows, Sending how) override {
        if (how.again) return how.upwards ? send<true, true>(rows) : send<false, true>(rows);
        return how.upwards ? send<true, false>(rows) : send<false, false>(rows);
    }
    bool reaches(std::size_t slot) const { return !is_nothing(values_[slot]); }
    /// The value of the object in a slot, or null if the flow did not reach it.
    Value const* find(std::size_t slot) const { return is_nothing(values_[slot]) ? nullptr : &values_[slot]; }

  private:
    static bool is_nothing(Value const& value) { return value == Value{F::nothing}; }

    template <bool Up, bool Again>
    TRAV_NOINLINE bool send(MemoryRows<N> const& rows) {
        auto&& values = cells();
        std::size_t const size = rows.size();
        std::size_t references = 0;
        for (std::size_t k = 0; k != size; ++k) {
            std::size_t const i = Up ? k : size - 1 - k;
            std::size_t const at = rows.slot(i);
            if constexpr (Again) {
                if (!this->pending_[at]) continue;
                this->pending_[at] = false;
                ++this->sends_;
                if (any_late_) this->reached_ += std::size_t{late_[at]}, late_[at] = false;
            }
            auto const children = rows.children(i);
            if (children.empty() || is_nothing(values[at])) continue;
            Value const value = sent(flow_, rows.node(i), values[at]);
            if (changes && is_nothing(value)) return false;  // would reach objects without a trace
            references += children.size();
            for (auto const child : children) {
                Value const before = values[child];
                Value const now = flow_.join(before, value);
                bool const behind = is_behind<F, N>(Up, child, at);
                if (Again || behind) {  // otherwise the sweep will still reach the child
                    if (now == before) continue;
                    note(child, is_nothing(before), behind);
                }
                values[child] = now;
            }
        }
        if constexpr (Again) return this->grown_ <= this->allowed_;
        std::size_t reached = 0;
        for (std::size_t i = 0; i != size; ++i) reached += std::size_t{!is_nothing(values[rows.slot(i)])};
        if (any_late_)  // late objects are counted when they send
            for (std::size_t i = 0; i != size; ++i) reached -= std::size_t{late_[rows.slot(i)]};
        this->reached_ += reached, this->sends_ += reached;
        this->references_ += references;
        return this->grown_ <= late_at_first(this->references_, changes);
    }
    /// Marks a child that is about to grow: it must send, again or for the first time.
    TRAV_NOINLINE void note(std::size_t child, bool first, bool behind) {
        if (this->watcher_ != nullptr) this->watcher_->will_grow(child);
        this->pending_[child] = true;
        this->grown_ += std::size_t{behind};
        if (!first) return;
        if (!any_late_) late_.clear(slots_);
        any_late_ = true, late_[child] = true;
    }
    /// The values; as a pointer if they are an array, so that it stays in a register.
    decltype(auto) cells() {
        if constexpr (in_bits) return (values_);
        else return values_.data();
    }

    F& flow_;
    Cells values_{};
    Bits late_{};  // for each slot, if any: reached after the first sweep passed, not counted yet
    bool any_late_ = false;
    std::size_t slots_ = 0;
};

/// Solves flows that have begun; calls passed(block, rows) for each block in the first sweep. Returns false
/// if it gives up.
template <class G>
bool solve_in_memory(G const& graph, auto const& order, std::span<MemoryFlow<node_t<G>>* const> flows,
                     auto passed) {
    int const direction = direction_in_memory(graph, order);
    if (direction == 0) return false;
    OrderedRows rows(graph, order);
    auto const has_pending = [&](std::size_t begin, std::size_t end, bool again) {
        bool pending = !again;
        for (auto* const flow : flows) pending = pending || flow->has_pending(begin, end);
        return pending;
    };
    auto const send = [&](std::size_t block, auto const* read, bool upwards, bool again) {
        if (read == nullptr) return false;
        for (auto* const flow : flows)
            if (!flow->send(*read, {upwards, again})) return false;
        if (!again) passed(block, *read);
        return true;
    };
    return sweep_blocks(rows, {direction > 0}, has_pending, send, [&] {
        bool more = false;
        for (auto* const flow : flows) more = flow->end_sweep() != 0 || more;
        return more;
    });
}

}  // namespace trav::detail
