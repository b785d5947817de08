// trav/strategy/detail/bins.hpp: the arrivals that wait in one thread of Parallel, sorted by the part of the heap to which they lead. The
// thread takes its turn in one part after the other, and visits all that waits for that part.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/region.hpp"
#include "exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
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

/// Prefetches so many lines of 64 bytes behind `at` (before it, if negative), whatever is there; for writing, if Write.
template <int Write>
TRAV_INLINE void prefetch_line(void const* at, int lines) {
    auto const address = reinterpret_cast<std::uintptr_t>(at) + static_cast<std::uintptr_t>(lines) * 64;
    __builtin_prefetch(reinterpret_cast<void const*>(address), Write);
}

template <class Item>
class Bins {
  public:
    using Parcel = detail::Parcel<Item>;

    explicit Bins(Exchange<Item>& exchange) : exchange_(exchange) {}
    Bins(Bins const&) = delete;
    Bins& operator=(Bins const&) = delete;
    ~Bins() {
        for (Parcel* list : lists_) drop(list);
        drop(spare_);
    }

    /// The part in which this thread is.
    unsigned here() const { return here_; }
    bool ended() const { return exchange_.ended(); }
    /// Sorts what was pushed: arrivals at this part go to `to`, and, if `wanted` are more than these, up to `wanted` that waited in
    /// the bin. Answers where they end.
    [[gnu::noinline]] Item* sort(std::span<Item const> pushed, Item* to, std::size_t wanted) {
        Item* const from = to;
        unsigned const here = inside_ ? here_ : parts;
        for (Item const& item : pushed) {
            unsigned const part = part_of(node_in(item));
            if (part == here) ::new (static_cast<void*>(to++)) Item(item);  // in allocation order nearly all
            else put(part, item);
        }
        return static_cast<std::size_t>(to - from) < wanted ? take(to, wanted) : to;
    }
    /// Goes to another part for which something waits. False: there is none, or all has ended.
    bool turn() {
        leave();
        if (exchange_.wanted()) give();
        for (bool any = true; any && !exchange_.ended(); std::this_thread::yield()) {
            any = false;
            for (unsigned i = 1; i <= parts; ++i) {
                unsigned const part = (here_ + i) % parts;
                if (lists_[part] == nullptr) continue;
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
            for (std::size_t i = 0; i != gift->count; ++i) {
                Item const& item = gift->items[i];
                put(part_of(node_in(item)), item);
            }
            recycle(std::exchange(gift, gift->next));
        }
        return true;
    }

  private:
    TRAV_INLINE void put(unsigned part, Item const& item) {
        Item* const top = tops_[part];
        if (top == ends_[part]) [[unlikely]]
            return grow(part, item);
        prefetch_line<1>(top,
                         1);  // one of 64 ends to write to: its next line has left the cache when it is due
        *top = item;
        tops_[part] = top + 1;
    }
    Item* take(Item* to, std::size_t most) {
        Parcel*& list = lists_[here_];
        if (!inside_ || list == nullptr) return to;
        Item*& top = tops_[here_];
        if (top == list->items) {
            recycle(std::exchange(list, list->next));
            top = ends_[here_] = list == nullptr ? nullptr : list->items + Parcel::capacity;
            if (list == nullptr) return to;
        }
        auto const left = static_cast<std::size_t>(top - list->items);
        for (std::size_t i = left < most ? left : most; i != 0; --i)
            ::new (static_cast<void*>(to++)) Item(std::move(*--top));
        for (int line = 1; line != 5; ++line) prefetch_line<0>(top, -line);  // the next ones
        return to;
    }
    void recycle(Parcel* parcel) { parcel->next = std::exchange(spare_, parcel); }
    [[gnu::noinline]] void grow(unsigned part, Item const& item) {
        Parcel* const parcel = spare_ != nullptr ? std::exchange(spare_, spare_->next) : new Parcel;
        parcel->next = std::exchange(lists_[part], parcel);
        parcel->count = Parcel::capacity;
        parcel->items[0] = item;
        tops_[part] = parcel->items + 1;
        ends_[part] = parcel->items + Parcel::capacity;
    }
    void leave() {
        if (std::exchange(inside_, false)) exchange_.leave(here_);
    }
    /// Every second bin.
    void give() {
        Parcel *first = nullptr, *last = nullptr;
        bool keep = false;
        for (unsigned part = 0; part != parts; ++part) {
            Parcel* const list = lists_[part];
            if (list == nullptr || (keep = !keep)) continue;
            list->count = static_cast<std::size_t>(tops_[part] - list->items);
            Parcel* end = list;
            while (end->next != nullptr) end = end->next;
            if (last == nullptr) last = end;
            end->next = std::exchange(first, list);
            lists_[part] = nullptr;
            tops_[part] = ends_[part] = nullptr;
        }
        if (first != nullptr) exchange_.give(first, last);
    }

    Exchange<Item>& exchange_;
    Parcel* spare_ = nullptr;
    unsigned here_ = 0;
    bool inside_ = false;  // of the part `here_`
    // Of each part: where the next arrival goes, and the end of that parcel, which is the first of its list; all others are full.
    Item* tops_[parts] = {};
    Item* ends_[parts] = {};
    Parcel* lists_[parts] = {};
};

}  // namespace trav::detail
