// trav/distributed/detail/classifiers.hpp: breakdowns in a profiler of several ranks: breakdowns with flows
// solve them together.
#pragma once

#include "../../profile/check.hpp"
#include "../../profile/classifiers.hpp"
#include "../solve.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::distributed::detail {

/// A flow of a breakdown, with its type erased.
template <class N>
class AcrossRanks {
  public:
    virtual ~AcrossRanks() = default;
    /// Finds the sources in this part, and adds their nodes to `nodes`.
    virtual void begin(std::vector<N> const& own_roots, std::vector<N>& nodes) = 0;
    /// Must be called by all ranks.
    virtual void solve() = 0;
};

template <class Comm, Part P, class B>
class ByFlow : public trav::detail::ByKey<trav::detail::Classifier<typename P::node>, B, typename P::node>,
               public AcrossRanks<typename P::node> {
    using N = typename P::node;
    using Base = trav::detail::ByKey<trav::detail::Classifier<N>, B, N>;
    using Flow = std::remove_cvref_t<decltype(std::declval<B&>().flow())>;
    using Sources = std::vector<Source<N, typename Flow::value>>;

  public:
    ByFlow(B& breakdown, Comm& comm, P const& part, std::optional<Border<P>> const& border)
        : Base(breakdown), comm_(comm), part_(part), border_(border) {}

    void begin(std::vector<N> const& own_roots, std::vector<N>& nodes) override {
        sources_.clear();
        this->breakdown_.sources(own_roots, [&](N n, typename Flow::value const& value) {
            if (n < part_.total() && owns(part_, n)) nodes.push_back(n), sources_.push_back({n, value});
            return n;
        });
    }
    void solve() override {
        found_.reset();
        if constexpr (AlongOwnEdges<B>) {
            auto const part = part_.with(this->breakdown_.edges());
            found_.emplace(distributed::solve(comm_, part, sources_, this->breakdown_.flow()));
        } else {
            found_.emplace(distributed::solve(comm_, part_, *border_, sources_, this->breakdown_.flow()));
        }
    }
    void classify(trav::detail::Batch<N> const& batch) override {
        this->classify_by(batch, [&](std::size_t i) { return found_->find(batch.nodes[i]); });
    }

  private:
    template <class Edges>
    using Other = decltype(std::declval<P const&>().with(std::declval<Edges>()));
    static auto part_of_flow() {
        if constexpr (AlongOwnEdges<B>)
            return std::type_identity<Other<decltype(std::declval<B&>().edges())>>{};
        else return std::type_identity<P>{};
    }

    Comm& comm_;
    P const& part_;
    std::optional<Border<P>> const& border_;
    Sources sources_;
    std::optional<Solution<typename decltype(part_of_flow())::type, Flow>> found_;
};

/// Checks a breakdown.
template <class P, class B>
consteval bool check_breakdown() {
    using N = typename P::node;
    if constexpr (PolicyBreakdown<B>) {
        static_assert(
            trav::detail::never<B>,
            "trav: a breakdown with a policy, as that by dominators is, cannot be had of several ranks: "
            "a policy visits objects in an order, and there is none between ranks");
    } else if constexpr (!trav::detail::check_breakdown<B, N>()) {
        return false;
    } else if constexpr (AlongOwnEdges<B> && !requires(P const& part, B& b) { part.with(b.edges()); }) {
        static_assert(
            trav::detail::never<B>,
            "trav: this breakdown follows edges of its own, of which the part must be known: give the "
            "part a 'with(edges)', as trav::distributed::PartOf has it");
    } else if constexpr (FlowBreakdown<B>) {
        return check_crossing<std::remove_cvref_t<decltype(std::declval<B&>().flow())>>();
    } else {
        return true;
    }
    return false;
}

}  // namespace trav::distributed::detail
