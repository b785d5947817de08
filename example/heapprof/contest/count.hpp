// Counting policies, for timing walks.
#pragma once

#include <cstdint>

namespace contest {

/// Counts objects, as a user would.
struct Count {
    std::uint64_t found = 0;
    void visit(auto& here) { found += here.first; }
};
/// Counts objects on first arrival only, so it may be called in batches.
struct CountOnce {
    static constexpr bool once = true;
    std::uint64_t found = 0;
    void visit(auto&) { ++found; }
    CountOnce split() const { return {}; }  // for another thread; merge() adds its count
    void merge(CountOnce&& part) { found += part.found; }
};

}  // namespace contest
