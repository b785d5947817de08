// trav/ghc/layout/shape.hpp: a closure as the struct that its type has in the table.
//
// Offers as_shape(c, f), which answers f(object) with the closure as a reference to that struct. Costs a
// look-up and a switch.
#pragma once

#include "application.hpp"
#include "primitive.hpp"
#include "thread.hpp"

namespace trav::ghc {

/// The same with the shape looked up before.
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
