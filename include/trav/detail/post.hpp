// trav/detail/post.hpp: the post of one thread of Parallel: what came, and what is to go.
#pragma once

#include "absent.hpp"
#include "exchange.hpp"
#include "part.hpp"
#include "stack.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
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
class Post {
  public:
    using Parcel = detail::Parcel<Item>;
    static constexpr std::size_t slice = 64;  ///< so many arrivals are sorted, or unpacked, at a time

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

    /// The parts that are this thread's, as bits.
    std::uint64_t mine() const { return mine_; }
    /// Room for a slice of this thread's own arrivals.
    Item* own() { return own_; }
    /// Where arrivals for other threads are collected. There is room for a slice.
    TRAV_INLINE Parcel& foreign() {
        expect(foreign_->items + foreign_->count + slice);
        return *foreign_;
    }
    TRAV_INLINE void send_if_full() {
        if (foreign_->count > Parcel::capacity - slice) [[unlikely]]
            send_foreign();
    }
    /// The next arrivals that came; none, if nothing came. Those before are done with.
    [[gnu::noinline]] std::span<Item> next() {
        if (next_ == end_ && !open()) return {};
        auto const left = static_cast<std::size_t>(end_ - next_);
        std::span<Item> const now(next_, left < slice ? left : slice);
        next_ += now.size();
        expect(next_);
        return now;
    }
    bool ended() const { return exchange_.ended(); }

    /// Sends what is left to send, and waits until something comes. False: all has ended.
    bool wait() {
        if (ended()) return false;  // maybe with parcels that nobody opens
        if (foreign_->count != 0) send_foreign();
        for (unsigned to = 0; to != outgoing_.size(); ++to)
            if (outgoing_[to] != nullptr) exchange_.send(to, std::exchange(outgoing_[to], nullptr));
        waiting_ = exchange_.wait(me_);
        return waiting_ != nullptr;
    }

  private:
    /// A slice that will be read or written soon; its cache lines are in another core.
    TRAV_INLINE static void expect(Item const* items) {
        auto const* const first = reinterpret_cast<char const*>(items);
        for (std::size_t line = 0; line < slice * sizeof(Item) && line < 1024; line += 64)
            __builtin_prefetch(first + line, 1);
    }
    bool open() {
        if (open_ != nullptr) recycle(std::exchange(open_, nullptr));
        if (waiting_ == nullptr) waiting_ = exchange_.take(me_);
        if (waiting_ == nullptr) return false;
        open_ = std::exchange(waiting_, waiting_->next);
        open_->next = nullptr;
        next_ = open_->items;
        end_ = next_ + open_->count;
        if (waiting_ != nullptr) expect(waiting_->items);
        return true;
    }
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
    Parcel* new_parcel() {
        Parcel* parcel = spare_;
        if (parcel == nullptr) parcel = new Parcel;
        else spare_ = parcel->next, --spares_;
        parcel->next = nullptr;
        parcel->count = 0;
        return parcel;
    }
    void recycle(Parcel* parcel) {
        if (spares_ == 64) {  // somebody sends more than he gets
            delete parcel;
            return;
        }
        parcel->next = std::exchange(spare_, parcel);
        ++spares_;
    }

    Exchange<Item>& exchange_;
    unsigned me_;
    std::uint64_t mine_ = 0;
    std::vector<Parcel*> outgoing_;  // for each thread; used if there are more than two
    Parcel* spare_ = nullptr;
    std::size_t spares_ = 0;
    Parcel* foreign_;
    Parcel* waiting_ = nullptr;
    Parcel* open_ = nullptr;  // of which next_ to end_ are still to be read
    Item* next_ = nullptr;
    Item* end_ = nullptr;
    Item own_[slice];
};

/// A stack of arrivals, of which one thread pops its own and posts the others. Its own children go before what others sent: a
/// thread that first opened its post would keep from the others what is on its stack for them.
template <class Item>
class PostedStack {
  public:
    explicit PostedStack(Post<Item>& post) : post_(&post), mine_(post.mine()) {}

    /// Nothing to pop at the moment. Others may post more.
    TRAV_INLINE bool empty() { return count_ == 0 && !refill(); }
    TRAV_INLINE Item pop() { return std::move(ready_[--count_]); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    /// This thread is the one to touch `node`.
    TRAV_INLINE bool owns(auto const& node) const { return (mine_ >> part_of(node)) & 1; }

  private:
    static constexpr std::size_t slice = Post<Item>::slice;

    TRAV_INLINE bool refill() {
        do {
            if (post_->ended()) [[unlikely]]
                raw_.clear();
            if (raw_.size() < slice) {
                auto const came = post_->next();
                if (!came.empty()) {
                    ready_ = came.data();
                    count_ = came.size();
                    return true;
                }
                if (raw_.empty()) return false;
            }
            sort();
        } while (count_ == 0);
        return true;
    }
    /// Takes a slice of the stack apart.
    TRAV_INLINE void sort() {
        auto& foreign = post_->foreign();
        std::size_t out = foreign.count;
        ready_ = post_->own();
        std::size_t const n = raw_.size() < slice ? raw_.size() : slice;
        for (std::size_t i = 0; i != n; ++i) {  // no branch: whose an arrival is cannot be guessed
            Item const item = raw_.pop();
            bool const own = owns(node_in(item));
            ready_[count_] = item;
            count_ += own;
            foreign.items[out] = item;
            out += !own;
        }
        foreign.count = out;
        post_->send_if_full();
    }

    Post<Item>* post_;
    std::uint64_t mine_;
    Stack<Item> raw_;
    Item* ready_ = nullptr;
    std::size_t count_ = 0;  // of ready items
};

}  // namespace trav::detail
