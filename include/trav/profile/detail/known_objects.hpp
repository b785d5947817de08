// trav/profile/detail/known_objects.hpp: finds out which objects have died.
//
// A hash table holds all objects with a requested key, each with the last sample that found it.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../store/hashed.hpp"
#include "pool.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace trav::detail
