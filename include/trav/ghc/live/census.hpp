// trav/ghc/live/census.hpp: counts the bytes of a live heap by value of a flow, in one traversal.
//
//     ghc::WordTable words(heap);                                     // words.hpp: where values are kept
//     auto const amounts = ghc::Census(graph, words, flow).run(sources);     // by value: amounts[value]
//
// Values are numbers from 1 to 2^31 - 1, such as the ids of interned sets. An object is counted when it is
// first reached, while it is in the cache. If its value grows later, the object is pending until everything
// has been reached; then it moves to the count of its new value and sends it once, joined from all values
// that arrived in the meantime. All sources send first, then pending objects by ascending address, since a
// collection places most objects after the objects that refer to them. (GHC visits an object again for each
// new value.) Each reference costs a lookup of 32 bits, and a join if it brings a new value; recent joins are
// cached.
#pragma once

#include "../../detail/ring.hpp"
#include "../../detail/stack.hpp"
#include "../../flow/flow.hpp"
#include "../../graph/graph.hpp"
#include "../../profile/amount.hpp"
#include "../layout/closure.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::ghc {

/// A census of a graph of closures by a flow. `Words` stores 32 bits for each closure.
template <class Graph, class Words, class F>
class Census {
    static_assert(sizeof(typename F::value) <= 4, "trav: the values of a census have at most 31 bits");
    using Value = std::uint32_t;

  public:
    Census(Graph const& graph, Words& words, F& flow) : graph_(graph), words_(words), flow_(flow) {}

    /// Counts the objects that `sources` reach, except static closures; each source is a node and its value.
    /// Returns, by value, the objects that have it at the end.
    std::vector<Amount> run(auto const& sources) {
        for (auto const& source : sources)
            if (Closure* const c = graph_.resolve(source.node)) begin(c, static_cast<Value>(source.value));
        for (;;) {
            while (!ring_.empty()) arrive(next());
            if (at_ == again_.size() && !next_megabyte()) return std::move(amounts_);
            std::size_t const left = again_.size() - at_, end = at_ + (left < distance ? left : distance);
            for (std::size_t i = at_; i != end; ++i) prefetch(again_[i].closure);
            while (at_ != end) send_again(again_[at_++]);
        }
    }
    /// The number of times that an object sent its value: once for each object, and again after it grew.
    std::size_t visits() const { return visits_; }

  private:
    static constexpr Value none = 0;  // of a source that is not counted yet
    static constexpr Value waits = Value{1} << 31;
    static constexpr std::size_t distance = 64;  // arrivals between prefetching and reading

    struct Arrival {
        Closure* pointer;
        Value value;
    };
    struct Grown {
        Closure* closure;
        Value counted;  // the value under which it is counted
    };
    struct Join {
        Value a = 0, b = 0, both = 0;
    };

