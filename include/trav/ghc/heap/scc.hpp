// trav/ghc/heap/scc.hpp: Haskell's `{-# SCC label #-}`: a cost centre for as long as a scope lasts.
#pragma once

#include "storage.hpp"

namespace trav::ghc {

/// Books allocation on the current stack with this cost centre pushed, as long as it lives: Haskell's `{-#
/// SCC label #-}`.
class Scc {
  public:
    Scc(Storage& heap, std::string_view label, std::string_view module = "Main")
        : heap_(heap), before_(heap.ccs()) {
        heap.set_ccs(heap.cost_centres().push(before_, label, module));
        ++heap.ccs()->scc_count;
    }
    Scc(Scc const&) = delete;
    Scc& operator=(Scc const&) = delete;
    ~Scc() { heap_.set_ccs(before_); }

  private:
    Storage& heap_;
    CostCentreStack* before_;
};

}  // namespace trav::ghc
