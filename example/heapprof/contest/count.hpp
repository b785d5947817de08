// What walks are timed with.
#pragma once

#include <cstdint>

namespace contest {

/// The policy of walks: what a user writes to count.
struct Count {
    std::uint64_t found = 0;
    void visit(auto& here) { found += here.first; }
};
/// The same, told of first arrivals only: such a policy may be called in batches.
struct CountOnce {
    static constexpr bool once = true;
    std::uint64_t found = 0;
    void visit(auto&) { ++found; }
    CountOnce split() const { return {}; }  // what one of several threads is given, and what it found
    void merge(CountOnce&& part) { found += part.found; }
};

}  // namespace contest
