// trav/check/none_of_type.hpp: none_of_type<T>(in(y)): nothing that y reaches is a T.
//
//     CHECK(trav::none_of_type<Thunk>(trav::in(state)));
//
//     2 of type Thunk are reachable, one of them so:     printed on failure
//     State.values[7] -> Value
//     Value.thunk -> Thunk
//
// Finds objects of exactly this type, including by-value parts of other objects, so T must be described.
#pragma once

#include "../detail/absent.hpp"
#include "../graph/objects.hpp"
#include "../path/shortest_paths.hpp"
#include "../report/text.hpp"
#include "../store/hashed.hpp"
#include "answer.hpp"
#include "scope.hpp"

namespace trav {

/// Whether no object in `scope`, a scope of trav::Objects, is a T.
template <class T, Graph G>
Answer none_of_type(Scope<G> const& scope) {
    static_assert(detail::holds<IsDescribed<T>>,
                  "trav: none_of_type<T> finds a T by value only if trav::Described<T> is there");
    ShortestPaths<G> const paths(scope.heap, scope.roots);
    Hashed<void const*> found;
    Path<Object> first;
    for (auto const& entry : paths.list()) {
        if (T const* const at = as<T>(entry.node); at && found.touch(at).fresh && found.size() == 1)
            first = paths.to(entry.node);
        scope.heap.parts(entry.node, [&](NamedEdge const& part) {
            if (part.to.type == &type_of<T> && found.touch(part.to.address).fresh && found.size() == 1)
                first = detail::path_to_part(scope.heap, paths.to(entry.node), part.to);
        });
    }
    if (found.size() == 0) return {};
    bool const one = found.size() == 1;
    return {false, grouped(found.size()) + " of type " + type_of<T>.name() +
                       (one ? " is reachable:\n" : " are reachable, one of them so:\n") + first.lines()};
}

}  // namespace trav
