// trav/distributed/detail/ghost_values.hpp: the values that a part sends to its ghosts: the join per ghost,
// so that no value is sent twice.
#pragma once

#include "../border.hpp"
#include "arrivals.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace trav::distributed::detail {

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
