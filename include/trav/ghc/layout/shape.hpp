// trav/ghc/layout/shape.hpp: a closure as the struct that its type has in the table.
//
// Offers as_shape(c, f), which answers f(object) with the closure as a reference to that struct. Costs a
// look-up and a switch.
#pragma once

#include "application.hpp"
#include "primitive.hpp"
#include "thread.hpp"

namespace trav::ghc {

template <class C, class F>
inline decltype(auto) as_shape(C* c, F&& f) {
    switch (properties(type(c)).shape) {
#define S(name)                                                                                              \
    case Shape::name: return f(*as<name>(c));
#include "closure_types.def"
    }
    return f(*as<NoObject>(c));
}

}  // namespace trav::ghc
