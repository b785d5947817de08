// trav/profile/detail/places.hpp: a number per object of a graph, 0 by default: in an array if objects have
// indices, otherwise in a side table.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/place.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/with_owners.hpp"
#include "../../store/hashed.hpp"

#include <cstddef>
#include <span>
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

/// By the places of written rows; objects outside of these are in a side table.
template <WritesRows G, class Index>
class Places<G, Index> {
  public:
    explicit Places(G const& graph) : graph_(&graph), numbers_(graph.rows()->nodes().size()) {}

    Index& operator[](node_t<G> const& n) {
        auto const place = graph_->rows()->find(n);
        return place ? numbers_[*place] : others_.touch(n).data();
    }
    Index find(node_t<G> const& n) const {
        if (auto const place = graph_->rows()->find(n)) return numbers_[*place];
        auto const* const found = others_.find(n);
        return found ? *found : 0;
    }
    void prefetch(node_t<G> const&) const {}
    std::vector<Index>& by_place() { return numbers_; }

  private:
    G const* graph_;
    std::vector<Index> numbers_;
    Hashed<node_t<G>, Index> others_;
};

/// Written rows as a graph of places.
template <class Rows>
class RowGraph {
  public:
    using node = Place;
    explicit RowGraph(Rows const& rows)
        : begins_(rows.begins().data()), references_(rows.references().data()) {}
    std::span<Place const> children(Place place) const {
        return {references_ + begins_[place], references_ + begins_[place + 1]};
    }

  private:
    Place const *begins_, *references_;
};
/// The numbers of places.
template <class Rows, class Index>
class Places<RowGraph<Rows>, Index> {
  public:
    explicit Places(std::vector<Index>& numbers) : numbers_(numbers.data()) {}
    Index& operator[](Place place) { return numbers_[place]; }
    Index find(Place place) const { return numbers_[place]; }
    TRAV_INLINE void prefetch(Place place) const { prefetch_at<1>(&numbers_[place]); }

  private:
    Index* numbers_;
};

}  // namespace trav::detail
