// trav/ghc/machine/function_values.hpp: functions as values, which keep the cost centres of the expression.
//
//     f = if n > 0 then g else h        -- under {-# SCC f #-}
//
// Offers keep_stack. What `f` allocates when it is called is to be booked under `f`, though `g` knows nothing
// of that. So code that evaluates a variable, and gets a function made under another stack than its own,
// makes a PAP of no arguments that has the stack; of a PAP it makes a copy. (GHC's stg_ap_0_fast in profiled
// code.) O(arguments of the PAP); nothing for other values.
#pragma once

#include "../heap/heap.hpp"

#include <vector>

namespace trav::ghc::rts {

/// The value for code that runs under the current cost centres. GHC counts these allocations for nobody.
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

/// Whether the value of a thunk is a function, as far as its type says so.
inline bool gives_function(Closure const* c) { return type_description(untag(c)).starts_with("->"); }

}  // namespace trav::ghc::rts
