// bench/flow/ghc_arrays.hpp: arrays as a heap for an engine in GHC's shape: a word for each object, 0 before
// its first visit.
#pragma once

#include "../arrays.hpp"
#include "../peer/ghc_engine.hpp"

#include <cstdint>

namespace bench {

struct GhcArrays {
    using node = Number;
    trav::Csr<Number, Number> graph;
    std::uint64_t* words;

    Number resolve(Number n) const { return n; }
    bool skip(Number) const { return false; }
    bool maybe_init(Number n) const { return words[n] == 0; }
    GhcFields<Number> fields(Number n) const {
        auto const children = graph.children(n);
        switch (children.size()) {
        case 0: return {};
        case 1: return {GhcLayout::one, children.data(), 1};
        case 2: return {GhcLayout::step, children.data(), 2};
        default: return {GhcLayout::pointers, children.data(), static_cast<std::uint32_t>(children.size())};
        }
    }
};

}  // namespace bench
