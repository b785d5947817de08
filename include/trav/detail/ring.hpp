// trav/detail/ring.hpp: a queue of at most N items in a fixed array. N is a power of two.
#pragma once

#include "compiler.hpp"

#include <cstddef>

namespace trav::detail {

/// `Items` is an array, or an Item* to external storage.
template <class Item, std::size_t N, class Items = Item[N]>
class Ring {
    static_assert(N > 0 && (N & (N - 1)) == 0);

  public:
    Ring() {}  // leaves the items uninitialised
    explicit Ring(Items items) : items_(items) {}
    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == N; }

    /// The ring must not be full.
    TRAV_INLINE void push(Item const& item) {
        items_[(head_ + size_) % N] = item;
        ++size_;
    }
    TRAV_INLINE Item pop() {
        --size_;
        return items_[head_++ % N];
    }
    /// pop() followed by push(), for a full ring.
    TRAV_INLINE Item exchange(Item const& item) {
        Item& place = items_[head_++ % N];
        Item const first = place;
        place = item;
        return first;
    }

    /// The number of contiguous items, starting with oldest().
    TRAV_INLINE std::size_t side_by_side() const { return N - head_ % N; }
    TRAV_INLINE Item* oldest() { return items_ + head_ % N; }
    /// Must be called after the `count` oldest items of a full ring were replaced in place.
    TRAV_INLINE void replaced(std::size_t count) { head_ += count; }

  private:
    std::size_t head_ = 0;
    std::size_t size_ = 0;
    Items items_;
};

}  // namespace trav::detail
