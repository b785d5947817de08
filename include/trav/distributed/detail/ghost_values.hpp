// trav/distributed/detail/ghost_values.hpp: the values that a part sends to its ghosts: the join per ghost,
// so that no value is sent twice.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../border.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::distributed::detail {

/// Joins values into objects in no particular order. Most of these objects are in uncached memory, so values
/// are buffered while their objects are prefetched.
template <class F>
class Arrivals {
    using Value = typename F::value;
    using Values = trav::detail::GrowingArray<Value>;
    using Bits = trav::detail::GrowingArray<std::uint64_t>;

  public:
    /// Refers to the flow, to a value per object, and to a bit per object that marks growth.
    Arrivals(F& flow, Values& values, Bits& pending) : flow_(flow), values_(values), pending_(pending) {}

    TRAV_INLINE void add(std::size_t at, Value const& value) {
        trav::detail::prefetch_at<1>(&values_[at]);
        waiting_[count_] = {at, value};
        if (++count_ == waiting_.size()) [[unlikely]]
            join();
    }
    /// Joins the buffered values. Returns whether any object has grown since the last call.
    bool finish() {
        join();
        return std::exchange(grown_, false);
    }

  private:
    struct Arrival {
        std::size_t at = 0;
        Value value{};
    };

    TRAV_NOINLINE void join() {
        for (std::size_t i = 0; i != count_; ++i) {
            auto const& [at, value] = waiting_[i];
            Value const before = values_[at];
            values_[at] = flow_.join(before, value);
            bool const grown = !(values_[at] == before);
            pending_[at / 64] |= std::uint64_t{grown} << at % 64;
            grown_ |= grown;
        }
        count_ = 0;
    }

    F& flow_;
    Values& values_;
    Bits& pending_;
    std::array<Arrival, 128> waiting_{};
    std::size_t count_ = 0;
    bool grown_ = false;
};

template <Part P, class F>
class GhostValues {
    using N = typename P::node;
    using Value = typename F::value;

  public:
    GhostValues(Border<P> const& border, F& flow) : border_(border), arrivals_(flow, values_, pending_) {
        values_.assign(static_cast<std::size_t>(border.ghosts()), Value{F::nothing});
        pending_.assign(values_.size() / 64 + 1, 0);
    }
    GhostValues(GhostValues const&) = delete;
    GhostValues& operator=(GhostValues const&) = delete;

    TRAV_INLINE void send(N ghost, Value const& value) {
        sent_[waiting_] = {ghost, value};
        if (++waiting_ == sent_.size()) [[unlikely]]
            look_up();
    }
    /// The number of ghosts with a value that must be sent to the owner.
    std::uint64_t pending() {
        look_up();
        arrivals_.finish();
        std::uint64_t all = 0;
        for (std::uint64_t const word : pending_) all += static_cast<std::uint64_t>(std::popcount(word));
        return all;
    }
    /// Calls tell(rank, place, value) once for each of them; `place` is the position in the owner's list.
    void tell_pending(auto const& tell) {
        std::size_t rank = 0;
        for (std::size_t word = 0; word != pending_.size(); ++word)
            for (; pending_[word] != 0; pending_[word] &= pending_[word] - 1) {
                std::uint64_t const ghost = word * 64 + trav::detail::lowest_bit(pending_[word]);
                while (ghost >= border_.begin_of(rank + 1)) ++rank;
                tell(rank, static_cast<std::uint32_t>(ghost - border_.begin_of(rank)),
                     values_[static_cast<std::size_t>(ghost)]);
            }
    }

  private:
    struct Sent {
        N ghost{};
        Value value{};
    };

    TRAV_NOINLINE void look_up() {
        for (std::size_t i = 0; i != waiting_; ++i)
            arrivals_.add(static_cast<std::size_t>(border_.ghost(sent_[i].ghost)), sent_[i].value);
        waiting_ = 0;
    }

    Border<P> const& border_;
    trav::detail::GrowingArray<Value> values_;           // by ghost
    trav::detail::GrowingArray<std::uint64_t> pending_;  // a bit per ghost: the owner must get its value
    Arrivals<F> arrivals_;
    std::array<Sent, 128> sent_{};  // batched, because consecutive look-ups are faster
    std::size_t waiting_ = 0;
};

}  // namespace trav::distributed::detail
