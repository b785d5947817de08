// trav/strategy/detail/binned_stack.hpp: the stack of a walker of Parallel. Items for the current region can
// be popped again; all other items go to the bins of the thread.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/stack.hpp"
#include "bins.hpp"

#include <cstddef>

namespace trav::detail {

template <class Item>
class BinnedStack {
  public:
    explicit BinnedStack(Bins<Item>& bins) : bins_(&bins) {}

    /// Whether this region has no arrivals left.
    TRAV_INLINE bool empty() {
        if (!ready_.empty()) [[likely]]
            return false;
        return !refill();
    }
    TRAV_INLINE Item pop() { return ready_.pop(); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    /// Whether this thread may touch `node` now.
    TRAV_INLINE bool owns(auto const& node) const { return region_of(node) == bins_->here(); }
    /// Goes to another region. Returns false if nothing remains at the moment.
    bool turn() { return bins_->turn(); }

  private:
    static constexpr std::size_t slice =
        32;  // items that are popped before those pushed meanwhile are sorted

    TRAV_INLINE bool refill() {
        if (bins_->ended()) {
            raw_.clear();  // a walker in the middle of a long row may go on for a while
            return false;
        }
        ready_.set_floor(0);
        std::size_t const wanted = ready_.size() < slice / 2 ? slice : 0;
        ready_.room(raw_.size() + slice);
        ready_.push_into_room([&](Item* to) { return bins_->sort({raw_.begin(), raw_.end()}, to, wanted); });
        raw_.clear();
        if (ready_.size() > slice) ready_.set_floor(ready_.size() - slice);
        return !ready_.empty();
    }

    Bins<Item>* bins_;
    Stack<Item> raw_;    // pushed, but not sorted yet
    Stack<Item> ready_;  // in this region
};

}  // namespace trav::detail
