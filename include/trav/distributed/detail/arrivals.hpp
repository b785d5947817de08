// trav/distributed/detail/arrivals.hpp: joins values into objects in no particular order. Most of these
// objects are in uncached memory, so values are buffered while their objects are prefetched.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::distributed::detail {

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

}  // namespace trav::distributed::detail
