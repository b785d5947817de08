// trav/strategy/detail/bins.hpp: the waiting arrivals of one thread of Parallel, sorted by region of the
// heap. The thread goes from region to region and visits all of its arrivals there.
#pragma once

#include "../../detail/compiler.hpp"
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

/// Prefetches the cache line that begins `lines` lines of 64 bytes after `at`, which may be any address; for
/// writing if `Write` is 1.
template <int Write>
TRAV_INLINE void prefetch_line(void const* at, int lines) {
    auto const address = reinterpret_cast<std::uintptr_t>(at) + static_cast<std::uintptr_t>(lines) * 64;
    prefetch_at<Write>(reinterpret_cast<void const*>(address));
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

    /// The region that this thread is in or was in last.
    unsigned here() const { return here_; }
    bool ended() const { return exchange_.ended(); }
    /// Sorts the pushed arrivals. Writes the arrivals in this region to `to`; if there are fewer than
    /// `wanted`, also moves up to `wanted` arrivals from the bin of this region. Returns the end of the
    /// written arrivals.
    TRAV_NOINLINE Item* sort(std::span<Item const> pushed, Item* to, std::size_t wanted) {
        Item* const from = to;
        unsigned const here = inside_ ? here_ : regions;
        for (Item const& item : pushed) {
            unsigned const region = region_of(node_in(item));
            if (region == here)
                ::new (static_cast<void*>(to++))
                    Item(item);  // nearly all, if the heap is in allocation order
            else put(region, item);
        }
        return static_cast<std::size_t>(to - from) < wanted ? take(to, wanted) : to;
    }
    /// Enters another region with waiting arrivals. Returns false if there is none or the traversal has
    /// ended.
    bool turn() {
        leave();
        if (exchange_.wanted()) give();
        for (bool any = true; any && !exchange_.ended(); std::this_thread::yield()) {
            any = false;
            for (unsigned i = 1; i <= regions; ++i) {
                unsigned const region = (here_ + i) % regions;
                if (lists_[region] == nullptr) continue;
                any = true;
                if (!exchange_.enter(region)) continue;
                here_ = region;
                inside_ = true;
                return true;
            }
        }
        return false;
    }
    /// Waits for arrivals from other threads. Returns false if the traversal has ended.
    bool wait() {
        Parcel* gift = exchange_.wait();
        if (gift == nullptr) return false;
        while (gift != nullptr) {
            for (std::size_t i = 0; i != gift->count; ++i) {
                Item const& item = gift->items[i];
                put(region_of(node_in(item)), item);
            }
            recycle(std::exchange(gift, gift->next));
        }
        return true;
    }

  private:
    TRAV_INLINE void put(unsigned region, Item const& item) {
        Item* const top = tops_[region];
        if (top == ends_[region]) [[unlikely]]
            return grow(region, item);
        prefetch_line<1>(top, 1);  // with 64 bins, the line would not be in the cache when needed
        *top = item;
        tops_[region] = top + 1;
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
        for (int line = 1; line != 5; ++line) prefetch_line<0>(top, -line);  // the next arrivals
        return to;
    }
    void recycle(Parcel* parcel) { parcel->next = std::exchange(spare_, parcel); }
    TRAV_NOINLINE void grow(unsigned region, Item const& item) {
        Parcel* const parcel = spare_ != nullptr ? std::exchange(spare_, spare_->next) : new Parcel;
        parcel->next = std::exchange(lists_[region], parcel);
        parcel->count = Parcel::capacity;
        parcel->items[0] = item;
        tops_[region] = parcel->items + 1;
        ends_[region] = parcel->items + Parcel::capacity;
    }
    void leave() {
        if (std::exchange(inside_, false)) exchange_.leave(here_);
    }
    /// Gives away every second bin.
    void give() {
        Parcel *first = nullptr, *last = nullptr;
        bool keep = false;
        for (unsigned region = 0; region != regions; ++region) {
            Parcel* const list = lists_[region];
            if (list == nullptr) continue;
            keep = !keep;
            if (keep) continue;
            list->count = static_cast<std::size_t>(tops_[region] - list->items);
            Parcel* end = list;
            while (end->next != nullptr) end = end->next;
            if (last == nullptr) last = end;
            end->next = std::exchange(first, list);
            lists_[region] = nullptr;
            tops_[region] = ends_[region] = nullptr;
        }
        if (first != nullptr) exchange_.give(first, last);
    }

    Exchange<Item>& exchange_;
    Parcel* spare_ = nullptr;
    unsigned here_ = 0;
    bool inside_ = false;  // whether this thread is in the region `here_`
    // For each region: the place of the next arrival, the end of its parcel, and the list that starts with
    // this parcel. All other parcels of a list are full.
    Item* tops_[regions] = {};
    Item* ends_[regions] = {};
    Parcel* lists_[regions] = {};
};

}  // namespace trav::detail
