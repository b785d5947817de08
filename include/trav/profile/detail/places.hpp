// trav/profile/detail/places.hpp: a number per object of a graph, 0 by default: in an array if objects have
// indices, in pages if they have addresses, otherwise in a side table.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"
#include "../../detail/place.hpp"
#include "../../detail/regions.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/with_owners.hpp"
#include "../../store/hashed.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

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
    LargeVector<Index> numbers_;
};

/// By address: 4 bytes for each 8 of the pages of 4 KB with objects, so that neighbours in memory share cache
/// lines. A side table has the objects at other addresses.
template <class G, class Index>
    requires(std::is_pointer_v<node_t<G>> && !IndexedGraph<G> && !WritesRows<G>)
class Places<G, Index> {
    static constexpr unsigned cell_bits = 3, page_bits = 12, region_bits = 20;
    struct Page {
        Index number[std::size_t{1} << (page_bits - cell_bits)];
    };
    struct Region {
        UniquePtr<Page> page[std::size_t{1} << (region_bits - page_bits)];
    };
    using N = node_t<G>;

  public:
    explicit Places(G const&) {}

    Index& operator[](N n) {
        if (is_apart(n)) [[unlikely]]
            return apart_.touch(n).data();
        Index* const number = cell(n);
        return number ? *number : new_cell(n);
    }
    Index find(N n) const {
        Index const* const number = is_apart(n) ? apart_.find(n) : cell(n);
        return number ? *number : 0;
    }
    TRAV_INLINE void prefetch(N n) const { prefetch_at<1>(cell(n)); }

  private:
    static std::uintptr_t address(N n) { return reinterpret_cast<std::uintptr_t>(n); }
    static bool is_apart(N n) { return address(n) % (1u << cell_bits) != 0; }
    static std::size_t page_of(std::uintptr_t at) {
        return at >> page_bits & ((std::uintptr_t{1} << (region_bits - page_bits)) - 1);
    }
    /// Null if there is no page yet.
    TRAV_ALWAYS_INLINE Index* cell(N n) const {
        Region* const region = regions_.find(address(n));
        Page* const page = region ? region->page[page_of(address(n))].get() : nullptr;
        std::size_t const at = address(n) >> cell_bits & ((std::size_t{1} << (page_bits - cell_bits)) - 1);
        return page ? &page->number[at] : nullptr;
    }
    TRAV_NOINLINE Index& new_cell(N n) {
        regions_.made(address(n)).page[page_of(address(n))] = UniquePtr(new Page());
        return *cell(n);
    }

    Regions<Region, region_bits> regions_;
    Hashed<N, Index> apart_;
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
    LargeVector<Index>& by_place() { return numbers_; }

  private:
    G const* graph_;
    LargeVector<Index> numbers_;
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
    explicit Places(LargeVector<Index>& numbers) : numbers_(numbers.data()) {}
    Index& operator[](Place place) { return numbers_[place]; }
    Index find(Place place) const { return numbers_[place]; }
    TRAV_INLINE void prefetch(Place place) const { prefetch_at<1>(&numbers_[place]); }

  private:
    Index* numbers_;
};

}  // namespace trav::detail
