// trav/ghc/profile/roots.hpp: a breakdown by the named roots of a program (-ho, from GHC's root profiler,
// which was never shipped).
//
//     ghc::HeapRoots roots([&] { return ghc::NamedRoots{{"cache", heap.deref(cache)}}; });
//     trav::Profiler profiler{ghc::CensusGraph(heap), roots};
//
// Each sample asks for the current roots. The bands are RootSets' bands; the number of roots is unlimited.
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

/// Named objects; several objects may have the same name.
using NamedRoots = std::vector<std::pair<std::string, Closure*>>;

class HeapRoots {
  public:
    using value = InternedSets::Id;
    static constexpr value nothing = InternedSets::empty;

    /// `roots()` returns the roots; without it there are none.
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
