// trav/distributed/detail/solving.hpp: a flow over a part while it is being solved: within the part in the
// order of memory, and then by exchanges of what has reached objects of others.
#pragma once

#include "../../flow/detail/memory_sweep.hpp"
#include "border.hpp"
#include "crossing.hpp"
#include "lifted.hpp"
#include "local_graph.hpp"
#include "values_on_wire.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace trav::distributed {

/// What it took one rank to solve a flow.
struct Figures {
    std::uint64_t cut_edges = 0;   ///< references to objects of other ranks
    std::uint64_t ghosts = 0;      ///< and the objects that they lead to
    std::uint64_t supersteps = 0;  ///< exchanges; the same in all ranks
    std::uint64_t updates = 0;     ///< values that were sent to other ranks
    std::uint64_t bytes = 0;       ///< of all that was sent to solve, without what sets up
};

namespace detail {

/// A flow over a part while it is being solved.
template <Part P, Crosses F>
class Solving {
    using N = typename P::node;
    using Flow = Shown<F, N>;
    using Local = LocalGraph<P, Flow>;
    using Value = typename Flow::value;
    using Sweep = trav::detail::MemorySweep<Local, Flow>;

  public:
    Solving(P const& part, Border<P> const& border, F& flow, std::size_t ranks)
        : part_(part), border_(border), flow_{flow}, wire_(flow, ranks) {
        values_.assign(local_.count(), Value{Flow::nothing});
        sweeping_.news.assign(local_.count() / 64 + 1, 0);
        sweeping_.values = values_.data();
        if (local_.count() != 0) sweeping_.begin();
        direction_ = Sweep::sample(local_).direction();
        figures_.cut_edges = border.cut_edges();
        figures_.ghosts = border.ghosts();
    }
    Solving(Solving const&) = delete;
    Solving& operator=(Solving const&) = delete;

    /// One of this part.
    void source(std::uint64_t n, typename F::value const& value) {
        arrivals_.add(static_cast<std::size_t>(n - part_.first()), Flow::of(value));
    }
    /// Called by all ranks. Calls stopped() before each exchange.
    void run(Communicator auto& comm, auto const& stopped) {
        for (;;) {
            settle();
            stopped();
            std::uint64_t const updates = ghosts_.news();
            if (comm.sum(updates) == 0) return;
            Messages messages = tell(updates, comm.size());
            figures_.updates += updates;
            for (auto const& message : messages) figures_.bytes += message.size();
            ++figures_.supersteps;
            Messages const received = comm.exchange(std::move(messages));
            for (std::size_t rank = 0; rank != received.size(); ++rank) receive(received[rank], rank);
        }
    }

    /// As Solution's, so far.
    typename F::value const* find(std::uint64_t n) const {
        auto const& value = values_[static_cast<std::size_t>(n - part_.first())];
        return value == Value{Flow::nothing} ? nullptr : &Flow::own(value);
    }
    auto release_values() { return std::move(values_); }
    Figures const& figures() const { return figures_; }

  private:
    /// What ghosts have to tell their owners.
    Messages tell(std::uint64_t updates, std::size_t ranks) {
        Messages messages(ranks);
        for (std::size_t rank = 0; rank != ranks; ++rank) {
            std::uint64_t const ghosts = border_.begin_of(rank + 1) - border_.begin_of(rank);
            messages[rank].reserve(static_cast<std::size_t>(std::min(updates, ghosts)) *
                                   (sizeof(std::uint32_t) + wire_.size));
        }
        ghosts_.tell_news([&](std::size_t rank, std::uint32_t place, Value const& value) {
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
    /// Sends within the part until nothing is new, or until half of the first sweep is done. Without an
    /// order, up and down in turns.
    void settle() {
        if (!arrivals_.finish() && !paused_) return;
        if (direction_ != 0 && swept_ != local_.count()) sweep();
        if (paused_ && ghosts_.news() == 0) sweep();
        if (paused_) return;
        constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
        bool up = direction_ > 0;
        for (typename Sweep::Behind behind{.grown = 1}; behind.grown != 0; up ^= direction_ == 0) {
            behind = {};
            if (up) sweeping_.template next<true>(behind, any);
            else sweeping_.template next<false>(behind, any);
        }
    }
    /// The first sweep: there is nothing to look up, since all that was reached sends. It pauses halfway, so
    /// that others can begin with what it has found for them; not where many references lead to others, to
    /// whom much would be sent twice. Where the order turns out to be none, all of it sends once more.
    void sweep() {
        std::size_t const count = local_.count(), half = count / 2 / 1024 * 1024;
        paused_ = swept_ == 0 && half != 0 && figures_.supersteps == 0 && border_.ghosts() != 0 &&
                  border_.cut_edges() < count / 4;
        std::size_t const end = paused_ ? half : count;
        bool const up = direction_ > 0;
        auto* const news = sweeping_.news.data();
        std::fill(up ? news + swept_ / 64 : news, news + (up ? count : count - swept_) / 64, 0);
        if (up ? sweeping_.template first<true>(behind_, swept_, end)
               : sweeping_.template first<false>(behind_, swept_, end)) {
            swept_ = end;
            return;
        }
        swept_ = count, paused_ = false;
        for (std::size_t at = 0; at != count; ++at)
            if (!(values_[at] == Value{Flow::nothing})) news[at / 64] |= std::uint64_t{1} << at % 64;
    }

    P const& part_;
    Border<P> const& border_;
    Flow flow_;
    GhostValues<P, Flow> ghosts_{border_, flow_};
    Local local_{part_, ghosts_};
    ValuesOnWire<F> wire_;
    trav::detail::Column<Value> values_;  // of own objects
    typename Sweep::Solving sweeping_{local_, flow_, nullptr, local_.count()};
    Arrivals<Flow> arrivals_{flow_, values_, sweeping_.news};
    int direction_ = 0;
    std::size_t swept_ = 0;  // how many have sent in the first sweep
    bool paused_ = false;    // that sweep
    typename Sweep::Behind behind_;
    Figures figures_;
};

}  // namespace detail

}  // namespace trav::distributed
