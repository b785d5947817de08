// trav/ghc/layout/shape.hpp: casts a closure to the struct of its type.
//
// Offers as_shape(c, f), which returns f(object), with the closure as a reference to that struct. Costs a
// lookup and a switch.
#pragma once

#include "application.hpp"
#include "primitive.hpp"
#include "thread.hpp"

namespace trav::ghc {

/// Likewise, with the shape already looked up.
template <class C, class F>
inline decltype(auto) as_shape(C* c, Shape shape, F&& f) {
    switch (shape) {
#define S(name)                                                                                              \
    case Shape::name: return f(*as<name>(c));
#include "closure_types.def"
    }
    return f(*as<NoObject>(c));
}
template <class C, class F>
inline decltype(auto) as_shape(C* c, F&& f) {
    return as_shape(c, properties(type(c)).shape, f);
}

}  // namespace trav::ghc
