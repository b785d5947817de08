// trav/store/partitioned.hpp: Partitioned<Store>, many stores, one for each part of a heap: what makes a side table fit for several
// threads. Parallel takes Partitioned<Hashed<...>> by itself where it would be given a Hashed.
//
// Costs what the stores cost, and one multiplication more for each look-up.
#pragma once

#include "../detail/region.hpp"
#include "store.hpp"

#include <array>
#include <cstddef>

namespace trav {

/// A `Store` for each part of the nodes, which must be pointers or numbers.
template <class Store>
class Partitioned {
  public:
    static constexpr bool stable = Store::stable;
    static constexpr bool concurrent = true;

    decltype(auto) touch(detail::Partable auto const& n) { return of(n).touch(n); }
    decltype(auto) find(detail::Partable auto const& n) { return of(n).find(n); }
    decltype(auto) find(detail::Partable auto const& n) const {
        return stores_[detail::part_of(n)].store.find(n);
    }
    void const* address(detail::Partable auto const& n) const
        requires requires(Store const& store) { store.address(n); }
    {
        return stores_[detail::part_of(n)].store.address(n);
    }

    /// Nodes reached in this pass.
    std::size_t size() const
        requires requires(Store const& store) { store.size(); }
    {
        std::size_t sum = 0;
        for (auto const& part : stores_) sum += part.store.size();
        return sum;
    }
    void begin_pass() {
        for (auto& part : stores_) part.store.begin_pass();
    }

  private:
    struct alignas(128) Part {  // no two threads in one cache line
        Store store;
    };
    Store& of(auto const& n) { return stores_[detail::part_of(n)].store; }

    std::array<Part, detail::parts> stores_;
};

}  // namespace trav
