// trav/profile/detail/graph_solver.hpp: solves the flows of a sample over a graph that solves flows itself: a
// file larger than memory, or a graph that several ranks share.
//
// The flows are solved one after the other, and so is one more, which finds the reachable objects.
#pragma once

#include "../../detail/raise.hpp"
#include "../../flow/flow.hpp"
#include "../../flow/reach.hpp"
#include "../in_batches.hpp"
#include "classifier.hpp"

#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trav::detail {

/// Has the members of SampleSolver.
template <class G>
class GraphSolver {
    using N = node_t<G>;
    using Sources = std::vector<Source<N, bool>>;

  public:
    explicit GraphSolver(G graph) : graph_(std::move(graph)) {}
    GraphSolver(GraphSolver const&) = delete;  // classifiers refer to the graph
    GraphSolver& operator=(GraphSolver const&) = delete;

    void add(BreakdownFlow<N>& flow) {
        if (flow.follows_graph())
            detail::raise(
                std::invalid_argument("trav: an AnyBreakdown with a flow needs to know a graph of several "
                                      "ranks, or in a file: write trav::AnyBreakdown<Node, Graph>"));
        flows_.push_back(&flow);
    }
    G const& graph() const { return graph_; }
    G const& given() const { return graph_; }
    auto size(N const& n) const { return graph_.size(n); }
    /// Nothing is numbered.
    std::span<N const> nodes() const { return {}; }
    Place place(N const&) const { return unreached; }

    /// The objects of some handles. Other ranks may have more.
    std::vector<N> resolved(auto const& handles) const {
        std::vector<N> nodes;
        for (auto const& handle : handles) {
            N n = static_cast<N>(handle);
            if (resolves(n)) nodes.push_back(n);
        }
        return nodes;
    }
    Statistics run(std::vector<N> const& roots, bool for_flows_alone, auto&) {
        if constexpr (requires { graph_.renew(); }) graph_.renew();
        reached_.reset();
        std::vector<N> all = roots;
        for (auto* const flow : flows_) flow->sources(roots, [this](N& n) { return resolves(n); }, all);
        for (auto* const flow : flows_) flow->solve({}, {});
        if (for_flows_alone) return {};
        Sources sources;
        for (N const& n : all) sources.push_back({n, true});
        reached_.emplace(graph_.solve(sources, reach_));
        return {};
    }
    /// Shows the objects to count to the receiver: those that run() found, or all.
    bool count_in_memory(auto& receiver) {
        auto batches =
            in_batches<N>([&](std::span<N const> nodes) { receiver.count(nodes, nullptr, false); });
        for (N const& n : graph_.objects())
            if (!reached_ || reached_->find(n)) batches.push(n);
        batches.flush();
        reached_.reset();
        return true;
    }
    /// Frees the results of the last sample.
    void release() {
        for (auto* const flow : flows_) flow->release();
    }

  private:
    /// Whether the handle has an object here.
    bool resolves(N& n) const {
        n = resolve(graph_, n);
        return !null(graph_, n);
    }

    G graph_;
    std::vector<BreakdownFlow<N>*> flows_;
    Reach reach_;
    std::optional<decltype(std::declval<G const&>().solve(std::declval<Sources const&>(),
                                                          std::declval<Reach&>()))>
        reached_;  // by the last sample, until it has been counted
};

}  // namespace trav::detail
