// trav/detail/ring.hpp: a queue of at most N items in a fixed array. N is a power of two.
#pragma once

#include "compiler.hpp"

#include <cstddef>

namespace trav::detail {

/// `Items` is an array, or an Item* to one elsewhere.
template <class Item, std::size_t N, class Items = Item[N]>
class Ring {
    static_assert(N > 0 && (N & (N - 1)) == 0);

  public:
    Ring() {}  // items are written before they are read
    explicit Ring(Items items) : items_(items) {}
    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == N; }

    /// Must not be full.
    TRAV_INLINE void push(Item const& item) {
        items_[(head_ + size_) % N] = item;
        ++size_;
    }
    TRAV_INLINE Item pop() {
        --size_;
        return items_[head_++ % N];
    }
    /// pop() and push() of a full ring.
    TRAV_INLINE Item exchange(Item const& item) {
        Item& place = items_[head_++ % N];
        Item const first = place;
        place = item;
        return first;
    }

    /// How many items are contiguous from oldest() on.
    TRAV_INLINE std::size_t side_by_side() const { return N - head_ % N; }
    TRAV_INLINE Item* oldest() { return items_ + head_ % N; }
    /// The `count` oldest items of a full ring have been replaced in place.
    TRAV_INLINE void replaced(std::size_t count) { head_ += count; }

  private:
    std::size_t head_ = 0;
    std::size_t size_ = 0;
    Items items_;
};

}  // namespace trav::detail
