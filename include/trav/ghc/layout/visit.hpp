// trav/ghc/layout/visit.hpp: which closure a traversal visits for a pointer.
//
// Offers visited_closure(pointer, skips), which untags, follows static indirections and leaves out what GHC's
// traversal does. Costs a look-up in most cases.
#pragma once

#include "row.hpp"
#include "thread.hpp"

namespace trav::ghc {

/// The closure that a pointer stands for; null if it is not to be visited. Of constructors of which no CAF
/// can be reached (CONSTR_NOCAF) those are left out for which skips(c) holds. Throws IllFormed for what is no
/// heap object.
template <class Skips>
Closure* visited_closure(Closure* pointer, Skips const& skips) {
    for (;;) {
        Closure* const c = untag(pointer);
        if (!c) return nullptr;
        InfoTable const& table = info(c);
        if (is_visited(table)) [[likely]]
            return c;
        switch (properties(table.type).visited) {
        case Visited::always: return c;
        case Visited::follow: pointer = as<IndStatic>(c)->indirectee; continue;
        case Visited::unless_done: {
            WhatNext const next = as<Tso>(c)->what_next;
            return next == WhatNext::Complete || next == WhatNext::Killed ? nullptr : c;
        }
        case Visited::unless_static: return skips(c) ? nullptr : c;
        case Visited::if_refers: return srt(table) || table.layout.payload.ptrs > 0 ? c : nullptr;
        case Visited::never: break;
        }
        throw IllFormed("was reached as a heap object", table.type, c);
    }
}

}  // namespace trav::ghc
