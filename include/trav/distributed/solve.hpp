// trav/distributed/solve.hpp: solves flows over a graph whose parts several ranks have. Each solves its part
// as far as that goes, in the order of memory; then they exchange what has reached objects of others, until
// nothing has.
//
//     trav::distributed::Mpi comm;                              // or Threads, or a Communicator of yours
//     trav::distributed::PartCsr<> part("heap.csr", comm);      // maps this rank's part
//     auto const found = trav::distributed::solve(comm, part, sources, flow);   // called by all ranks
//     if (auto const* value = found.find(n)) ...                     // of objects of this part
//
// Sources are the same as for trav::solve, and the answer is the same; a rank may leave out sources that
// other ranks have. The values of the flow cross between ranks, so the flow must say how:
//
//     static constexpr bool portable = true;      // a value means the same everywhere: it crosses as it is
//
//     std::vector<std::string> elements(value);   // or: what a value is made of, numbers and texts,
//     value of(std::vector<std::string>);         // vectors, pairs and options; and made of that again
//
// A rank needs a value for each of its objects and for each object of others that it refers to, three bits
// more, and two bits for each object of the whole graph. An exchange (a superstep) costs 4 bytes for each
// value that has reached an object of another rank, and the value: itself if it is portable, else 4 bytes,
// and its elements once for each pair of ranks. On heaps in the order of memory there are as many supersteps
// as borders, at most; without order many.
#pragma once

#include "../flow/detail/memory_sweep.hpp"
#include "detail/border.hpp"
#include "detail/crossing.hpp"
#include "detail/lifted.hpp"
#include "detail/local_graph.hpp"
#include "detail/values_on_wire.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
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
    using Local = LocalGraph<P>;
    using Flow = Shown<F, N>;
    using Value = typename Flow::value;
    using Sweep = trav::detail::MemorySweep<Local, Flow>;

  public:
    Solving(P const& part, Border<P> const& border, F& flow, std::size_t ranks)
        : part_(part), border_(border), local_(part, border), flow_{flow}, wire_(flow, ranks) {
        std::size_t const slots = local_.ghosts_at() + static_cast<std::size_t>(border.ghosts());
        values_.assign(slots, Value{Flow::nothing});
        sweeping_.news.assign(slots / 64 + 1, 0);
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
        receive(static_cast<std::size_t>(n - part_.first()), Flow::of(value));
    }
    /// Called by all ranks. Calls settled() whenever there is nothing more to send in this part.
    void run(Communicator auto& comm, auto const& settled) {
        for (;;) {
            settle();
            settled();
            Messages messages(comm.size());
            std::uint64_t const updates = collect(messages);
            if (comm.sum(updates) == 0) return;
            figures_.updates += updates;
            for (auto const& message : messages) figures_.bytes += message.size();
            ++figures_.supersteps;
            Messages const received = comm.exchange(std::move(messages));
            for (std::size_t rank = 0; rank != received.size(); ++rank) {
                Reader reader(received[rank]);
                auto const& wanted = border_.wanted_by(rank);
                while (reader.more()) {
                    auto const at = reader.take<std::uint32_t>();
                    if (at >= wanted.size())
                        throw BadMessage("trav: a message of another rank names no object");
                    receive(static_cast<std::size_t>(wanted[at]), Flow::of(wire_.take(reader, rank)));
                }
            }
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
    void receive(std::size_t at, Value const& value) {
        Value const before = values_[at];
        values_[at] = flow_.join(before, value);
        if (values_[at] == before) return;
        sweeping_.news[at / 64] |= std::uint64_t{1} << at % 64;
        received_ = true;
    }
    /// Sends within the part until nothing is new. Without an order, up and down in turns.
    void settle() {
        if (!std::exchange(received_, false)) return;
        if (direction_ != 0 && std::exchange(untouched_, false)) sweep_all();
        constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
        bool up = direction_ > 0;
        for (typename Sweep::Behind behind{.grown = 1}; behind.grown != 0; up ^= direction_ == 0) {
            behind = {};
            if (up) sweeping_.template next<true>(behind, any);
            else sweeping_.template next<false>(behind, any);
        }
    }
    /// When nothing has been sent yet: there is nothing to look up, since all that was reached sends. Where
    /// the order turns out to be none, all of it sends once more.
    void sweep_all() {
        sweeping_.news.assign(sweeping_.news.size(), 0);
        typename Sweep::Behind behind;
        bool const all =
            direction_ > 0 ? sweeping_.template first<true>(behind) : sweeping_.template first<false>(behind);
        for (std::size_t at = all ? local_.ghosts_at() : 0; at != values_.size(); ++at)
            if (!(values_[at] == Value{Flow::nothing}))
                sweeping_.news[at / 64] |= std::uint64_t{1} << at % 64;
    }
    /// What ghosts have to tell their owners.
    std::uint64_t collect(Messages& messages) {
        std::uint64_t updates = 0;
        std::size_t rank = 0;
        auto* const news = sweeping_.news.data() + local_.ghosts_at() / 64;
        for (std::uint64_t word = 0; word * 64 < border_.ghosts(); ++word)
            for (; news[word] != 0; news[word] &= news[word] - 1, ++updates) {
                std::uint64_t const ghost = word * 64 + trav::detail::lowest_bit(news[word]);
                while (ghost >= border_.begin_of(rank + 1)) ++rank;
                put(messages[rank], static_cast<std::uint32_t>(ghost - border_.begin_of(rank)));
                wire_.put(messages[rank], rank,
                          Flow::own(values_[local_.ghosts_at() + static_cast<std::size_t>(ghost)]));
            }
        return updates;
    }

    P const& part_;
    Border<P> const& border_;
    Local local_;
    Flow flow_;
    ValuesOnWire<F> wire_;
    trav::detail::Column<Value> values_;  // of own objects, and from ghosts_at() of ghosts
    typename Sweep::Solving sweeping_{local_, flow_, nullptr, local_.count()};
    int direction_ = 0;
    bool received_ = false;  // something that has not been sent
    bool untouched_ = true;  // nothing has been sent
    Figures figures_;
};

}  // namespace detail

