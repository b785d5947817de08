// trav/detail/parcel.hpp: how the threads of Parallel hand each other arrivals: in parcels of up to `capacity`. No locks; a
// thread with nothing to do sleeps.
#pragma once

#include "part.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace trav::detail {

/// The node of an arrival.
template <class Item>
TRAV_INLINE auto const& node_in(Item const& item) {
    if constexpr (requires { item.node; }) return item.node;
    else return item;
}

template <class Item>
struct Parcel {
    static constexpr std::size_t capacity = 1000;
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
    /// Grows with each parcel, and when all ends.
    std::uint32_t knocks(unsigned me) const { return boxes_[me].knocks.load(std::memory_order_acquire); }

    /// All that has come, for a thread at work; maybe nothing.
    Parcel* take(unsigned me) {
        Parcel* const list = boxes_[me].first.exchange(nullptr, std::memory_order_acquire);
        if (list != nullptr) pending_.fetch_sub(length(list), std::memory_order_acq_rel);
        return list;
    }
    /// The next that comes, for a thread that has nothing to do. Null: all has ended.
    Parcel* wait(unsigned me) {
        if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) end();
        for (unsigned patience = 2000;;) {
            std::uint32_t const heard = knocks(me);
            if (ended()) return nullptr;
            if (Parcel* const list = boxes_[me].first.exchange(nullptr, std::memory_order_acquire)) {
                pending_.fetch_add(1, std::memory_order_relaxed);
                pending_.fetch_sub(length(list), std::memory_order_acq_rel);
                return list;
            }
            while (patience != 0 && knocks(me) == heard)
                if (--patience % 64 == 0) std::this_thread::yield();
            if (patience == 0) boxes_[me].knocks.wait(heard);
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
        std::atomic<std::uint32_t> knocks{0};
    };
    static void knock(Box& box) {
        box.knocks.fetch_add(1, std::memory_order_release);
        box.knocks.notify_one();
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

/// One thread's post: what came, and what is to go.
template <class Item>
class Post {
  public:
    using Parcel = detail::Parcel<Item>;

    Post(Exchange<Item>& exchange, unsigned me)
        : exchange_(exchange), me_(me), outgoing_(exchange.threads(), nullptr), foreign_(new_parcel()) {
        for (unsigned part = 0; part != parts; ++part)
            if (part % exchange.threads() == me) mine_ |= std::uint64_t{1} << part;
    }
    Post(Post const&) = delete;
    Post& operator=(Post const&) = delete;
    ~Post() {
        drop(open_), drop(waiting_), drop(spare_), delete foreign_;
        for (Parcel* parcel : outgoing_) delete parcel;
    }

    static constexpr std::size_t few = 8;

    std::uint64_t mine() const { return mine_; }
    /// Room for `few` items of this thread's own.
    Item* own() { return own_; }
    /// Where items for other threads are collected; when full, or nearly, send_foreign().
    Parcel& foreign() { return *foreign_; }
    [[gnu::noinline]] void send_foreign() {
        if (exchange_.threads() == 2) {
            exchange_.send(1 - me_, std::exchange(foreign_, new_parcel()));
            return;
        }
        for (std::size_t i = 0; i != foreign_->count; ++i) {
            unsigned const to = part_of(node_in(foreign_->items[i])) % exchange_.threads();
            Parcel*& parcel = outgoing_[to];
            if (parcel == nullptr) parcel = new_parcel();
            parcel->items[parcel->count++] = std::move(foreign_->items[i]);
            if (parcel->count == Parcel::capacity) exchange_.send(to, std::exchange(parcel, nullptr));
        }
        foreign_->count = 0;
    }

    TRAV_INLINE bool news() const { return waiting_ != nullptr || exchange_.knocks(me_) != heard_; }
    /// The parcel to work on next; null: none, or all has ended. The one before is done with.
    [[gnu::noinline]] Parcel* next() {
        if (open_ != nullptr) recycle(std::exchange(open_, nullptr));
        if (waiting_ == nullptr) {
            heard_ = exchange_.knocks(me_);
            waiting_ = exchange_.take(me_);
        }
        if (waiting_ == nullptr || ended()) return nullptr;
        open_ = std::exchange(waiting_, waiting_->next);
        open_->next = nullptr;
        return open_;
    }
    bool ended() const { return exchange_.ended(); }

    /// A first arrival, before work begins.
    void add(Item const& item) {
        bool const own = (mine_ >> part_of(node_in(item))) & 1;
        if (own && (waiting_ == nullptr || waiting_->count == Parcel::capacity)) {
            Parcel* const parcel = new_parcel();
            parcel->next = std::exchange(waiting_, parcel);
        }
        Parcel& parcel = own ? *waiting_ : *foreign_;
        parcel.items[parcel.count++] = item;
        if (foreign_->count == Parcel::capacity) send_foreign();
    }
    /// Sends what is left to send.
    void flush() {
        if (foreign_->count != 0) send_foreign();
        for (unsigned to = 0; to != outgoing_.size(); ++to)
            if (outgoing_[to] != nullptr) exchange_.send(to, std::exchange(outgoing_[to], nullptr));
    }
    /// Does so, and waits until something comes. False: all has ended.
    bool wait() {
        if (ended()) return false;  // maybe with parcels that nobody opens
        flush();
        waiting_ = exchange_.wait(me_);
        return waiting_ != nullptr;
    }

  private:
    Parcel* new_parcel() {
        Parcel* parcel = spare_;
        if (parcel == nullptr) parcel = new Parcel;
        else spare_ = parcel->next, --spares_;
        parcel->next = nullptr;
        parcel->count = 0;
        return parcel;
    }
    void recycle(Parcel* parcel) {
        if (spares_ == 16) {  // somebody sends more than he gets
            delete parcel;
            return;
        }
        parcel->next = std::exchange(spare_, parcel);
        ++spares_;
    }

    Exchange<Item>& exchange_;
    unsigned me_;
    std::uint64_t mine_ = 0;         // the parts that are this thread's, as bits
    std::vector<Parcel*> outgoing_;  // for each thread; used if there are more than two
    Parcel* spare_ = nullptr;
    std::size_t spares_ = 0;
    Parcel* foreign_;
    Parcel* waiting_ = nullptr;
    Parcel* open_ = nullptr;  // what next() answered last
    std::uint32_t heard_ = 0;
    Item own_[few];
};

/// A stack of arrivals, of which one thread pops its own and posts the others. `Raw` is the stack below.
template <class Item, class Raw>
class PostedStack {
  public:
    explicit PostedStack(Post<Item>& post) : post_(&post), mine_(post.mine()) {}

    /// Nothing to pop at the moment. Others may post more.
    TRAV_INLINE bool empty() { return count_ == 0 && !refill(); }
    TRAV_INLINE Item pop() { return std::move(ready_[--count_]); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    std::size_t size() const { return raw_.size() + count_; }
    void clear() { raw_.clear(), count_ = 0; }
    /// This thread is the one to touch `node`.
    TRAV_INLINE bool owns(auto const& node) const { return (mine_ >> part_of(node)) & 1; }

  private:
    static constexpr std::size_t few = Post<Item>::few;

    TRAV_INLINE bool refill() {
        do {
            if (post_->news()) [[unlikely]] {
                if (auto* const parcel = post_->next()) {
                    ready_ = parcel->items;
                    count_ = parcel->count;
                    return true;
                }
                if (post_->ended()) raw_.clear();
            }
            auto& foreign = post_->foreign();
            ready_ = post_->own();
            std::size_t out = foreign.count;
            std::size_t const n = raw_.size() < few ? raw_.size() : few;
            for (std::size_t i = 0; i != n; ++i) {  // no branch: whose an arrival is cannot be guessed
                Item const item = raw_.pop();
                bool const own = owns(node_in(item));
                ready_[count_] = item;
                count_ += own;
                foreign.items[out] = item;
                out += !own;
            }
            foreign.count = out;
            if (out > Parcel<Item>::capacity - few) [[unlikely]]
                post_->send_foreign();
        } while (count_ == 0 && !raw_.empty());
        return count_ != 0;
    }

    Post<Item>* post_;
    std::uint64_t mine_;
    Raw raw_;
    Item* ready_ = nullptr;
    std::size_t count_ = 0;  // of ready items
};

}  // namespace trav::detail
