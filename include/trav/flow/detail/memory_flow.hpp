// trav/flow/detail/memory_flow.hpp: several flows solved together in the order of memory, whatever the graph:
// each block of the heap is read once, and all of them send along its references.
//
// In the first sweep whatever was reached sends; what grows behind it is noted, and sends in the next one,
// which reads only blocks in which something has to send. It is given up where most edges do not lead one
// way, or much grows behind (memory_sweep.hpp, which is faster for one flow over one array of edges). Needs a
// value and a bit for each slot and flow; a value of `bool` can be a bit.
#pragma once

#include "../../detail/bits.hpp"
#include "../../detail/column.hpp"
#include "../../detail/compiler.hpp"
#include "../../graph/detail/edge_sample.hpp"
#include "../../graph/detail/memory_rows.hpp"
#include "../flow.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// How values are sent along some rows.
struct Sending {
    bool upwards;  ///< through memory
    bool again;    ///< only by objects that have something new
};

/// Is told before something that the sweep has passed gets another value.
class GrowthWatcher {
  public:
    virtual ~GrowthWatcher() = default;
    virtual void will_grow(std::size_t slot) = 0;
};

/// A flow that is being solved, whatever its type.
template <class N>
class MemoryFlow {
  public:
    virtual ~MemoryFlow() = default;
    /// False: given up.
    virtual bool send(MemoryRows<N> const& rows, Sending how) = 0;
    void watch(GrowthWatcher* watcher) { watcher_ = watcher; }

    /// Whether something between two slots has something new to send.
    bool has_news(std::size_t begin, std::size_t end) const { return news_.any_near(begin, end); }
    /// A sweep is over: how many objects have grown behind it.
    std::size_t end_sweep() {
        allowed_ = grown_ / 2 + 64;
        return std::exchange(grown_, 0);
    }
    std::size_t sends() const { return sends_; }
    std::size_t reached() const { return reached_; }

  protected:
    Bits news_{};                             // for each slot: the object has something new to send
    std::size_t grown_ = 0, allowed_ = 0;     // behind this sweep; that many may, unless it is the first
    std::size_t sends_ = 0, references_ = 0;  // those along which the first sweep sent
    std::size_t reached_ = 0;                 // objects
    GrowthWatcher* watcher_ = nullptr;
};

/// `Cells` has a value for each slot: an array, or bits for a flow of `bool` without `nothing` but false.
template <Flow F, class N, class Cells = Column<typename F::value>>
class MemoryValues final : public MemoryFlow<N> {
    static constexpr bool changes = Cuts<F, N> || Transfers<F, N>;
    static constexpr bool in_bits = std::is_same_v<Cells, Bits>;

  public:
    using Value = typename F::value;

    explicit MemoryValues(F& flow) : flow_(flow) {}

    /// Before the first sweep; then come the sources.
    void begin(std::size_t slots) {
        if constexpr (in_bits) values_.clear(slots);
        else values_.assign(slots + 1, Value{F::nothing});  // that of what has no slot stays nothing
        this->news_.clear(slots);
        this->grown_ = this->sends_ = this->references_ = this->reached_ = 0;
        any_late_ = false, slots_ = slots;
    }
    /// False: its value cannot be told from nothing.
    bool source(std::size_t slot, Value const& value) {
        if (is_nothing(value)) return false;
        values_[slot] = flow_.join(values_[slot], value);
        return true;
    }
    bool send(MemoryRows<N> const& rows, Sending how) override {
        if (how.again) return how.upwards ? send<true, true>(rows) : send<false, true>(rows);
        return how.upwards ? send<true, false>(rows) : send<false, false>(rows);
    }
    bool reaches(std::size_t slot) const { return !is_nothing(values_[slot]); }
    /// The value of the object in a slot, or null if the flow did not reach it.
    Value const* find(std::size_t slot) const { return is_nothing(values_[slot]) ? nullptr : &values_[slot]; }

  private:
    /// In a first sweep, one in that many references may make an object grow behind it.
    static constexpr std::size_t patience = changes ? 32 : 8;

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
                if (!this->news_[at]) continue;
                this->news_[at] = false;
                ++this->sends_;
                if (any_late_) this->reached_ += std::size_t{late_[at]}, late_[at] = false;
            }
            auto const children = rows.children(i);
            if (children.empty() || is_nothing(values[at])) continue;
            Value const value = sent(flow_, rows.node(i), values[at]);
            if (changes && is_nothing(value)) return false;  // does not show whom it reaches
            references += children.size();
            for (auto const child : children) {
                Value const before = values[child];
                Value const now = flow_.join(before, value);
                // what an object sends to itself makes no difference, unless it is changed on the way
                bool const behind = (Up ? child < at : child > at) || (Transfers<F, N> && child == at);
                if (Again || behind) {  // else it will be read anyway
                    if (now == before) continue;
                    note(child, is_nothing(before), behind);
                }
                values[child] = now;
            }
        }
        if constexpr (Again) return this->grown_ <= this->allowed_;
        std::size_t reached = 0;
        for (std::size_t i = 0; i != size; ++i) reached += std::size_t{!is_nothing(values[rows.slot(i)])};
        if (any_late_)  // they count when they send
            for (std::size_t i = 0; i != size; ++i) reached -= std::size_t{late_[rows.slot(i)]};
        this->reached_ += reached, this->sends_ += reached;
        this->references_ += references;
        return this->grown_ <= this->references_ / patience + 64;
    }
    /// A child is about to grow, and will have to send, again or for the first time.
    TRAV_NOINLINE void note(std::size_t child, bool first, bool behind) {
        if (this->watcher_ != nullptr) this->watcher_->will_grow(child);
        this->news_[child] = true;
        this->grown_ += std::size_t{behind};
        if (!first) return;
        if (!any_late_) late_.clear(slots_);
        any_late_ = true, late_[child] = true;
    }
    /// The values; where they are in an array is kept in a register.
    decltype(auto) cells() {
        if constexpr (in_bits) return (values_);
        else return values_.data();
    }

    F& flow_;
    Cells values_{};
    Bits late_{};  // for each slot, if there are any: not reached by the first sweep, nor counted yet
    bool any_late_ = false;
    std::size_t slots_ = 0;
};

/// Solves flows that have begun; calls passed(block, rows) for each block in the first sweep. False: it is
/// given up.
template <class G>
bool solve_in_memory(G const& graph, auto const& order, std::span<MemoryFlow<node_t<G>>* const> flows,
                     auto passed) {
    int const direction = direction_in_memory(graph, order);
    if (direction == 0) return false;
    std::size_t const blocks = order.blocks();
    MemoryRows<node_t<G>> rows;
    std::size_t work = 0;  // blocks; a sweep of few of them is a bad sign
    bool more = true;
    for (Sending how{direction > 0, false}; more; how.again = true) {
        work += blocks / 32;
        if (work > 5 * blocks + 64) return false;
        for (std::size_t k = 0; k != blocks; ++k) {
            std::size_t const block = how.upwards ? k : blocks - 1 - k;
            std::size_t const begin = order.begin(block), end = order.begin(block + 1);
            bool news = !how.again;
            for (auto* const flow : flows) news = news || flow->has_news(begin, end);
            if (!news) continue;
            ++work;
            if (!rows.read(graph, order, block, how.upwards ? block + 1 : block - 1)) return false;
            for (auto* const flow : flows)
                if (!flow->send(rows, how)) return false;
            if (!how.again) passed(block, rows);
        }
        more = false;
        for (auto* const flow : flows) more = flow->end_sweep() != 0 || more;
    }
    return true;
}

}  // namespace trav::detail
