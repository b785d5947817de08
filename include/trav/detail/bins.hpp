// trav/detail/bins.hpp: the arrivals that wait in one thread of Parallel, sorted by the part of the heap to which they lead. The
// thread takes its turn in one part after the other, and visits all that waits for that part.
#pragma once

#include "absent.hpp"
#include "exchange.hpp"
#include "part.hpp"
#include "stack.hpp"

#include <cstddef>
#include <span>
#include <thread>
#include <utility>

namespace trav::detail {

/// The node of an arrival.
template <class Item>
TRAV_INLINE auto const& node_in(Item const& item) {
    if constexpr (requires { item.node; }) return item.node;
    else return item;
}

template <class Item>
class Bins {
  public:
    using Parcel = detail::Parcel<Item>;

    explicit Bins(Exchange<Item>& exchange) : exchange_(exchange) {}
    Bins(Bins const&) = delete;
    Bins& operator=(Bins const&) = delete;
    ~Bins() {
        for (Bin const& bin : bins_) drop(bin.first);
        drop(spare_);
    }

    /// The part in which this thread is.
    unsigned here() const { return here_; }
    /// Sorts what was pushed. Answers up to `most` arrivals at this part, which last until the next are asked for.
    [[gnu::noinline]] std::span<Item> exchange(std::span<Item> pushed, std::size_t most) {
        for (Item const& item : pushed) put(item);
        return next(most);
    }
    /// Goes to another part for which something waits. False: there is none, or all has ended.
    bool turn() {
        leave();
        if (exchange_.wanted()) give();
        for (bool any = true; any && !exchange_.ended(); std::this_thread::yield()) {
            any = false;
            for (unsigned i = 1; i <= parts; ++i) {
                unsigned const part = (here_ + i) % parts;
                if (bins_[part].first == nullptr) continue;
                any = true;
                if (!exchange_.enter(part)) continue;
                here_ = part;
                inside_ = true;
                return true;
            }
        }
        return false;
    }
    /// Waits for what others give. False: all has ended.
    bool wait() {
        Parcel* gift = exchange_.wait();
        if (gift == nullptr) return false;
        while (gift != nullptr) {
            for (std::size_t i = 0; i != gift->count; ++i) put(gift->items[i]);
            recycle(std::exchange(gift, gift->next));
        }
        return true;
    }

  private:
    struct Bin {
        Item* top = nullptr;  // in the first parcel; all others are full
        Item* end = nullptr;
        Parcel* first = nullptr;
    };

    TRAV_INLINE void put(Item const& item) {
        Bin& bin = bins_[part_of(node_in(item))];
        if (bin.top == bin.end) [[unlikely]]
            return grow(bin, item);
        *bin.top++ = item;
    }
    std::span<Item> next(std::size_t most) {
        Bin& bin = bins_[here_];
        if (!inside_ || exchange_.ended() || bin.first == nullptr) return {};
        if (bin.top == bin.first->items) {
            recycle(std::exchange(bin.first, bin.first->next));
            bin.top = bin.end = nullptr;
            if (bin.first == nullptr) return {};
            bin.top = bin.end = bin.first->items + Parcel::capacity;
        }
        auto const left = static_cast<std::size_t>(bin.top - bin.first->items);
        std::size_t const count = left < most ? left : most;
        bin.top -= count;
        return {bin.top, count};
    }
    void recycle(Parcel* parcel) { parcel->next = std::exchange(spare_, parcel); }
    [[gnu::noinline]] void grow(Bin& bin, Item const& item) {
        Parcel* const parcel = spare_ != nullptr ? std::exchange(spare_, spare_->next) : new Parcel;
        parcel->next = std::exchange(bin.first, parcel);
        parcel->count = Parcel::capacity;
        parcel->items[0] = item;
        bin.top = parcel->items + 1;
        bin.end = parcel->items + Parcel::capacity;
    }
    void leave() {
        if (std::exchange(inside_, false)) exchange_.leave(here_);
    }
    /// Every second bin.
    void give() {
        Parcel *first = nullptr, *last = nullptr;
        bool keep = false;
        for (Bin& bin : bins_) {
            if (bin.first == nullptr || (keep = !keep)) continue;
            bin.first->count = static_cast<std::size_t>(bin.top - bin.first->items);
            Parcel* end = bin.first;
            while (end->next != nullptr) end = end->next;
            if (last == nullptr) last = end;
            end->next = std::exchange(first, bin.first);
            bin = {};
        }
        if (first != nullptr) exchange_.give(first, last);
    }

    Exchange<Item>& exchange_;
    Parcel* spare_ = nullptr;
    unsigned here_ = 0;
    bool inside_ = false;  // of the part `here_`
    Bin bins_[parts];
};

/// The stack of a walker: what is pushed goes to the bins, what is popped comes from the bin of this thread's part.
template <class Item>
class BinnedStack {
  public:
    explicit BinnedStack(Bins<Item>& bins) : bins_(&bins) {}

    /// Nothing to pop in this part.
    TRAV_INLINE bool empty() { return count_ == 0 && !refill(); }
    TRAV_INLINE Item pop() { return std::move(ready_[--count_]); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    /// This thread may touch `node` now.
    TRAV_INLINE bool owns(auto const& node) const { return part_of(node) == bins_->here(); }
    /// For a walker that has done all there is in this part. False: nothing is left at the moment.
    bool turn() { return bins_->turn(); }

  private:
    static constexpr std::size_t slice = 32;

    TRAV_INLINE bool refill() {
        auto const next = bins_->exchange({raw_.begin(), raw_.end()}, slice);
        raw_.clear();
        ready_ = next.data();
        count_ = next.size();
        return count_ != 0;
    }

    Bins<Item>* bins_;
    Stack<Item> raw_;
    Item* ready_ = nullptr;
    std::size_t count_ = 0;  // of ready items
};

}  // namespace trav::detail