/// The values that solve() found for the objects of a part.
template <Part P, Flow F>
class Solution {
    using Shown = detail::Shown<F, typename P::node>;

  public:
    using Value = typename F::value;

    Solution(P const& part, trav::detail::Column<typename Shown::value> values, Figures const& figures)
        : first_(part.first()), count_(part.count()), values_(std::move(values)), figures_(figures) {}

    /// A pointer to the value of a node; null if the flow did not reach it, or it is of another part.
    Value const* find(std::uint64_t n) const {
        if (n - first_ >= count_) return nullptr;
        auto const& value = values_[static_cast<std::size_t>(n - first_)];
        return value == typename Shown::value{Shown::nothing} ? nullptr : &Shown::own(value);
    }
    /// What this rank did.
    Figures const& figures() const { return figures_; }

  private:
    std::uint64_t first_, count_;
    trav::detail::Column<typename Shown::value> values_;
    Figures figures_;
};

namespace detail {

/// The same, where the border is known.
template <class Comm, class P, class Sources, class F>
auto solve(Comm& comm, P const& part, Border<P> const& border, Sources const& sources, F& flow) {
    Solving<P, F> solving(part, border, flow, comm.size());
    for (auto const& source : sources) {
        auto const n = static_cast<std::uint64_t>(static_cast<typename P::node>(source.node));
        if (n >= part.total())
            throw std::out_of_range("trav: the source " + std::to_string(n) + " is no node: there are " +
                                    std::to_string(part.total()));
        if (owns(part, n)) solving.source(n, source.value);
    }
    if constexpr (requires { comm.checkpoint(part, sources, flow); }) {  // Checkpointed
        auto checkpoint = comm.checkpoint(part, sources, flow);
        checkpoint.restore([&](std::uint64_t n, auto const& value) { solving.source(n, value); });
        solving.run(comm, [&] { checkpoint.save(solving); });
    } else {
        solving.run(comm, [] {});
    }
    return Solution<P, F>(part, solving.release_values(), solving.figures());
}

}  // namespace detail

/// Solves a flow. Called by all ranks.
template <Communicator Comm, class P, class F,
          class Sources = std::initializer_list<Source<typename P::node, typename F::value>>>
auto solve(Comm& comm, P const& part, Sources const& sources, F& flow) {
    if constexpr (detail::check_solve<P, Sources, F>()) {
        detail::Border<P> const border(comm, part);
        return detail::solve(comm, part, border, sources, flow);
    }
}

}  // namespace trav::distributed
