// trav/distributed/solve.hpp: solves flows over a graph that is spread over several ranks. Each rank solves
// its part, in memory order; then ranks exchange the values that have reached objects of other ranks, until
// there are none.
//
//     trav::distributed::Mpi comm;                              // or Threads, or a Communicator of yours
//     trav::distributed::PartCsr<> part("heap.csr", comm);      // maps this rank's part
//     auto const found = trav::distributed::solve(comm, part, sources, flow);   // called by all ranks
//     if (auto const* value = found.find(n)) ...                     // for objects of this part
//
// Sources and result are the same as for trav::solve; a rank may leave out sources of other ranks. Values of
// the flow are sent between ranks, so the flow must define how:
//
//     static constexpr bool portable = true;      // a value means the same everywhere and is sent unchanged
//
//     std::vector<std::string> elements(value);   // or: splits a value into numbers and texts, or vectors,
//     value of(std::vector<std::string>);         // pairs and options of them; of() rebuilds the value
//
// A rank needs a value, and three more bits, per object of its own and per object of another rank that it
// refers to, and two bits per object of the whole graph. An exchange (a superstep) sends 4 bytes plus the
// value for each value that has reached an object of another rank. A portable value is sent unchanged; any
// other takes 4 bytes, and its elements once per pair of ranks. For heaps in memory order there are at most
// as many supersteps as borders; without an order there are many.
#pragma once

#include "border.hpp"
#include "detail/solving.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

namespace trav::distributed {

/// The values found by solve() for the objects of a part.
template <Part P, Flow F>
class Solution {
    using Reach = detail::ReachFlow<F, typename P::node>;

  public:
    using Value = typename F::value;

    Solution(P const& part, trav::detail::GrowingArray<typename Reach::value> values, Figures const& figures)
        : first_(part.first()), count_(part.count()), values_(std::move(values)), figures_(figures) {}

    /// A pointer to the value of a node; null if the flow did not reach it or if it belongs to another part.
    Value const* find(std::uint64_t n) const {
        if (n - first_ >= count_) return nullptr;
        auto const& value = values_[static_cast<std::size_t>(n - first_)];
        return value == typename Reach::value{Reach::nothing} ? nullptr : &Reach::own(value);
    }
    /// Statistics of this rank.
    Figures const& figures() const { return figures_; }

  private:
    std::uint64_t first_, count_;
    trav::detail::GrowingArray<typename Reach::value> values_;
    Figures figures_;
};

/// Solves a flow with the border of the part, which further flows can reuse. Must be called by all ranks.
template <Communicator Comm, class P, class F,
          class Sources = std::initializer_list<Source<typename P::node, typename F::value>>>
auto solve(Comm& comm, P const& part, Border<P> const& border, Sources const& sources, F& flow) {
    detail::Solving<P, F> solving(part, border, flow, comm.size());
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

/// Solves a flow. Must be called by all ranks.
template <Communicator Comm, class P, class F,
          class Sources = std::initializer_list<Source<typename P::node, typename F::value>>>
auto solve(Comm& comm, P const& part, Sources const& sources, F& flow) {
    if constexpr (detail::check_solve<P, Sources, F>())
        return distributed::solve(comm, part, Border<P>(comm, part), sources, flow);
}

}  // namespace trav::distributed
