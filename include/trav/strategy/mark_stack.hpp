// trav/strategy/mark_stack.hpp: a stack of arrivals: as deep as depth first, the last child first, and no cursors.
#pragma once

#include "worklist.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class Item, class>
class Stack {
  public:
    TRAV_INLINE void push(Item item, auto const&) { items_.push_back(std::move(item)); }
    TRAV_INLINE Item pop() {
        Item item = std::move(items_.back());
        items_.pop_back();
        return item;
    }
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    void clear() { items_.clear(); }

  private:
    std::vector<Item> items_;
};

}  // namespace detail

/// Last in, first out. The frontier holds at most the edges of the nodes visited.
struct MarkStack : Worklist<detail::Stack, true> {};

}  // namespace trav
