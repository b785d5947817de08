// trav/detail/exchange.hpp: how the threads of Parallel hand each other arrivals: in parcels of up to `capacity`. No locks; a
// thread with nothing to do sleeps.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace trav::detail {

template <class Item>
struct Parcel {
    static constexpr std::size_t capacity = 1024;
    Parcel* next;
    std::size_t count;
    Item items[capacity];
};

template <class Item>
void drop(Parcel<Item>* list) {
    while (list != nullptr) delete std::exchange(list, list->next);
}

/// The letter boxes of all threads, and the knowledge of when all is done: no thread is at work, no parcel is under way.
template <class Item>
class Exchange {
  public:
    using Parcel = detail::Parcel<Item>;

    explicit Exchange(unsigned threads) : boxes_(threads), pending_(threads) {}
    Exchange(Exchange const&) = delete;
    Exchange& operator=(Exchange const&) = delete;
    ~Exchange() {
        for (auto& box : boxes_) drop(box.first.load());
    }

    unsigned threads() const { return static_cast<unsigned>(boxes_.size()); }

    void send(unsigned to, Parcel* parcel) {
        pending_.fetch_add(1, std::memory_order_relaxed);  // the sender's own work is pending, too
        auto& first = boxes_[to].first;
        parcel->next = first.load(std::memory_order_relaxed);
        while (!first.compare_exchange_weak(parcel->next, parcel, std::memory_order_release,
                                            std::memory_order_relaxed)) {}
        knock(boxes_[to]);
    }
    /// All that has come, for a thread at work; maybe nothing.
    Parcel* take(unsigned me) {
        Parcel* const list = collect(me);
        if (list != nullptr) pending_.fetch_sub(length(list), std::memory_order_acq_rel);
        return list;
    }
    /// The next that comes, for a thread that has nothing to do. Null: all has ended.
    Parcel* wait(unsigned me) {
        if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) end();
        auto& knocks = boxes_[me].knocks;
        for (unsigned patience = 20'000;;) {  // to be woken up takes longer than most parcels do
            std::uint32_t const heard = knocks.load(std::memory_order_acquire);
            if (ended()) return nullptr;
            if (Parcel* const list = collect(me)) {
                pending_.fetch_sub(length(list) - 1, std::memory_order_acq_rel);  // at work again
                return list;
            }
            while (patience != 0 && knocks.load(std::memory_order_acquire) == heard)
                if (--patience % 64 == 0) std::this_thread::yield();
            if (patience == 0) knocks.wait(heard);
        }
    }

    /// Sends everybody home: nothing is left, or what is left does not matter.
    void end() {
        ended_.store(true, std::memory_order_release);
        for (auto& box : boxes_) knock(box);
    }
    bool ended() const { return ended_.load(std::memory_order_acquire); }

  private:
    struct alignas(128) Box {
        std::atomic<Parcel*> first{nullptr};
        std::atomic<std::uint32_t> knocks{0};  // grows with each parcel, and when all ends
    };
    static void knock(Box& box) {
        box.knocks.fetch_add(1, std::memory_order_release);
        box.knocks.notify_one();
    }
    Parcel* collect(unsigned me) {
        auto& first = boxes_[me].first;
        if (first.load(std::memory_order_relaxed) == nullptr) return nullptr;
        return first.exchange(nullptr, std::memory_order_acquire);
    }
    static std::size_t length(Parcel const* list) {
        std::size_t n = 0;
        for (; list != nullptr; list = list->next) ++n;
        return n;
    }

    std::vector<Box> boxes_;
    alignas(128) std::atomic<std::size_t> pending_;  // parcels under way and threads at work
    alignas(128) std::atomic<bool> ended_{false};
};

}  // namespace trav::detail
