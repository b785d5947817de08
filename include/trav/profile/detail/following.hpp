// trav/profile/detail/following.hpp: tells a breakdown of the deaths of objects.
//
// All objects whose keys were asked for are in a hash table, each with the sample in which it was last met.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../store/hashed.hpp"
#include "classifier.hpp"
#include "pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav::detail {

/// The objects that were met, and have not died.
template <class N>
class Met {
  public:
    void begin_sample() { ++sample_; }
    void meet(std::span<N const> nodes) {
        for (N const& n : nodes) prefetch_at<1>(ids_.address(n));
        for (N const& n : nodes) {
            objects_.make_room();
            auto const id = ids_.touch(n);
            if (id.fresh) id.data() = objects_.add({n, sample_});
            else objects_[id.data()].sample = sample_;
        }
    }
    /// Forgets the object; answers whether it was met.
    bool forget(N const& n) {
        auto const* const id = ids_.find(n);
        if (id == nullptr) return false;
        objects_.remove(*id);
        ids_.erase(n);
        return true;
    }
    /// Forgets those that this sample has not met, and calls f(node) for each.
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
        std::uint32_t sample = 0;  // 0: none, the place is free
    };
    Hashed<N, std::uint32_t> ids_;
    Pool<Last> objects_;
    std::uint32_t sample_ = 0;  // from 1; one that has failed counts
};

/// The classifier `Base` of a breakdown that has a died(node).
template <class Base, class B, class N>
class Following final : public Base, public Follower<N> {
  public:
    using Base::Base;
    Follower<N>* follower() override { return this; }
    bool at_any_time() const override { return false; }

    void begin_sample(std::size_t number, double time) override {
        met_.begin_sample();
        Base::begin_sample(number, time);
    }
    void classify(Batch<N> const& batch) override {
        met_.meet(batch.nodes);
        Base::classify(batch);
    }
    void end_sample() override {
        met_.forget_others([this](N const& n) { this->breakdown_.died(n); });
    }
    void created(N const& n) override { died(n); }  // what was there before
    void died(N const& n) override {
        if (met_.forget(n)) this->breakdown_.died(n);
    }

  private:
    Met<N> met_;
};

}  // namespace trav::detail
