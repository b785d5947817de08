// trav/profile/detail/key_sources.hpp: the dependencies of keys: only the object, or a flow
// along the profiler's edges, along other edges, or with values in a store.
//
// with_found() calls use(found) for a batch of objects; found(i) is a pointer to the result for node i, or an
// optional. Without a result it calls use().
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../../detail/function.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../../flow/address_order.hpp"
#include "../../flow/flow.hpp"
#include "../../flow/values.hpp"
#include "../breakdown.hpp"
#include "classifier.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// The profiler's graph is not known: the breakdown is an AnyBreakdown.
struct UnknownGraph {};
inline constexpr UnknownGraph unknown_graph{};

/// A breakdown by facts of the object alone.
struct ByObject {
    static constexpr Timing timing = Timing::at_sight;
    ByObject(auto&, auto const&) {}
    TRAV_INLINE void with_found(auto const&, auto const& use) const { use(); }
};

/// The sources of a breakdown's flow.
template <class B, class N>
class FlowSources : public BreakdownFlow<N> {
  public:
    using Flow = std::remove_cvref_t<decltype(std::declval<B&>().flow())>;
    using Sources = std::vector<Source<N, typename Flow::value>>;

    void sources(std::vector<N> const& roots, Function<bool(N&)> const& resolve,
                 std::vector<N>& nodes) override {
        sources_.clear();
        breakdown_.sources(roots, [&](N n, typename Flow::value const& value) {
            if (resolve(n)) nodes.push_back(n), sources_.push_back({n, value});
            return n;
        });
    }

  protected:
    FlowSources(B& breakdown, bool follows_graph)
        : BreakdownFlow<N>(follows_graph, follows_graph && Cuts<Flow, N>), breakdown_(breakdown) {}

    B& breakdown_;
    Sources sources_;
};

/// A flow along the profiler's edges. All such flows share one numbering.
template <class B, class N, bool MayBeOrdered>
class AlongGraph : public FlowSources<B, N> {
    using typename FlowSources<B, N>::Flow;
    static constexpr bool may_be_in_memory = MayBeOrdered && HasNothing<Flow>;
    using InMemory = std::conditional_t<may_be_in_memory, MemoryValues<Flow, N>, Absent<4>>;

  public:
    static constexpr Timing timing = Timing::at_any_time;

    AlongGraph(B& breakdown, auto const&) : FlowSources<B, N>(breakdown, true), values_(breakdown.flow()) {}
    void sources(std::vector<N> const& roots, Function<bool(N&)> const& resolve,
                 std::vector<N>& nodes) override {
        values_.clear();
        FlowSources<B, N>::sources(roots, resolve, nodes);
    }
    void seen(std::span<N const> nodes) override {
        for (N const& n : nodes) values_.seen(n);
    }
    MemoryFlow<N>* begin_in_memory([[maybe_unused]] std::size_t slots,
                                   [[maybe_unused]] std::span<std::size_t const> sources) override {
        if constexpr (may_be_in_memory) {
            if (!in_memory_) in_memory_ = UniquePtr(new InMemory(this->breakdown_.flow()));
            in_memory_->begin(slots);
            solved_in_memory_ = true;
            for (std::size_t i = 0; i != sources.size(); ++i)
                if (!in_memory_->source(sources[i], this->sources_[i].value)) return nullptr;
            return &*in_memory_;
        } else {
            return nullptr;
        }
    }
    Statistics solve(NumberedHeap<N> const& heap, std::span<Place const> sources) override {
        solved_in_memory_ = false;
        GrowingArray<Source<Place, typename Flow::value>> begins;
        for (std::size_t i = 0; i != sources.size(); ++i) begins.push({sources[i], this->sources_[i].value});
        values_.solve(heap, begins);
        return {heap.size(), heap.size()};
    }
    void release() override {
        in_memory_ = {};
        values_.release();
    }
    TRAV_INLINE void with_found(Batch<N> const& batch, auto const& use) const {
        if constexpr (may_be_in_memory)
            if (solved_in_memory_) return use(finder(batch, *in_memory_));
        use(finder(batch, values_));
    }

  private:
    TRAV_INLINE static auto finder(Batch<N> const& batch, auto const& values) {
        return [&](std::size_t i) {
            Place const place = batch.places[i];
            return place == unreached ? nullptr : values.find(place);
        };
    }

    Values<Flow, N> values_;
    UniquePtr<InMemory> in_memory_;
    bool solved_in_memory_ = false;  // in the last sample
};

/// The graph that a flow follows: the breakdown's own edges, which replace those of a graph of several ranks,
/// or the profiler's graph.
template <class B, class G>
decltype(auto) edges_of(B& breakdown, G const& graph) {
    if constexpr (!AlongOwnEdges<B>) return graph;
    else if constexpr (SolvesFlows<std::remove_cvref_t<decltype(breakdown.edges())>>)
        return breakdown.edges();
    else if constexpr (requires { graph.with(breakdown.edges()); }) return graph.with(breakdown.edges());
    else return breakdown.edges();
}

/// A flow that is solved apart from the profiler's numbering.
template <class B, class N, class G>
class AlongEdges : public FlowSources<B, N> {
    using typename FlowSources<B, N>::Sources;
    using Kept = decltype(edges_of(std::declval<B&>(), std::declval<G const&>()));  // a reference or a value
    using Edges = std::remove_cvref_t<Kept>;

  public:
    static constexpr Timing timing = Timing::at_the_end;

    AlongEdges(B& breakdown, G const& graph) : FlowSources<B, N>(breakdown, false), graph_(graph) {}
    Statistics solve(NumberedHeap<N> const&, std::span<Place const>) override {
        solution_ = {};  // frees the last one first
        solution_ = UniquePtr<Solution>(new Solution(this->breakdown_, graph_, this->sources_));
        if constexpr (SolvesFlows<Edges>) {
            return {};
        } else {
            std::uint64_t const objects = solution_->values.nodes().size();
            return {2 * objects, objects};  // each object is numbered, and sends once
        }
    }
    void release() override { solution_ = {}; }
    TRAV_INLINE void with_found(Batch<N> const& batch, auto const& use) const {
        use([&](std::size_t i) { return solution_->values.find(batch.nodes[i]); });
    }

  private:
    struct Solution {
        Solution(B& breakdown, G const& graph, Sources const& sources)
            : edges(edges_of(breakdown, graph)),
              values(FlowsOver<Edges>::solve(edges, sources, breakdown.flow())) {}
        Kept edges;
        decltype(FlowsOver<Edges>::solve(std::declval<Edges const&>(), std::declval<Sources const&>(),
                                         std::declval<B&>().flow())) values;
    };
    G const& graph_;
    UniquePtr<Solution> solution_;
};

/// A flow with values in a store of the user's: stored_flow.hpp.
template <class B, class N>
class InStore;

/// How a breakdown without a policy finds what its keys depend on, in a profiler of `G`.
template <class B, class N, class G>
auto found_for() {
    constexpr bool apart = AlongOwnEdges<B> || (FlowBreakdown<B> && SolvesFlows<G>);
    if constexpr (HasStoredFlow<B> && !SolvesFlows<G>) return std::type_identity<InStore<B, N>>{};
    else if constexpr (apart) return std::type_identity<AlongEdges<B, N, G>>{};
    else if constexpr (FlowBreakdown<B>)
        return std::type_identity<AlongGraph<B, N, std::same_as<G, UnknownGraph> || HasOrder<G>>>{};
    else return std::type_identity<ByObject>{};
}

}  // namespace trav::detail
