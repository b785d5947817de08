// trav/ghc/layout/fields.hpp: every pointer of a closure that a collector must update.
//
// Offers update_fields(c, f): calls f(field) with a reference to each pointer, so that f may change it, and
// with a copy of the SRT. These are all pointers of the closure, not only the children that a traversal
// visits. Most pointers of a weak pointer are left out, since they depend on its key. No allocation; O(1) for
// each pointer.
#pragma once

#include "shape.hpp"

namespace trav::ghc {

template <class F>
void update_fields(Closure* c, F&& f) {
    as_shape(c, [&](auto& object) { each_field(object, f); });
    if ((flags(type(c)) & flag::srt) != 0)
        if (Closure* s = srt(info(c))) f(s);
}

}  // namespace trav::ghc
