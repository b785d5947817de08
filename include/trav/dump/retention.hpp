// trav/dump/retention.hpp: how a dump wants its retained sizes counted.
//
//     auto const retention = trav::dump::retention(dump);
//     retention.holds(edge)           // whether the edge takes part
//     retention.size(node)            // the bytes to count for the object
//     retention.more_roots(reached)   // roots to add to those of the dump, which reach what `reached` says
//     retention.note                  // what to tell people about it; empty: nothing
//
// The tools that people compare with may leave out edges, count the bytes of one object for another, and say
// what garbage retains. A dump for which that is so has a member retention() that answers such a value. All
// others are counted by their strong edges and their own sizes.
#pragma once

#include "dump.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trav::dump {

/// By strong edges and own sizes. The dump must outlive it.
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
