// trav/store/partitioned.hpp: Partitioned<Store>, a separate store for each region of a heap, so that
// several threads can use side tables. Parallel uses Partitioned<Hashed<...>> if the default would be a
// Hashed.
//
// Each look-up costs one more multiplication than in `Store`. Every region has its own `Store`.
#pragma once

#include "../detail/region.hpp"
#include "store.hpp"

#include <array>
#include <cstddef>

namespace trav {

/// A `Store` for each region of the heap. Nodes must be pointers or numbers.
template <class Store>
class Partitioned {
  public:
    static constexpr bool stable = Store::stable;
    static constexpr bool concurrent = true;

    decltype(auto) touch(detail::HasRegion auto const& n) { return of(n).touch(n); }
    decltype(auto) find(detail::HasRegion auto const& n) { return of(n).find(n); }
    decltype(auto) find(detail::HasRegion auto const& n) const {
        return stores_[detail::region_of(n)].store.find(n);
    }
    void const* address(detail::HasRegion auto const& n) const
        requires requires(Store const& store) { store.address(n); }
    {
        return stores_[detail::region_of(n)].store.address(n);
    }

    /// The number of nodes reached in this pass.
    std::size_t size() const
        requires requires(Store const& store) { store.size(); }
    {
        std::size_t sum = 0;
        for (auto const& region : stores_) sum += region.store.size();
        return sum;
    }
    void begin_pass() {
        for (auto& region : stores_) region.store.begin_pass();
    }

  private:
    struct alignas(128) Region {  // so that no two threads share a cache line
        Store store;
    };
    Store& of(auto const& n) { return stores_[detail::region_of(n)].store; }

    std::array<Region, detail::regions> stores_;
};

}  // namespace trav
