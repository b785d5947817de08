// trav/check/unreachable.hpp: unreachable(x, from(y)): no object that y reaches refers to x.
//
//     CHECK(trav::unreachable(session, trav::from(heap, server)));
//
//     Session is reachable:                              printed on failure
//     Server.rooms[3] -> Room
//     Room.guests["ann"] -> Session
//
// A reference into x counts as a reference to x, as does a reference to one of its base classes. If x may be
// a part of another object by value, its type must be described.
#pragma once

#include "../graph/objects.hpp"
#include "answer.hpp"
#include "detail/path_into.hpp"
#include "scope.hpp"

namespace trav {

/// Whether no root of `scope` reaches `x`: a variable, a pointer's target, or a node.
template <class T, Graph G>
Answer unreachable(T&& x, Scope<G> const& scope) {
    node_t<G> const n = resolve(scope.heap, detail::as_node<G>(x));
    if (null(scope.heap, n)) return {false, "a null pointer points to nothing that could be reached"};
    ShortestPaths<G> const paths(scope.heap, scope.roots);
    Path<node_t<G>> const path = detail::path_into(scope.heap, paths, n);
    if (!path) return {};
    return {false, path.to() + " is reachable:\n" + path.lines()};
}

/// Refused: no scope.
Answer unreachable(auto const&, detail::NoScope auto const& scope) {
    static_assert(!sizeof(scope),
                  "trav: unreachable(x, trav::in(root)): first the object, then where it is sought");
    return {};
}

}  // namespace trav