    TRAV_INLINE void prefetch(Closure* pointer) {
        Closure const* const c = graph_.address(pointer);
        trav::detail::prefetch_at<1>(c);
        trav::detail::prefetch_at<1>(reinterpret_cast<char const*>(c) + 56);
        if constexpr (requires { words_.address(c); }) trav::detail::prefetch_at<1>(words_.address(c));
    }
    TRAV_INLINE void push(Closure* pointer, Value value) {
        if (ring_.full()) return stack_.push({pointer, value});
        prefetch(pointer);
        ring_.push({pointer, value});
    }
    TRAV_INLINE Arrival next() {
        if (stack_.empty()) return ring_.pop();
        Arrival const last = stack_.pop();
        prefetch(last.pointer);
        return ring_.exchange(last);
    }
    /// Most pointers are to closures that are always visited.
    TRAV_INLINE Closure* resolved(Closure* pointer) const {
        Closure* const c = untag(pointer);
        if (c == nullptr) return nullptr;
        return graph_.is_plain(c) ? c : graph_.resolve(c);
    }
    TRAV_INLINE void arrive(Arrival const& arrival) {
        Closure* const c = resolved(arrival.pointer);
        if (c == nullptr) return;
        auto const touched = words_.touch(c);
        Value& mine = touched.data();
        if (touched.fresh) {
            mine = arrival.value;
            count(arrival.value, graph_.size(c));
            send(c, arrival.value);
            return;
        }
        Value const old = mine & ~waits;
        if (old == arrival.value) return;
        Value const now = join(old, arrival.value);
        if (now == old) return;
        if ((mine & waits) != 0) {
            mine = now | waits;
        } else if (auto const row = graph_.row(c); row.data() != nullptr && row.empty()) {
            mine = now;
            move(c, old, now);
        } else {
            mine = now | waits;
            wait(c, old);
        }
    }
    void begin(Closure* c, Value value) {
        auto const touched = words_.touch(c);
        Value& mine = touched.data();
        if (touched.fresh) again_.push_back({c, none});
        mine = (touched.fresh ? value : join(mine & ~waits, value)) | waits;
    }
    void wait(Closure* c, Value counted) {
        std::size_t const at = graph_.megabyte(c);
        if (at >= grown_.size()) grown_.resize(at + 1);
        grown_[at].push_back({c, counted});
        if (at < lowest_) lowest_ = at;
    }
    /// Takes the pending objects of the lowest megabyte that has any.
    bool next_megabyte() {
        again_.clear(), at_ = 0;
        while (lowest_ < grown_.size() && grown_[lowest_].empty()) ++lowest_;
        if (lowest_ >= grown_.size()) return false;
        again_.swap(grown_[lowest_]);
        return true;
    }
    void send_again(Grown const& grown) {
        auto const touched = words_.touch(grown.closure);
        Value const value = touched.data() &= ~waits;
        if (grown.counted == none) {
            count(value, graph_.size(grown.closure));
            return send(grown.closure, value);
        }
        move(grown.closure, grown.counted, value);
        if (sent(grown.closure, value) != sent(grown.closure, grown.counted)) send(grown.closure, value);
    }
    TRAV_INLINE void send(Closure* c, Value own) {
        ++visits_;
        auto const row = graph_.row(c);
        if (row.data() == nullptr) [[unlikely]]
            return scan_all(c, sent(c, own));
        if (row.empty()) return;
        Value const value = sent(c, own);
        for (Closure* const child : row) push(child, value);
    }
    TRAV_NOINLINE void scan_all(Closure* c, Value value) {
        graph_.scan(c, [&](Closure* child) {
            if (child != nullptr) push(child, value);
        });
    }
    TRAV_INLINE void move(Closure* c, Value from, Value to) {
        std::size_t const bytes = graph_.size(c);
        amounts_[from].bytes -= bytes;
        amounts_[from].objects -= bytes != 0;
        count(to, bytes);
    }
    TRAV_INLINE void count(Value value, std::size_t bytes) {
        if (value >= amounts_.size()) [[unlikely]]
            amounts_.resize(std::size_t{value} * 2 + 1);
        amounts_[value].bytes += bytes;
        amounts_[value].objects += bytes != 0;  // static closures have none
    }
    TRAV_INLINE Value join(Value a, Value b) {
        Join& known = joins_[(a * 0x9E3779B1u ^ b * 0x85EBCA6Bu) >> 20];
        if (known.a != a || known.b != b) known = {a, b, static_cast<Value>(flow_.join(a, b))};
        return known.both;
    }
    TRAV_INLINE Value sent(Closure* c, Value own) {
        return static_cast<Value>(trav::detail::sent(flow_, c, typename F::value{own}));
    }

    Graph const& graph_;
    Words& words_;
    F& flow_;
    std::size_t visits_ = 0;
    trav::detail::Ring<Arrival, distance> ring_;
    trav::detail::Stack<Arrival> stack_;     // overflow of the ring
    std::vector<std::vector<Grown>> grown_;  // by megabyte
    std::vector<Grown> again_;               // pending objects that are being sent, from index `at_`
    std::size_t at_ = 0, lowest_ = 0;
    std::array<Join, 4096> joins_{};
    std::vector<Amount> amounts_;
};

}  // namespace trav::ghc
