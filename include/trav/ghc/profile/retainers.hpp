// trav/ghc/profile/retainers.hpp: a breakdown of the mock GHC heap by retainer set (-hr), by definition.
//
//     auto retainers = ghc::by_retainer(heap);
//     trav::Profiler profiler{ghc::Graph(heap), retainers};
//     heap.collect();
//     profiler.sample_heap(heap.roots(), seconds);     // GHC's census: without static closures
//
// The retainers are GHC's, identified by the cost-centre stacks that allocated them. ghc_retainers.hpp has
// GHC's algorithm, whose results are sometimes wrong.
#pragma once

#include "../../profile/retainer.hpp"
#include "../heap/heap.hpp"
#include "../layout/error.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace trav::ghc {

/// Whether objects of this type are retainers in GHC. Throws IllFormed for types that no heap object has.
inline bool is_retainer(Closure const* c) {
    Answer const answer = properties(type(c)).retainer;
    if (answer != Answer::error) return answer == Answer::yes;
    throw IllFormed("is neither a retainer nor none", type(c), c);
}

/// The name of a retainer: the label of the cost centre on top of the stack. In full: the whole stack, top
/// first, without MAIN.
struct StackName {
    RetainerName operator()(CostCentreStack const* ccs) const {
        std::string all = "<";
        for (auto const* at = ccs; at && at->parent; at = at->parent) {
            if (at != ccs) all += ',';
            all.append(at->cc->module).append(".").append(at->cc->label);
        }
        all += '>';
        return {std::string(label(ccs)), std::move(all)};
    }
};

/// By retainer set; roots that are not retainers have the identity CCS_SYSTEM. `cap` is the limit of -R.
inline auto by_retainer(Heap& heap, std::size_t cap = 8) {
    auto retainers = trav::by_retainer<Closure*>([](Closure const* c) { return is_retainer(c); },
                                                 [](Closure const* c) { return c->ccs; }, cap, StackName{});
    retainers.root_identity(heap.cost_centres().system());
    return retainers;
}

}  // namespace trav::ghc
