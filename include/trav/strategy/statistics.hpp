// trav/strategy/statistics.hpp: the statistics that Counted and profilers give.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace trav {

/// Statistics of a traversal in the current pass.
struct Statistics {
    std::uint64_t visits = 0;      ///< calls of the policy's visit()
    std::uint64_t objects = 0;     ///< nodes reached
    std::size_t max_frontier = 0;  ///< the maximum number of waiting frames or arrivals (GHC: maxStackSize)

    /// Park and Peyton Jones's measure of the cost of sharing; 0 if nothing was reached.
    double visits_per_object() const {
        return objects == 0 ? 0.0 : static_cast<double>(visits) / static_cast<double>(objects);
    }
};

}  // namespace trav
