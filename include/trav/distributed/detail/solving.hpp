// trav/distributed/detail/solving.hpp: a flow over a part while it is being solved: first within the part, in
// memory order, then by exchanging the values that have reached objects of other parts.
#pragma once

#include "../../flow/flow_sweep.hpp"
#include "../border.hpp"
#include "crossing.hpp"
#include "ghost_values.hpp"
#include "reach_flow.hpp"
#include "values_on_wire.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::distributed {

/// Statistics of one rank for one flow.
struct Figures {
    std::uint64_t cut_edges = 0;   ///< references to objects of other ranks
    std::uint64_t ghosts = 0;      ///< distinct targets of these references
    std::uint64_t supersteps = 0;  ///< exchanges; the same in all ranks
    std::uint64_t updates = 0;     ///< values sent to other ranks
    std::uint64_t bytes = 0;       ///< sent while solving, without the set-up
};

namespace detail {

/// A part as a graph with its objects in memory order. Values sent to other parts are kept for them.
template <Part P, class F>
class LocalGraph {
  public:
    using node = typename P::node;

    LocalGraph(P const& part, GhostValues<P, F>& ghosts)
        : part_(part),
          ghosts_(ghosts),
          first_(part.first()),
          count_(static_cast<std::size_t>(part.count())) {}

    decltype(auto) children(node own) const { return part_.children(own); }
    auto rows_end() const
        requires requires(P const& part) { part.rows_end(); }
    {
        return part_.rows_end();
    }
    /// The index of a node; at least count() if the node is of another part.
    TRAV_INLINE std::size_t index(node n) const { return static_cast<std::size_t>(n - first_); }
    std::size_t count() const { return count_; }
    node node_at(std::size_t index) const { return static_cast<node>(first_ + index); }
    /// The node with index 0.
    std::uint64_t first() const { return first_; }

    /// Whether a node belongs to another part.
    TRAV_INLINE bool elsewhere(node n) const { return n - first_ >= count_; }
    TRAV_INLINE void send_elsewhere(node n, typename F::value const& value) const { ghosts_.send(n, value); }

  private:
    P const& part_;
    GhostValues<P, F>& ghosts_;
    std::uint64_t first_;
    std::size_t count_;
};

/// A flow over a part while it is being solved.
template <Part P, Crosses F>
class Solving {
    using N = typename P::node;
    using Flow = ReachFlow<F, N>;
    using Local = LocalGraph<P, Flow>;
    using Value = typename Flow::value;
    using Sweep = trav::detail::FlowSweep<Local, Flow>;

  public:
    Solving(P const& part, Border<P> const& border, F& flow, std::size_t ranks)
        : part_(part), border_(border), flow_{flow}, wire_(flow, ranks) {
        values_.assign(local_.count(), Value{Flow::nothing});
        sweeping_.pending.assign(local_.count() / 64 + 1, 0);
        sweeping_.values = values_.data();
        figures_.cut_edges = border.cut_edges();
        figures_.ghosts = border.ghosts();
    }
    Solving(Solving const&) = delete;
    Solving& operator=(Solving const&) = delete;

    /// Adds a source in this part.
    void source(std::uint64_t n, typename F::value const& value) {
        arrivals_.add(static_cast<std::size_t>(n - part_.first()), Flow::of(value));
    }
    /// Must be called by all ranks. Calls stopped() before each exchange.
    void run(Communicator auto& comm, auto const& stopped) {
        for (;;) {
            send_within_part();
            stopped();
            std::uint64_t const updates = ghosts_.pending();
            if (comm.sum(updates) == 0) return;
            Messages messages = tell(updates, comm.size());
            figures_.updates += updates;
            for (auto const& message : messages) figures_.bytes += message.size();
            ++figures_.supersteps;
            Messages const received = comm.exchange(std::move(messages));
            for (std::size_t rank = 0; rank != received.size(); ++rank) receive(received[rank], rank);
        }
    }

