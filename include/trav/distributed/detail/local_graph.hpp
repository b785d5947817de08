// trav/distributed/detail/local_graph.hpp: a part as a graph with its objects in memory order. Values sent to
// other parts are kept for them.
#pragma once

#include "ghost_values.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::distributed::detail {

template <Part P, class F>
class LocalGraph {
  public:
    using node = typename P::node;

    LocalGraph(P const& part, GhostValues<P, F>& ghosts)
        : part_(part),
          ghosts_(ghosts),
          first_(part.first()),
          count_(static_cast<std::size_t>(part.count())) {}

    decltype(auto) children(node own) const { return part_.children(own); }
    auto rows_end() const
        requires requires(P const& part) { part.rows_end(); }
    {
        return part_.rows_end();
    }
    /// The index of a node; at least count() if the node is of another part.
    TRAV_INLINE std::size_t index(node n) const { return static_cast<std::size_t>(n - first_); }
    std::size_t count() const { return count_; }
    node node_at(std::size_t index) const { return static_cast<node>(first_ + index); }
    /// The node with index 0.
    std::uint64_t first() const { return first_; }

    /// Whether a node belongs to another part.
    TRAV_INLINE bool elsewhere(node n) const { return n - first_ >= count_; }
    TRAV_INLINE void send_elsewhere(node n, typename F::value const& value) const { ghosts_.send(n, value); }

  private:
    P const& part_;
    GhostValues<P, F>& ghosts_;
    std::uint64_t first_;
    std::size_t count_;
};

}  // namespace trav::distributed::detail
