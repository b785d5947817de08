// trav/ghc/layout/fields.hpp: every pointer of a closure, as a collector must see them.
//
// Offers update_fields(c, f): f(field) for a reference to each pointer, so that it may be changed, and for a
// copy of the SRT. These are all the pointers there are, more than the children that a traversal visits; only
// of a weak pointer's, which depend on its key, most are left out. No allocation; O(1) for each.
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
