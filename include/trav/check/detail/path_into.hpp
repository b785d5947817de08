// trav/check/detail/path_into.hpp: a path to an object, or to any of its bytes: an assertion that an object
// is unreachable must not miss one.
#pragma once

#include "../../path/shortest_paths.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// Whether two objects share bytes, or are parts of the same object, for classes that are not listed.
template <class G>
bool overlap(G const& graph, Object const& a, Object const& b) {
    auto const begin = [](Object const& o) { return reinterpret_cast<std::uintptr_t>(o.address); };
    auto const end = [&](Object const& o) {
        std::size_t const size = o.type->size != 0 ? o.type->size : graph.size(o);  // of an array: its block
        return begin(o) + (size != 0 ? size : 1);
    };
    if (begin(a) < end(b) && begin(b) < end(a)) return true;
    return a.type->whole && b.type->whole &&
           a.type->whole(a.address).address == b.type->whole(b.address).address;
}

struct Nowhere {
    constexpr bool operator()(auto const&) const { return false; }
};

/// A path to `n`. For objects of a program, otherwise a path to an overlapping object that is not cut.
template <class G, class IsCut = Nowhere>
Path<node_t<G>> path_into(G const& graph, ShortestPaths<G> const& paths, node_t<G> const& n,
                          IsCut const& is_cut = {}) {
    Path<node_t<G>> path = paths.to(n);
    if constexpr (HasParts<G>) {
        if (path || null(graph, n)) return path;
        Object const wanted = resolve(graph, n);
        for (auto const& entry : paths.list()) {
            if (is_cut(entry.node)) continue;
            if (overlap(graph, entry.node, wanted)) return paths.to(entry.node);
            Object found;
            graph.parts(entry.node, [&](auto const& edge) {
                if (found.address == nullptr && overlap(graph, edge.to, wanted)) found = edge.to;
            });
            if (found.address) return path_to_part(graph, paths.to(entry.node), found);
        }
    }
    return path;
}

}  // namespace trav::detail
