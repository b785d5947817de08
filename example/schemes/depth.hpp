// By depth: the number of edges from the nearest root. Any graph.
#pragma once

#include <trav/profile/band.hpp>

#include <algorithm>
#include <string>

// [scheme]
template <class N>
struct ByDepth {
    using value = int;
    value join(value a, value b) const { return std::min(a, b); }
    value transfer(N const&, value depth) const { return depth + 1; }
    ByDepth& flow() { return *this; }
    void sources(auto const& roots, auto push) {
        for (N const& root : roots) push(root, 0);
    }
    std::string name() const { return "depth"; }
    value key(N const&, value const* depth) const { return depth ? *depth : -1; }
    trav::Band band(value depth) const { return {depth < 0 ? "unreached" : std::to_string(depth)}; }
};
// [scheme]
