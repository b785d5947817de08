// trav/ghc/machine/function_values.hpp: makes functional values remember the cost centres of the expression
// that returns them.
//
//     f = if n > 0 then g else h        -- under {-# SCC f #-}
//
// Offers keep_stack. The allocations of a call to `f` must be charged to `f`, but `g` does not know `f`. So
// if code evaluates a variable and gets a function allocated under another stack than its own, it wraps the
// function in a PAP without arguments that has its own stack; a PAP is copied instead. (GHC's stg_ap_0_fast
// in profiled code.) O(arguments of the PAP); nothing for other values.
#pragma once

#include "../heap/heap.hpp"

#include <vector>

namespace trav::ghc::rts {

/// The value for code under the current cost centres. GHC does not charge these allocations to any stack.
inline Closure* keep_stack(Heap& heap, Closure* value) {
    Closure* const c = untag(value);
    bool const partial = type(c) == ClosureType::PAP;
    CostCentreStack* const mine = heap.ccs();
    if (!partial && !is_function(type(c))) return value;
    if (c->ccs == mine && !heap.is_static(c)) return value;
    std::vector<Slot> bound;
    if (partial) {
        auto* const pap = as<Pap>(c);
        for (std::size_t i = 0; i != pap->n_args; ++i) bound.emplace_back(pointers_after(pap)[i]);
        heap.set_ccs(heap.cost_centres().enter_function(mine, c->ccs));
    }
    Closure* const kept = heap.pap(partial ? as<Pap>(c)->fun : c, bound);
    kept->ccs->mem_alloc -= words_of<Pap> + bound.size() - profiling_words;
    heap.set_ccs(mine);
    return kept;
}

/// Whether the thunk's type says that its value is a function.
inline bool gives_function(Closure const* c) { return type_description(untag(c)).starts_with("->"); }

}  // namespace trav::ghc::rts
