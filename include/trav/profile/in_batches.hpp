// trav/profile/in_batches.hpp: collects nodes and passes them on in batches.
#pragma once

#include "../detail/compiler.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace trav::detail {

inline constexpr std::size_t batch_size = 128;

template <class N, class F>
class InBatches {
  public:
    explicit InBatches(F f) : f_(std::move(f)) {}
    TRAV_INLINE void push(N const& n) {
        nodes_[size_++] = n;
        if (size_ == batch_size) flush();
    }
    /// Passes on the remaining nodes.
    void flush() {
        if (size_ != 0) f_(std::span<N const>(nodes_.data(), size_));
        size_ = 0;
    }

  private:
    F f_;
    std::array<N, batch_size> nodes_{};
    std::size_t size_ = 0;
};

/// Calls f(span of nodes) for every `batch_size` nodes pushed.
template <class N, class F>
InBatches<N, F> in_batches(F f) {
    return InBatches<N, F>(std::move(f));
}

}  // namespace trav::detail
