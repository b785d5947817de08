// trav/profile/classifiers.hpp: the classifiers of breakdowns: one for keys, whatever they depend on, and one
// for Biography.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../detail/unique_ptr.hpp"
#include "../graph/graph.hpp"
#include "../store/hashed.hpp"
#include "../strategy/statistics.hpp"
#include "breakdown.hpp"
#include "detail/classifier.hpp"
#include "detail/interner.hpp"
#include "detail/key_sources.hpp"
#include "detail/pool.hpp"
#include "listed_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace trav::detail {

/// The objects that samples have found and that have not died.
template <class N>
class KnownObjects {
  public:
    void begin_sample() { ++sample_; }
    void add(std::span<N const> nodes) {
        for (N const& n : nodes) prefetch_at<1>(ids_.address(n));
        for (N const& n : nodes) {
            objects_.make_room();
            auto const id = ids_.touch(n);
            if (id.fresh) id.data() = objects_.add({n, sample_});
            else objects_[id.data()].sample = sample_;
        }
    }
    /// Forgets the object. Returns whether it was known.
    bool forget(N const& n) {
        auto const* const id = ids_.find(n);
        if (id == nullptr) return false;
        objects_.remove(*id);
        ids_.erase(n);
        return true;
    }
    /// Forgets the objects that this sample has not seen, and calls f(node) for each.
    template <class F>
    void forget_others(F f) {
        for (std::uint32_t id = 0; id != objects_.values().size(); ++id) {
            Last const last = objects_[id];
            if (last.sample != 0 && last.sample != sample_) forget(last.node), f(last.node);
        }
    }

  private:
    struct Last {
        N node{};
        std::uint32_t sample = 0;  // 0: the place is free
    };
    Hashed<N, std::uint32_t> ids_;
    Pool<Last> objects_;
    std::uint32_t sample_ = 0;  // starts at 1; failed samples count
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

/// Makes the classifier of a breakdown without a policy. It refers to the breakdown and to the graph.
template <class N, class B, class G = UnknownGraph>
UniquePtr<Classifier<N>> classifier_of(B& breakdown, G const& graph = unknown_graph) {
    if constexpr (LifeBreakdown<B>) return UniquePtr<Classifier<N>>(new ByLife<N>(breakdown));
    else
        return UniquePtr<Classifier<N>>(
            new ByKey<B, N, typename decltype(found_for<B, N, G>())::type>(breakdown, graph));
}

/// Breakdowns without policies.
template <class G, class... Bs>
    requires(!(PolicyBreakdown<Bs> || ...))
class Policies<G, Bs...> {
    using N = node_t<G>;

  public:
    explicit Policies(G const&, Bs&...) {}
    /// Makes a traversal for the policies. Returns its statistics.
    template <class Strategy>
    Statistics run(G const&, std::vector<N> const&) {
        return {};
    }
    /// Makes the classifier of the I-th breakdown.
    template <std::size_t I>
    auto classifier(auto& breakdown, G const& graph) const {
        return classifier_of<N>(breakdown, graph);
    }
};

}  // namespace trav::detail
