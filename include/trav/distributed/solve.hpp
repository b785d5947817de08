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

#include "detail/solving.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

namespace trav::distributed {

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
