// trav/strategy/detail/exchange.hpp: the shared state of the threads of Parallel: the occupied regions of the
// heap, and the arrivals that a busy thread gives to an idle one.
#pragma once

#include "../../detail/region.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <utility>

namespace trav::detail {

/// Arrivals in one region.
template <class Item>
struct Parcel {
    static constexpr std::size_t bytes = 8192;
    static constexpr std::size_t capacity = sizeof(Item) < bytes / 16 ? bytes / sizeof(Item) : 16;
    Parcel* next;
    std::size_t count;  // valid once the parcel is full, or given away
    Item items[capacity];
};

template <class Item>
void drop(Parcel<Item>* list) {
    while (list != nullptr) delete std::exchange(list, list->next);
}

template <class Item>
class Exchange {
  public:
    using Parcel = detail::Parcel<Item>;

    explicit Exchange(unsigned threads) : threads_(threads) {}
    Exchange(Exchange const&) = delete;
    Exchange& operator=(Exchange const&) = delete;
    ~Exchange() { drop(gifts_); }

    unsigned threads() const { return threads_; }

    /// Enters a region and sees all earlier writes there. Returns false if another thread is in it.
    bool enter(unsigned region) {
        auto& taken = turns_[region].taken;
        return !taken.load(std::memory_order_relaxed) && !taken.exchange(true, std::memory_order_acquire);
    }
    void leave(unsigned region) { turns_[region].taken.store(false, std::memory_order_release); }

    /// Whether a thread is idle and has not been given any arrivals yet.
    bool wanted() const { return wanted_.load(std::memory_order_relaxed); }
    /// Gives away the parcels from `first` to `last`.
    void give(Parcel* first, Parcel* last) {
        {
            std::lock_guard const lock(mutex_);
            last->next = std::exchange(gifts_, first);
            ready_.store(true, std::memory_order_relaxed);
            wanted_.store(false, std::memory_order_relaxed);
        }
        come_.notify_one();
    }
    /// Waits for parcels that another thread gives away. Returns null if the traversal has ended.
    Parcel* wait() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        if (gifts_ == nullptr) {
            if (waiting_ == threads_) end(lock);
            wanted_.store(true, std::memory_order_relaxed);
            lock.unlock();  // waking up takes longer than most parcels need to arrive
            for (unsigned patience = 20'000; patience != 0 && !ready_.load(std::memory_order_relaxed);)
                if (--patience % 64 == 0) std::this_thread::yield();
            lock.lock();
            come_.wait(lock, [this] { return ready_.load(std::memory_order_relaxed); });
        }
        if (ended()) return nullptr;
        --waiting_;
        ready_.store(false, std::memory_order_relaxed);
        wanted_.store(waiting_ != 0, std::memory_order_relaxed);
        return std::exchange(gifts_, nullptr);
    }

    /// Ends the traversal in all threads: no arrivals are left, or the remaining ones do not matter.
    void end() { end(std::unique_lock(mutex_)); }
    bool ended() const { return ended_.load(std::memory_order_relaxed); }

  private:
    void end(std::unique_lock<std::mutex> const&) {
        ended_.store(true, std::memory_order_relaxed);
        ready_.store(true, std::memory_order_relaxed);
        come_.notify_all();
    }

    struct alignas(64) Turn {
        std::atomic<bool> taken{false};
    };
    Turn turns_[regions];
    std::mutex mutex_;
    std::condition_variable come_;
    Parcel* gifts_ = nullptr;
    unsigned waiting_ = 0;
    unsigned const threads_;
    std::atomic<bool> ready_{false};  // there are parcels to take, or the traversal has ended
    alignas(64) std::atomic<bool> wanted_{
        false};  // these are read at every change of region, and seldom written
    std::atomic<bool> ended_{false};
};

}  // namespace trav::detail
