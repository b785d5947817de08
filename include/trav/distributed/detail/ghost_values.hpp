// trav/distributed/detail/ghost_values.hpp: what a part has sent to its ghosts: for each of them the join of
// all of it, so that nothing crosses twice.
#pragma once

#include "arrivals.hpp"
#include "border.hpp"

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
    GhostValues(Border<P> const& border, F& flow) : border_(border), arrivals_(flow, values_, news_) {
        values_.assign(static_cast<std::size_t>(border.ghosts()), Value{F::nothing});
        news_.assign(values_.size() / 64 + 1, 0);
    }
    GhostValues(GhostValues const&) = delete;
    GhostValues& operator=(GhostValues const&) = delete;

    TRAV_INLINE void send(N ghost, Value const& value) {
        sent_[waiting_] = {ghost, value};
        if (++waiting_ == sent_.size()) [[unlikely]]
            look_up();
    }
    /// How many have values that their owners are to be told.
    std::uint64_t news() {
        look_up();
        arrivals_.finish();
        std::uint64_t all = 0;
        for (std::uint64_t const word : news_) all += static_cast<std::uint64_t>(std::popcount(word));
        return all;
    }
    /// Calls tell(rank, place, value) for each of them, once; the place is that in the owner's list.
    void tell_news(auto const& tell) {
        std::size_t rank = 0;
        for (std::size_t word = 0; word != news_.size(); ++word)
            for (; news_[word] != 0; news_[word] &= news_[word] - 1) {
                std::uint64_t const ghost = word * 64 + trav::detail::lowest_bit(news_[word]);
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
    trav::detail::Column<Value> values_;        // by ghost
    trav::detail::Column<std::uint64_t> news_;  // a bit for each: its owner is to be told
    Arrivals<F> arrivals_;
    std::array<Sent, 128> sent_{};  // one beside the other they are looked up faster
    std::size_t waiting_ = 0;
};

}  // namespace trav::distributed::detail