    /// The value of a node so far, like Solution::find().
    typename F::value const* find(std::uint64_t n) const {
        auto const& value = values_[static_cast<std::size_t>(n - part_.first())];
        return value == Value{Flow::nothing} ? nullptr : &Flow::own(value);
    }
    auto release_values() { return std::move(values_); }
    Figures const& figures() const { return figures_; }

  private:
    /// The messages from ghosts to their owners.
    Messages tell(std::uint64_t updates, std::size_t ranks) {
        Messages messages(ranks);
        for (std::size_t rank = 0; rank != ranks; ++rank) {
            std::uint64_t const ghosts = border_.begin_of(rank + 1) - border_.begin_of(rank);
            messages[rank].reserve(static_cast<std::size_t>(std::min(updates, ghosts)) *
                                   (sizeof(std::uint32_t) + wire_.size));
        }
        ghosts_.tell_pending([&](std::size_t rank, std::uint32_t place, Value const& value) {
            put(messages[rank], place);
            wire_.put(messages[rank], rank, Flow::own(value));
        });
        return messages;
    }
    void receive(Message const& message, std::size_t rank) {
        auto const& wanted = border_.wanted_by(rank);
        for (Reader reader(message); reader.more();) {
            auto const at = reader.take<std::uint32_t>();
            if (at >= wanted.size()) throw BadMessage("trav: a message of another rank names no object");
            arrivals_.add(static_cast<std::size_t>(wanted[at]), Flow::of(wire_.take(reader, rank)));
        }
    }
    /// Sends within the part until there are no updates, or until half of the first sweep is done. If memory
    /// has no order, alternates between upwards and downwards.
    void send_within_part() {
        if (!arrivals_.finish() && !paused_) return;
        if (direction_ != 0 && swept_ != local_.count()) sweep();
        if (paused_ && ghosts_.pending() == 0) sweep();
        if (paused_) return;
        std::size_t const words = local_.count() / 64 + 1;
        bool up = direction_ > 0;
        do {
            sweeping_.behind = {};
            if (up) sweeping_.template next<true>(rows_, 0, words);
            else sweeping_.template next<false>(rows_, 0, words);
            up ^= direction_ == 0;
        } while (sweeping_.behind.grown != 0);
    }
    /// The first sweep: every reached object sends, so there is no look-up. It pauses halfway, so that other
    /// ranks can begin with the values found for them. It does not pause if many references lead to other
    /// ranks, since values would be sent twice. If there turns out to be no order, every reached object sends
    /// once more.
    void sweep() {
        std::size_t const count = local_.count(), half = count / 2 / 1024 * 1024;
        paused_ = swept_ == 0 && half != 0 && figures_.supersteps == 0 && border_.ghosts() != 0 &&
                  border_.cut_edges() < count / 4;
        std::size_t const end = paused_ ? half : count;
        bool const up = direction_ > 0;
        auto* const pending = sweeping_.pending.data();
        std::fill(up ? pending + swept_ / 64 : pending, pending + (up ? count : count - swept_) / 64, 0);
        if (up ? Sweep::template first<true>(rows_, sweeping_, swept_, end)
               : Sweep::template first<false>(rows_, sweeping_, swept_, end)) {
            swept_ = end;
            return;
        }
        swept_ = count, paused_ = false;
        for (std::size_t at = 0; at != count; ++at)
            if (!(values_[at] == Value{Flow::nothing})) pending[at / 64] |= std::uint64_t{1} << at % 64;
    }

    P const& part_;
    Border<P> const& border_;
    Flow flow_;
    GhostValues<P, Flow> ghosts_{border_, flow_};
    Local local_{part_, ghosts_};
    ValuesOnWire<F> wire_;
    trav::detail::GrowingArray<Value> values_;  // of this part's objects
    typename Sweep::Rows rows_{local_};
    typename Sweep::Solving sweeping_{flow_, nullptr, local_.count()};
    Arrivals<Flow> arrivals_{flow_, values_, sweeping_.pending};
    int direction_ = trav::detail::sampled_edges(local_).direction();
    std::size_t swept_ = 0;  // objects that have sent in the first sweep
    bool paused_ = false;    // in the first sweep
    Figures figures_;
};

}  // namespace detail

}  // namespace trav::distributed
