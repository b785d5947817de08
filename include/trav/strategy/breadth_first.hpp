// trav/strategy/breadth_first.hpp: a queue of arrivals: all nodes at one distance from the roots before any further away.
#pragma once

#include "worklist.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// What is taken now, and what waits behind it: for the most part two levels of the graph.
template <class Item, class>
class Queue {
  public:
    TRAV_INLINE void push(Item item, auto const&) { behind_.push_back(std::move(item)); }
    TRAV_INLINE Item pop() {
        if (next_ == front_.size()) {
            front_.clear();
            front_.swap(behind_);
            next_ = 0;
        }
        return std::move(front_[next_++]);
    }
    bool empty() const { return next_ == front_.size() && behind_.empty(); }
    std::size_t size() const { return front_.size() - next_ + behind_.size(); }
    void clear() { front_.clear(), behind_.clear(), next_ = 0; }

  private:
    std::vector<Item> front_;
    std::vector<Item> behind_;
    std::size_t next_ = 0;  // in front_
};

}  // namespace detail

/// First in, first out. The frontier holds at most the edges of two levels.
struct BreadthFirst : Worklist<detail::Queue, false> {};

}  // namespace trav
