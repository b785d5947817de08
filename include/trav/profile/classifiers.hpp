// trav/profile/classifiers.hpp: the classifiers of breakdowns: one for keys, whatever they depend on, and one
// for Biography.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/function.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/unique_ptr.hpp"
#include "../flow/address_order.hpp"
#include "../flow/solve.hpp"
#include "../flow/store_sweep.hpp"
#include "../flow/values.hpp"
#include "../strategy/prefetch.hpp"
#include "breakdown.hpp"
#include "detail/classifier.hpp"
#include "detail/interner.hpp"
#include "detail/known_objects.hpp"
#include "listed_sets.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

/// The graph that a flow follows: the breakdown's own, or one that solves flows, which may take the
/// breakdown's edges.
template <class B, class G>
decltype(auto) edges_of(B& breakdown, G const& graph) {
    if constexpr (!AlongOwnEdges<B>) return graph;
    else if constexpr (requires { graph.with(breakdown.edges()); }) return graph.with(breakdown.edges());
    else return breakdown.edges();
}

/// A flow that is solved apart from the profiler's numbering.
template <class B, class N, class G>
class AlongEdges : public FlowSources<B, N> {
    using typename FlowSources<B, N>::Sources;
    using Edges = decltype(edges_of(std::declval<B&>(), std::declval<G const&>()));  // a reference or a value

  public:
    static constexpr Timing timing = Timing::at_the_end;

    AlongEdges(B& breakdown, G const& graph) : FlowSources<B, N>(breakdown, false), graph_(graph) {}
    Statistics solve(NumberedHeap<N> const&, std::span<Place const>) override {
        solution_.reset();
        solution_.emplace(this->breakdown_, graph_, this->sources_);
        if constexpr (SolvesFlows<std::remove_cvref_t<Edges>>) {
            return {};
        } else {
            std::uint64_t const objects = solution_->values.nodes().size();
            return {2 * objects, objects};  // each object is numbered, and sends once
        }
    }
    void release() override { solution_.reset(); }
    TRAV_INLINE void with_found(Batch<N> const& batch, auto const& use) const {
        use([&](std::size_t i) { return solution_->values.find(batch.nodes[i]); });
    }

  private:
    struct Solution {
        Solution(B& breakdown, G const& graph, Sources const& sources)
            : edges(edges_of(breakdown, graph)), values(trav::solve(edges, sources, breakdown.flow())) {}
        Edges edges;
        decltype(trav::solve(std::declval<Edges&>(), std::declval<Sources const&>(),
                             std::declval<B&>().flow())) values;
    };
    G const& graph_;
    std::optional<Solution> solution_;
};

/// A flow with values in a store of the user's.
template <class B, class N>
class InStore : public FlowSources<B, N> {
  public:
    static constexpr Timing timing = Timing::at_the_end;

    InStore(B& breakdown, auto const&) : FlowSources<B, N>(breakdown, false) {}
    Statistics solve(NumberedHeap<N> const&, std::span<Place const>) override {
        auto const& graph = this->breakdown_.edges();
        using G = std::remove_cvref_t<decltype(graph)>;
        auto& flow = this->breakdown_.flow();
        auto& store = this->breakdown_.store();
        if constexpr (MemoryOrdered<G>) {
            StoreSweep<G, std::remove_reference_t<decltype(flow)>, std::remove_reference_t<decltype(store)>>
                sweep(graph, flow, store);
            if (sweep.run(this->sources_)) return sweep.statistics();
        }
        return solve_by_revisiting<Counted<Prefetch<>>>(graph, this->sources_, flow, store);
    }
    void release() override {}
    void const* stored_at([[maybe_unused]] N const& n) const override {
        if constexpr (requires { this->breakdown_.store().where(n); })
            return this->breakdown_.store().where(n);
        else return &this->breakdown_.store();
    }
    TRAV_INLINE void with_found(Batch<N> const& batch, auto const& use) const {
        auto const& store = this->breakdown_.store();
        use([&](std::size_t i) { return store.find(batch.nodes[i]); });
    }
};

/// The classifier of a breakdown with keys. Keys are numbered, and each is a band. `Found` finds the result
/// of a flow or a policy for each object, given the source of these results: a graph or the policies.
template <class B, class N, class Found>
class ByKey final : public Classifier<N> {
    static constexpr bool follows = FollowsDeaths<B, N>;

