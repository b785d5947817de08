// trav/profile/ghc_roots.hpp: a breakdown by the roots that a program has named (-ho; GHC's root profiler, never shipped).
//
//     heap.name_root("cache", heap.stable(cache));       // the program says so (GHC: setHeapRoots)
//     ghc::HeapRoots roots(heap);
//     trav::Profiler profiler{ghc::CensusGraph(heap), roots};
//
// What roots there are is asked at each sample. Bands are those of RootSets; there may be any number of roots.
#pragma once

#include "../ghc/storage.hpp"
#include "band.hpp"
#include "label_set.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace trav::ghc {

class HeapRoots {
  public:
    using label = LabelSets::Id;

    /// `on` false: nothing is reached.
    explicit HeapRoots(Storage& heap, bool on = true) : heap_(&heap), on_(on) {}

    std::string name() const { return "root"; }
    label join(label a, label b) { return sets_.unite(a, b); }
    HeapRoots& flow() { return *this; }
    void sources(auto const&, auto push) {
        if (!on_) return;
        for (auto const& [name, object] : heap_->named_roots())
            push(heap_->deref(object), sets_.singleton(number(name)));
    }
    label key(Closure*, label const* reached) const { return reached ? *reached : LabelSets::empty; }
    Band band(label set) const {
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

    Storage* heap_;
    bool on_;
    std::vector<std::string> names_;  // by number
    std::unordered_map<std::string, std::uint32_t> numbers_;
    LabelSets sets_;
};

}  // namespace trav::ghc
