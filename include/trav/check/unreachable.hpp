// trav/check/unreachable.hpp: unreachable(x, from(y)): nothing that y reaches leads to x.
//
//     CHECK(trav::unreachable(session, trav::from(heap, server)));
//
//     Session is reachable:                              this is what a failure says
//     Server.rooms[3] -> Room
//     Room.guests["ann"] -> Session
//
// A reference into the object counts as one to it, and so does one to a class that it is derived from. If it
// can be part of something by value, its type must be described.
#pragma once

#include "../graph/objects.hpp"
#include "answer.hpp"
#include "detail/path_into.hpp"
#include "scope.hpp"

namespace trav {

/// Whether no root of `scope` reaches `x`: a variable, what a pointer points to, or a node.
template <class T, Graph G>
Answer unreachable(T&& x, Scope<G> const& scope) {
    node_t<G> const n = resolve(scope.heap, detail::as_node<G>(x));
    if (null(scope.heap, n)) return {false, "a null pointer points to nothing that could be reached"};
    ShortestPaths<G> const paths(scope.heap, scope.roots);
    Path<node_t<G>> const path = detail::path_into(scope.heap, paths, n);
    if (!path) return {};
    return {false, path.to() + " is reachable:\n" + path.lines()};
}

}  // namespace trav
