// trav/ghc/live/weak_pointers.hpp: weak pointers by key, for graphs of live heaps.
//
//     WeakPointers const weak(closures, [&](Closure* pointer) { return graph.resolve(pointer); });
//     weak.scan(key, sink);                                           // its weak pointers and their values
//
// The runtime keeps a weak pointer, its value and its finalizer until the key dies. So they are children of
// the key, and a listed weak pointer has none. A closure that is no key costs the test of a bit.
#pragma once

#include "../layout/pointer.hpp"
#include "../layout/primitive.hpp"
#include "../layout/shape.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::ghc {

class WeakPointers {
  public:
    WeakPointers() = default;
    /// Ignores finalized weak pointers. `resolve` returns the closure that a pointer to a key stands for, or
    /// null if the key never dies: then the weak pointer is not listed.
    WeakPointers(std::span<Closure* const> closures, auto&& resolve) {
        for (Closure* const c : closures)
            if (type(c) == ClosureType::WEAK)
                if (Closure* const key = resolve(as<Weak>(c)->key)) entries_.push_back({key, c});
        if (entries_.empty()) return;
        std::sort(entries_.begin(), entries_.end(), less);
        std::size_t const bits = std::bit_ceil(entries_.size() * 16 + 64);
        shift_ = 64 - std::countr_zero(bits);
        filter_.resize(bits / 64);
        for (auto const& [key, weak] : entries_) filter_[bit(key) / 64] |= mask(key);
    }

    bool empty() const { return entries_.empty(); }
    /// False if the closure is certainly no key.
    bool may_be_key(Closure const* c) const { return !empty() && (filter_[bit(c) / 64] & mask(c)) != 0; }
    /// Whether a weak pointer with this (resolved) key is listed.
    bool contains(Closure* key, Closure* weak) const {
        return std::binary_search(entries_.begin(), entries_.end(), Entry{key, weak}, less);
    }
    /// Calls sink(child) for each weak pointer of a key, its value and its finalizer.
    template <class Sink>
    void scan(Closure* key, Sink&& sink) const {
        auto at = std::lower_bound(entries_.begin(), entries_.end(), Entry{key, nullptr}, less);
        for (; at != entries_.end() && at->key == key; ++at) {
            Weak const& weak = *as<Weak>(at->weak);
            sink(at->weak), sink(weak.cfinalizers), sink(weak.value), sink(weak.finalizer);
        }
    }

  private:
    struct Entry {
        Closure *key, *weak;
    };
    static bool less(Entry const& a, Entry const& b) {
        return std::pair(address(a.key), address(a.weak)) < std::pair(address(b.key), address(b.weak));
    }
    std::size_t bit(Closure const* c) const { return address(c) * 0x9E3779B97F4A7C15u >> shift_; }
    std::uint64_t mask(Closure const* c) const { return std::uint64_t{1} << bit(c) % 64; }

    std::vector<Entry> entries_;
    std::vector<std::uint64_t> filter_;  // by the keys' hash
    int shift_ = 0;
};

}  // namespace trav::ghc
