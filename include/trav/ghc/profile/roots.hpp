// trav/ghc/profile/roots.hpp: a breakdown by the roots that a program has named (-ho; GHC's root profiler, never shipped).
//
//     ghc::HeapRoots roots([&] { return ghc::NamedRoots{{"cache", heap.deref(cache)}}; });
//     trav::Profiler profiler{ghc::CensusGraph(heap), roots};
//
// What roots there are is asked at each sample. Bands are those of RootSets; there may be any number of roots.
#pragma once

#include "../../profile/band.hpp"
#include "../../profile/label_set.hpp"
#include "../layout/pointer.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::ghc {

/// Objects with names; several may have the same.
using NamedRoots = std::vector<std::pair<std::string, Closure*>>;

class HeapRoots {
  public:
    using value = LabelSets::Id;

    /// `roots()` answers them; without it there are none.
    explicit HeapRoots(std::function<NamedRoots()> roots = {}) : roots_(std::move(roots)) {}

    std::string name() const { return "root"; }
    value join(value a, value b) { return sets_.unite(a, b); }
    HeapRoots& flow() { return *this; }
    void sources(auto const&, auto push) {
        if (!roots_) return;
        for (auto const& [name, root] : roots_()) push(root, sets_.singleton(number(name)));
    }
    value key(Closure*, value const* reached) const { return reached ? *reached : LabelSets::empty; }
    Band band(value set) const {
        if (set == LabelSets::empty) return {"NOROOT"};
        Band band;
        for (auto const root : sets_.elements(set)) {
            band.label += (band.members.empty() ? "" : ",") + names_[root];
            band.members.push_back(names_[root]);
        }
        return band;
    }

  private:
    std::uint32_t number(std::string const& name) {
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (fresh) names_.push_back(name);
        return at->second;
    }

    std::function<NamedRoots()> roots_;
    std::vector<std::string> names_;  // by number
    std::unordered_map<std::string, std::uint32_t> numbers_;
    LabelSets sets_;
};

}  // namespace trav::ghc
