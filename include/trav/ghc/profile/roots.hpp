// trav/ghc/profile/roots.hpp: a breakdown by the roots that a program has named (-ho; GHC's root profiler,
// never shipped).
//
//     ghc::HeapRoots roots([&] { return ghc::NamedRoots{{"cache", heap.deref(cache)}}; });
//     trav::Profiler profiler{ghc::CensusGraph(heap), roots};
//
// What roots there are is asked at each sample. Bands are those of RootSets; there may be any number of
// roots.
#pragma once

#include "../../profile/band.hpp"
#include "../../profile/interned_sets.hpp"
#include "../../profile/root_names.hpp"
#include "../layout/pointer.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace trav::ghc {

/// Objects with names; several may have the same.
using NamedRoots = std::vector<std::pair<std::string, Closure*>>;

class HeapRoots {
  public:
    using value = InternedSets::Id;
    static constexpr value nothing = InternedSets::empty;

    /// `roots()` answers them; without it there are none.
    explicit HeapRoots(std::function<NamedRoots()> roots = {}) : roots_(std::move(roots)) {}

    std::string name() const { return "root"; }
    value join(value a, value b) { return sets_.unite(a, b); }
    HeapRoots& flow() { return *this; }
    void sources(auto const&, auto push) {
        if (!roots_) return;
        for (auto const& [name, root] : roots_()) push(root, sets_.singleton(names_.number(name)));
    }
    value key(Closure*, value const* reached) const { return reached ? *reached : InternedSets::empty; }
    Band band(value set) const { return names_.band(sets_.elements(set)); }
    std::size_t members(value set) const { return sets_.size(set); }

  private:
    std::function<NamedRoots()> roots_;
    RootNames names_;
    InternedSets sets_;
};

}  // namespace trav::ghc
