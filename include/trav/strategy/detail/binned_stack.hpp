// trav/strategy/detail/binned_stack.hpp: the stack of a walker of Parallel: what is pushed for the part at hand can be popped again, all else
// goes to the bins of its thread.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/stack.hpp"
#include "bins.hpp"

#include <cstddef>

namespace trav::detail {

template <class Item>
class BinnedStack {
  public:
    explicit BinnedStack(Bins<Item>& bins) : bins_(&bins) {}

    /// Nothing to pop in this part.
    TRAV_INLINE bool empty() {
        if (!ready_.empty()) [[likely]]
            return false;
        return !refill();
    }
    TRAV_INLINE Item pop() { return ready_.pop(); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    /// This thread may touch `node` now.
    TRAV_INLINE bool owns(auto const& node) const { return part_of(node) == bins_->here(); }
    /// For a walker that has done all there is in this part. False: nothing is left at the moment.
    bool turn() { return bins_->turn(); }

  private:
    static constexpr std::size_t slice = 32;  // that are popped before what was pushed meanwhile is sorted

    TRAV_INLINE bool refill() {
        if (bins_->ended()) {
            raw_.clear();  // a walker in the midst of a long row may go on for a while
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
    Stack<Item> raw_;    // what was pushed
    Stack<Item> ready_;  // at this part
};

}  // namespace trav::detail
