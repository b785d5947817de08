// trav/profile/detail/death_notifier.hpp: notifies a breakdown of the deaths of objects.
//
// A hash table holds all objects with a requested key, each with the last sample that found it.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../store/hashed.hpp"
#include "classifier.hpp"
#include "pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav::detail {

/// The objects that were seen and have not died.
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

/// The classifier `Base` of a breakdown with a died(node).
template <class Base, class B, class N>
class DeathNotifier final : public Base, public Follower<N> {
  public:
    using Base::Base;
    Follower<N>* follower() override { return this; }
    bool at_any_time() const override { return false; }

    void begin_sample(std::size_t number, double time) override {
        known_.begin_sample();
        Base::begin_sample(number, time);
    }
    void classify(Batch<N> const& batch) override {
        known_.add(batch.nodes);
        Base::classify(batch);
    }
    void end_sample() override {
        known_.forget_others([this](N const& n) { this->breakdown_.died(n); });
    }
    void created(N const& n) override { died(n); }  // an earlier object with this handle has died
    void died(N const& n) override {
        if (known_.forget(n)) this->breakdown_.died(n);
    }

  private:
    KnownObjects<N> known_;
};

}  // namespace trav::detail
