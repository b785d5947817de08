// trav/strategy/breadth_first.hpp: a queue of arrivals: all nodes at one distance from the roots before any further away.
#pragma once

#include "worklist.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// A ring buffer that doubles.
template <class Item, class>
class Queue {
public:
    TRAV_INLINE void push(Item item, auto const&) {
        if (size_ == items_.size()) grow();
        items_[(head_ + size_++) & (items_.size() - 1)] = std::move(item);
    }
    TRAV_INLINE Item pop() {
        Item item = std::move(items_[head_]);
        head_ = (head_ + 1) & (items_.size() - 1);
        --size_;
        return item;
    }
    std::size_t size() const { return size_; }
    void clear() { head_ = size_ = 0; }

private:
    void grow() {
        std::vector<Item> wider(items_.empty() ? 64 : items_.size() * 2);
        for (std::size_t i = 0; i < size_; ++i) wider[i] = std::move(items_[(head_ + i) & (items_.size() - 1)]);
        items_.swap(wider);
        head_ = 0;
    }
    std::vector<Item> items_;
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

}  // namespace detail

/// First in, first out. The frontier holds at most the edges of two levels.
struct BreadthFirst : Worklist<detail::Queue, false> {};

}  // namespace trav
