// trav/distributed/shared_graph.hpp: SharedGraph, a graph that is spread over several ranks, for
// trav::solve() and trav::Profiler. Each rank solves flows over its part, in memory order; then ranks
// exchange the values that have reached objects of other ranks, until there are none.
//
//     trav::distributed::Mpi comm;                              // or Threads, or a Communicator of yours
//     trav::distributed::PartCsr<> part("heap.csr", comm);      // maps this rank's part
//     trav::distributed::SharedGraph const heap(comm, part);
//     auto const found = trav::solve(heap, sources, flow);      // called by all ranks
//     if (auto const* value = found.find(n)) ...                // for objects of this part
//
//     trav::Profiler profiler{heap, retainers, roots, type};    // in all ranks
//     profiler.sample(all_roots, seconds);                      // called by all ranks
//     if (auto const profile = trav::distributed::merged(comm, profiler.profile())) ...    // at rank 0
//
// Sources and roots of other ranks may be left out. Values of the flow are sent between ranks, so the flow
// must define how:
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
//
// A profiler asks for keys only of a rank's own objects. All ranks must have the same breakdowns in the same
// order, without policies; breakdowns by root must name the same roots. RootSets, Retainers and OtherRoots
// can be sent; the identities of retainers must be numbers or texts. If a rank throws, the sample fails in
// all ranks.
#pragma once

#include "../detail/shared_ptr.hpp"
#include "../flow/solve.hpp"
#include "../graph/index_range.hpp"
#include "border.hpp"
#include "detail/solving.hpp"

#include <cstddef>
#include <cstdint>
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

/// Chosen if a check fails; the static_assert names the failure.
template <class Comm, class P>
class SharedGraph {
  public:
    SharedGraph(Comm const&, P const&) {}
};

/// The graph of which this rank has the part `P`.
template <Communicator Comm, class P>
    requires(detail::check_part<P>())
class SharedGraph<Comm, P> {
  public:
    using node = typename P::node;
    static constexpr bool solves_flows = true;

    /// Refers to the communicator. Copies of the graph share the part, so a large part is best moved in. Its
    /// references must not change, except between samples of a profiler.
    SharedGraph(Comm& comm, P part) : comm_(&comm), part_(std::in_place, std::move(part)) {}

    P const& part() const { return *part_; }
    /// Objects of other ranks are none here.
    bool null(node n) const { return !owns(*part_, n); }
    std::size_t size(node n) const
        requires requires(P const& part, typename P::node own) { part.size(own); }
    {
        return part_->size(n);
    }
    /// This rank's objects.
    IndexRange<node> objects() const {
        return IndexRange<node>(static_cast<std::size_t>(part_->first()),
                                static_cast<std::size_t>(part_->first() + part_->count()));
    }
    /// The same nodes with other edges. They belong to the same ranks.
    template <class Edges>
        requires requires(P const& part, Edges edges) { part.with(edges); }
    auto with(Edges edges) const {
        auto part = part_->with(std::move(edges));
        return SharedGraph<Comm, decltype(part)>(*comm_, std::move(part));
    }
    template <class Edges>
    static consteval bool check_edges() {
        constexpr bool possible = requires(P const& part, Edges edges) { part.with(edges); };
        static_assert(possible,
                      "trav: this breakdown follows edges of its own, of which the part must be known: "
                      "give the part a 'with(edges)', as trav::distributed::PartOf has it");
        return possible;
    }

    /// Made when it is first needed. Must be called by all ranks.
    Border<P> const& border() const {
        if (!border_) border_ = trav::detail::SharedPtr<Border<P>>(std::in_place, *comm_, *part_);
        return *border_;
    }

    /// Called by a profiler before each sample: the references may have changed.
    void renew() { border_ = {}; }
    /// Whether solve() takes such a flow.
    template <class F>
    static consteval bool check() {
        return detail::check_crossing<F>();
    }
    /// Called by trav::solve(), in all ranks.
    template <class Sources, class F>
    auto solve(Sources const& sources, F& flow) const {
        if constexpr (detail::check_solve<P, Sources, F>()) {
            detail::Solving<P, F> solving(*part_, border(), flow, comm_->size());
            for (auto const& source : sources) {
                auto const n = static_cast<std::uint64_t>(static_cast<node>(source.node));
                if (n >= part_->total())
                    throw std::out_of_range("trav: the source " + std::to_string(n) +
                                            " is no node: there are " + std::to_string(part_->total()));
                if (owns(*part_, n)) solving.source(n, source.value);
            }
            if constexpr (requires { comm_->checkpoint(*part_, sources, flow); }) {  // Checkpointed
                auto checkpoint = comm_->checkpoint(*part_, sources, flow);
                checkpoint.restore([&](std::uint64_t n, auto const& value) { solving.source(n, value); });
                solving.run(*comm_, [&] { checkpoint.save(solving); });
            } else {
                solving.run(*comm_, [] {});
            }
            return Solution<P, F>(*part_, solving.release_values(), solving.figures());
        }
    }

  private:
    Comm* comm_;
    trav::detail::SharedPtr<P> part_;
    mutable trav::detail::SharedPtr<Border<P>> border_;
};

}  // namespace trav::distributed
