// trav/ghc/layout/visit.hpp: maps a pointer to the closure that a traversal visits for it.
//
// Offers visited_closure(pointer, skips), which untags, follows static indirections and skips the closures
// that GHC's traversal skips. Costs one lookup in most cases.
#pragma once

#include "row.hpp"
#include "thread.hpp"

namespace trav::ghc {

namespace detail {

/// For closures that are not always visited.
template <class Skips>
TRAV_NOINLINE Closure* looked_at(Closure* c, Skips const& skips) {
    while (c) {
        InfoTable const& table = info(c);
        if (is_visited(table)) return c;
        switch (properties(table.type).visited) {
        case Visited::always: return c;
        case Visited::follow: c = untag(as<IndStatic>(c)->indirectee); continue;
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
    return nullptr;
}

}  // namespace detail

/// The closure that a pointer stands for; null if traversals do not visit it. Skips constructors that reach
/// no CAF (CONSTR_NOCAF) if skips(c) is true. Throws IllFormed if the pointer leads to something that is not
/// a heap object.
template <class Skips>
TRAV_ALWAYS_INLINE inline Closure* visited_closure(Closure* pointer, Skips const& skips) {
    Closure* const c = untag(pointer);
    if (c && is_visited(info(c))) [[likely]]
        return c;
    return detail::looked_at(c, skips);
}

}  // namespace trav::ghc
