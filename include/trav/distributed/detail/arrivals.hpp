// trav/distributed/detail/arrivals.hpp: values on their last step to objects in no order. Most of these lie
// in memory that no cache has: each value waits, while its object is fetched, until there are enough of them.
#pragma once

#include "../../detail/column.hpp"
#include "../../detail/compiler.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::distributed::detail {

template <class F>
class Arrivals {
    using Value = typename F::value;
    using Values = trav::detail::Column<Value>;
    using Bits = trav::detail::Column<std::uint64_t>;

  public:
    /// Refers to the flow, to a value for each object, and to a bit for each: it has grown.
    Arrivals(F& flow, Values& values, Bits& news) : flow_(flow), values_(values), news_(news) {}

    TRAV_INLINE void add(std::size_t at, Value const& value) {
        trav::detail::prefetch_at<1>(&values_[at]);
        waiting_[count_] = {at, value};
        if (++count_ == waiting_.size()) [[unlikely]]
            join();
    }
    /// Joins what waits to the values. Answers whether any has grown since the last time.
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
            news_[at / 64] |= std::uint64_t{grown} << at % 64;
            grown_ |= grown;
        }
        count_ = 0;
    }

    F& flow_;
    Values& values_;
    Bits& news_;
    std::array<Arrival, 128> waiting_{};
    std::size_t count_ = 0;
    bool grown_ = false;
};

}  // namespace trav::distributed::detail
