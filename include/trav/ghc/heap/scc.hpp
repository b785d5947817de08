// trav/ghc/heap/scc.hpp: Haskell's `{-# SCC label #-}`: a cost centre for the duration of a scope.
//
// Offers Scc.
#pragma once

#include "declaration.hpp"

namespace trav::ghc {

/// While it exists, charges allocation to the current stack with this cost centre pushed.
class Scc {
  public:
    Scc(Heap& heap, std::string_view label, std::string_view module = "Main")
        : heap_(heap), before_(heap.ccs()) {
        heap.set_ccs(heap.cost_centres().push(before_, label, module));
        ++heap.ccs()->scc_count;
    }
    Scc(Scc const&) = delete;
    Scc& operator=(Scc const&) = delete;
    ~Scc() { heap_.set_ccs(before_); }

  private:
    Heap& heap_;
    CostCentreStack* before_;
};

}  // namespace trav::ghc
