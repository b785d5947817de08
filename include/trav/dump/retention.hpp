// trav/dump/retention.hpp: how a dump counts retained sizes.
//
//     auto const retention = trav::dump::retention(dump);
//     retention.holds(edge)           // whether the edge retains its target
//     retention.size(node)            // the bytes to count for the object
//     retention.more_roots(reached)   // roots to add; reached(node): whether the dump's roots reach it
//     retention.note                  // a note for people; may be empty
//
// Tools that people compare results with may leave out edges, count the bytes of one object for another, or
// add roots for garbage. A dump of such a tool has a member retention() that returns a value like this one.
// All other dumps count strong edges and the objects' own sizes.
#pragma once

#include "dump.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trav::dump {

/// Counts strong edges and own sizes. The dump must outlive it.
template <Dump D>
struct StrongRetention {
    D const* dump;
    static constexpr std::string_view note{};

    bool holds(typename D::Edge const& edge) const { return strong(*dump, edge); }
    std::size_t size(Node n) const { return static_cast<std::size_t>(dump->size(n)); }
    std::vector<Node> more_roots(auto const&) const { return {}; }
};

/// How retained sizes of this dump are counted.
template <Dump D>
auto retention(D const& dump) {
    if constexpr (requires { dump.retention(); }) return dump.retention();
    else return StrongRetention<D>{&dump};
}

}  // namespace trav::dump
