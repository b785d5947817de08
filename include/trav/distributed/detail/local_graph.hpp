// trav/distributed/detail/local_graph.hpp: a part as a graph whose objects are in the order of memory, with
// its ghosts behind them, which refer to nothing.
#pragma once

#include "border.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::distributed::detail {

template <Part P>
class LocalGraph {
  public:
    using node = typename P::node;

    LocalGraph(P const& part, Border<P> const& border)
        : part_(part),
          border_(border),
          first_(part.first()),
          count_(static_cast<std::size_t>(part.count())),
          ghosts_at_((count_ / 64 + 1) * 64) {}

    decltype(auto) children(node own) const { return part_.children(own); }
    /// Those of a ghost are known to its owner.
    template <class Sink>
    TRAV_INLINE void scan(node n, Sink&& sink) const {
        if (n - first_ >= count_) return;
        for (auto const& child : part_.children(n)) sink(static_cast<node>(child));
    }
    auto rows_end() const
        requires requires(P const& part) { part.rows_end(); }
    {
        return part_.rows_end();
    }
    TRAV_INLINE std::size_t index(node n) const {
        std::uint64_t const at = n - first_;
        return at < count_ ? static_cast<std::size_t>(at)
                           : ghosts_at_ + static_cast<std::size_t>(border_.ghost(n));
    }
    /// Those that send: without the ghosts.
    std::size_t count() const { return count_; }
    node node_at(std::size_t index) const { return static_cast<node>(first_ + index); }
    /// The node whose index is 0; those of others that send follow.
    std::uint64_t first() const { return first_; }

    /// The index of the first ghost, a multiple of 64. A ghost is ahead of all that send.
    std::size_t ghosts_at() const { return ghosts_at_; }

  private:
    P const& part_;
    Border<P> const& border_;
    std::uint64_t first_;
    std::size_t count_, ghosts_at_;
};

}  // namespace trav::distributed::detail
