// trav/ghc/profile/profile.hpp: retainers and biographies of the mock GHC heap.
//
//     ghc::Heap heap({.ldv = true});
//     auto retainers = ghc::by_retainer(heap);         // GHC's retainers, known by their cost-centre stacks
//     ghc::Lives lives(heap);                          // a Biography that the heap tells what happens
//     trav::Profiler profiler{ghc::Graph(heap), retainers, lives.biography()};
//     heap.collect();
//     profiler.sample_heap(heap.roots(), seconds);     // GHC's census: what is allocated, static closures not
#pragma once

#include "../../profile/biography.hpp"
#include "../../profile/retainer.hpp"
#include "../layout/error.hpp"

#include <cstddef>
#include <string>

namespace trav::ghc {

/// Whether GHC takes objects of this type for retainers. Throws IllFormed for types that no heap object has.
inline bool is_retainer(Closure const* c) {
    Answer const answer = properties(type(c)).retainer;
    if (answer != Answer::error) return answer == Answer::yes;
    throw IllFormed("is neither a retainer nor none", type(c), c);
}

/// A stack of cost centres as a retainer's name: the label of its top; in full all of it, top first, without
/// MAIN.
struct StackName {
    RetainerName operator()(CostCentreStack const* ccs) const {
        std::string all;
        for (auto const* at = ccs; at && at->parent; at = at->parent)
            all += (all.empty() ? "" : ",") + std::string(at->cc->module) + "." + at->cc->label;
        return {std::string(label(ccs)), "<" + all + ">"};
    }
};

/// By retainer set (-hr): identities are the producers' stacks; roots that are no retainers have CCS_SYSTEM.
/// Cap: -R.
inline auto by_retainer(Storage& heap, std::size_t cap = 8) {
    auto retainers = trav::by_retainer<Closure*>([](Closure const* c) { return is_retainer(c); },
                                                 [](Closure const* c) { return c->ccs; }, cap, StackName{});
    retainers.root_identity(heap.cost_centres().system());
    return retainers;
}

/// The lives of a heap's objects (-hb), told by the heap as long as this exists.
class Lives {
  public:
    explicit Lives(Storage& heap) : heap_(heap) { heap.observers().add(*this); }
    Lives(Lives const&) = delete;
    Lives& operator=(Lives const&) = delete;
    ~Lives() { heap_.observers().remove(this); }

    Biography<Closure*>& biography() { return biography_; }

    void created(Closure* c, std::size_t) { biography_.created(c); }
    void used(Closure* c) { biography_.used(c); }
    void died(Closure* c, std::size_t) { biography_.died(c); }
    void moved(Closure* from, Closure* to) { biography_.moved(from, to); }

  private:
    Storage& heap_;
    Biography<Closure*> biography_{[](Closure* c) { return inherently_used(type(c)); }};
};

}  // namespace trav::ghc