  public:
    ByKey(B& breakdown, auto const& source)
        : Classifier<N>(std::string(breakdown.name()), &breakdown,
                        follows && Found::timing == Timing::at_any_time ? Timing::at_the_end : Found::timing),
          breakdown_(breakdown),
          found_(breakdown, source) {
        if constexpr (std::is_base_of_v<BreakdownFlow<N>, Found>) this->flow_ = &found_;
    }
    std::vector<Band> bands() const override {
        std::vector<Band> bands;
        bands.reserve(keys_.size());
        if constexpr (requires { breakdown_.members(keys_[0]); }) {
            std::vector<std::size_t> sizes;
            for (std::size_t i = 0; i != keys_.size(); ++i) sizes.push_back(breakdown_.members(keys_[i]));
            std::size_t const largest = largest_listed_set(sizes);
            for (std::size_t i = 0; i != keys_.size(); ++i)
                bands.push_back(sizes[i] > largest ? band_of_many() : Band(breakdown_.band(keys_[i])));
        } else {
            for (std::size_t i = 0; i != keys_.size(); ++i) bands.push_back(breakdown_.band(keys_[i]));
        }
        return bands;
    }
    void begin_sample([[maybe_unused]] std::size_t number, [[maybe_unused]] double time) override {
        if constexpr (follows) objects_.begin_sample();
        if constexpr (BeginsSamples<B>) breakdown_.begin_sample(number, time);
    }
    void classify(Batch<N> const& batch) override {
        if constexpr (follows) objects_.add(batch.nodes);
        found_.with_found(batch, [&](auto const&... found) { classify_by(batch, found...); });
    }
    void end_sample() override {
        if constexpr (follows) objects_.forget_others([this](N const& n) { breakdown_.died(n); });
    }
    void created(N const& n) override { died(n); }  // an earlier object with this handle has died
    void died([[maybe_unused]] N const& n) override {
        if constexpr (follows)
            if (objects_.forget(n)) breakdown_.died(n);
    }

  private:
    /// found(i), if given, is the result of the traversal for node i: a pointer or an optional.
    TRAV_INLINE void classify_by(Batch<N> const& batch, auto const&... found) {
        using Key = key_t<B, N>;
        auto const pointer = [](auto const& value) { return value ? &*value : nullptr; };
        auto const key = [&](std::size_t i) { return breakdown_.key(batch.nodes[i], pointer(found(i))...); };
        std::uint32_t* band = batch.bands;
        if constexpr (std::is_trivially_copyable_v<Key> && sizeof(Key) <= 8) {
            Key before{};  // neighbours often have equal keys
            std::uint32_t number = 0;
            for (std::size_t i = 0; i != batch.nodes.size(); ++i, band += batch.stride) {
                Key const now = key(i);
                if (i == 0 || !(now == before)) number = keys_.intern(now);
                *band = number, before = now;
            }
        } else {
            for (std::size_t i = 0; i != batch.nodes.size(); ++i, band += batch.stride)
                *band = keys_.intern(key(i));
        }
    }

    B& breakdown_;
    Found found_;
    Interner<key_t<B, N>> keys_;
    [[no_unique_address]] optional_t<follows, KnownObjects<N>, 4> objects_;
};

/// The classifier of a Biography, which decides the bands later.
template <class N>
class ByLife final : public Classifier<N> {
  public:
    explicit ByLife(Biography<N>& life) : Classifier<N>(life.name(), &life, Timing::at_any_time) {
        this->life_ = &life;
    }
    std::vector<Band> bands() const override { return this->life_->bands(); }
    void created(N const& n) override { this->life_->created(n); }
    void died(N const& n) override { this->life_->died(n); }
};

/// How a breakdown without a policy finds what its keys depend on, in a profiler of `G`.
template <class B, class N, class G>
auto found_for() {
    if constexpr (HasStoredFlow<B>) return std::type_identity<InStore<B, N>>{};
    else if constexpr (AlongOwnEdges<B> || (FlowBreakdown<B> && SolvesFlows<G>))
        return std::type_identity<AlongEdges<B, N, G>>{};
    else if constexpr (FlowBreakdown<B>)
        return std::type_identity<AlongGraph<B, N, std::same_as<G, UnknownGraph> || HasOrder<G>>>{};
    else return std::type_identity<ByObject>{};
}

/// Makes the classifier of a breakdown without a policy. It refers to the breakdown and to the graph.
template <class N, class B, class G = UnknownGraph>
UniquePtr<Classifier<N>> classifier_of(B& breakdown, G const& graph = unknown_graph) {
    if constexpr (LifeBreakdown<B>) return UniquePtr<Classifier<N>>(new ByLife<N>(breakdown));
    else
        return UniquePtr<Classifier<N>>(
            new ByKey<B, N, typename decltype(found_for<B, N, G>())::type>(breakdown, graph));
}

}  // namespace trav::detail
