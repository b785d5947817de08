// trav/profile/classifiers.hpp: the classifier of each kind of breakdown, except breakdowns with
// policies.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/function.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/unique_ptr.hpp"
#include "../flow/solve.hpp"
#include "../flow/store_sweep.hpp"
#include "../flow/values.hpp"
#include "../strategy/prefetch.hpp"
#include "breakdown.hpp"
#include "detail/classifier.hpp"
#include "detail/death_notifier.hpp"
#include "detail/interner.hpp"
#include "detail/over_time.hpp"
#include "listed_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// The common part of breakdowns with keys: keys are numbered, and each is a band.
template <class Base, class B, class N>
class ByKey : public Base {
  public:
    explicit ByKey(B& breakdown) : breakdown_(breakdown) {}
    std::string name() const final { return std::string(breakdown_.name()); }
    void const* breakdown() const final { return &breakdown_; }
    void begin_sample([[maybe_unused]] std::size_t number, [[maybe_unused]] double time) override {
        if constexpr (BeginsSamples<B>) breakdown_.begin_sample(number, time);
    }
    std::vector<Band> bands() const final {
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

  protected:
    /// Classifies a batch. found(i), if given, is the result of the traversal for node i: a pointer or an
    /// optional.
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

  private:
    Interner<key_t<B, N>> keys_;
};

/// The classifier of a breakdown that uses only the object itself.
template <class B, class N>
class ByObject : public ByKey<Classifier<N>, B, N> {
  public:
    using ByKey<Classifier<N>, B, N>::ByKey;
    bool at_sight() const override { return true; }
    void classify(Batch<N> const& batch) override { this->classify_by(batch); }
};

/// The common part of breakdowns with flows: the sources of the flow.
template <class B, class N>
class BySources : public ByKey<FlowClassifier<N>, B, N> {
  public:
    using ByKey<FlowClassifier<N>, B, N>::ByKey;
    using Flow = std::remove_cvref_t<decltype(std::declval<B&>().flow())>;

    void sources(std::vector<N> const& roots, Function<bool(N&)> const& resolve,
                 std::vector<N>& nodes) override {
        sources_.clear();
        this->breakdown_.sources(roots, [&](N n, typename Flow::value const& value) {
            if (resolve(n)) nodes.push_back(n), sources_.push_back({n, value});
            return n;
        });
    }

  protected:
    using Sources = std::vector<Source<N, typename Flow::value>>;
    Sources sources_;
};

/// The classifier of a breakdown with a flow along the profiler's edges. All such flows share one numbering.
template <class B, class N, bool MayBeOrdered = true>
class ByFlow : public BySources<B, N> {
    using typename BySources<B, N>::Flow;
    struct None {};
    static constexpr bool may_be_in_memory = MayBeOrdered && HasNothing<Flow>;
    using InMemory = std::conditional_t<may_be_in_memory, MemoryValues<Flow, N>, None>;

  public:
    explicit ByFlow(B& breakdown) : BySources<B, N>(breakdown), values_(breakdown.flow()) {}
    bool follows_graph() const override { return true; }
    bool cuts() const override { return Cuts<Flow, N>; }
    bool at_any_time() const override { return true; }
    void sources(std::vector<N> const& roots, Function<bool(N&)> const& resolve,
                 std::vector<N>& nodes) override {
        values_.clear();
        BySources<B, N>::sources(roots, resolve, nodes);
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
    void classify(Batch<N> const& batch) override {
        if constexpr (may_be_in_memory)
            if (solved_in_memory_) return classify_by_values(batch, *in_memory_);
        classify_by_values(batch, values_);
    }

  private:
    void classify_by_values(Batch<N> const& batch, auto const& values) {
        this->classify_by(batch, [&](std::size_t i) {
            Place const place = batch.places[i];
            return place == unreached ? nullptr : values.find(place);
        });
    }

    Values<Flow, N> values_;
    UniquePtr<InMemory> in_memory_;
    bool solved_in_memory_ = false;  // in the last sample
};

/// The classifier of a breakdown with a flow along edges of its own.
template <class B, class N>
class ByFlowAlong : public BySources<B, N> {
    using typename BySources<B, N>::Sources;
    using Edges = decltype(std::declval<B&>().edges());  // a reference or a value

  public:
    using BySources<B, N>::BySources;
    Statistics solve(NumberedHeap<N> const&, std::span<Place const>) override {
        solution_.reset();
        solution_.emplace(this->breakdown_, this->sources_);
        if constexpr (SolvesFlows<std::remove_cvref_t<Edges>>) {
            return {};
        } else {
            std::uint64_t const objects = solution_->values.nodes().size();
            return {2 * objects, objects};  // each object is numbered, and sends once
        }
    }
    void release() override { solution_.reset(); }
    void classify(Batch<N> const& batch) override {
        this->classify_by(batch, [&](std::size_t i) { return solution_->values.find(batch.nodes[i]); });
    }

  private:
    struct Solution {
        Solution(B& breakdown, Sources const& sources)
            : edges(breakdown.edges()), values(trav::solve(edges, sources, breakdown.flow())) {}
        Edges edges;
        decltype(trav::solve(std::declval<Edges&>(), std::declval<Sources const&>(),
                             std::declval<B&>().flow())) values;
    };
    std::optional<Solution> solution_;
};

/// The classifier of a breakdown with flow values in a store of the user's.
template <class B, class N>
class ByStoredFlow : public BySources<B, N> {
  public:
    using BySources<B, N>::BySources;
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
    void classify(Batch<N> const& batch) override {
        auto const& store = this->breakdown_.store();
        this->classify_by(batch, [&](std::size_t i) { return store.find(batch.nodes[i]); });
    }
};

/// Makes a classifier by keys for a breakdown that may follow deaths.
template <class Base, class B, class N>
UniquePtr<Classifier<N>> make_classifier(B& breakdown, auto const&... more) {
    if constexpr (FollowsDeaths<B, N>)
        return UniquePtr<Classifier<N>>(new DeathNotifier<Base, B, N>(breakdown, more...));
    else return UniquePtr<Classifier<N>>(new Base(breakdown, more...));
}

/// Makes the classifier of a breakdown without a policy. It refers to the breakdown.
template <class N, bool MayBeOrdered = true, class B>
UniquePtr<Classifier<N>> classifier_of(B& breakdown) {
    if constexpr (LifeBreakdown<B>) return UniquePtr<Classifier<N>>(new OverTime<B, N>(breakdown));
    else if constexpr (HasStoredFlow<B>) return make_classifier<ByStoredFlow<B, N>, B, N>(breakdown);
    else if constexpr (AlongOwnEdges<B>) return make_classifier<ByFlowAlong<B, N>, B, N>(breakdown);
    else if constexpr (FlowBreakdown<B>) return make_classifier<ByFlow<B, N, MayBeOrdered>, B, N>(breakdown);
    else return make_classifier<ByObject<B, N>, B, N>(breakdown);
}

}  // namespace trav::detail
