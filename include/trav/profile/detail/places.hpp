// trav/profile/detail/places.hpp: a number per object of a graph, 0 by default: in an array if objects have
// indices, otherwise in a side table.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../graph/graph.hpp"
#include "../../store/hashed.hpp"

#include <cstddef>
#include <vector>

namespace trav::detail {

/// Numbers of type `Index`, by object.
template <class G, class Index>
class Places {
  public:
    explicit Places(G const&) {}

    Index& operator[](node_t<G> const& n) { return numbers_.touch(n).data(); }
    Index find(node_t<G> const& n) const {
        auto const* const found = numbers_.find(n);
        return found ? *found : 0;
    }
    void prefetch(node_t<G> const&) const {}

  private:
    Hashed<node_t<G>, Index> numbers_;
};
template <IndexedGraph G, class Index>
class Places<G, Index> {
  public:
    explicit Places(G const& graph) : graph_(&graph), numbers_(graph.count()) {}

    Index& operator[](node_t<G> const& n) { return numbers_[graph_->index(n)]; }
    Index find(node_t<G> const& n) const { return numbers_[graph_->index(n)]; }
    TRAV_INLINE void prefetch(node_t<G> const& n) const { prefetch_at<1>(&numbers_[graph_->index(n)]); }

  private:
    G const* graph_;
    std::vector<Index> numbers_;
};

}  // namespace trav::detail
