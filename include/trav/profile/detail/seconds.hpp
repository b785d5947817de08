// trav/profile/detail/seconds.hpp: the default clock of samples. <chrono> would be a large header for this.
#pragma once

#include "../../detail/compiler.hpp"

#include <ctime>

namespace trav::detail {

/// Seconds since an unspecified moment, on a clock that is never set back.
inline double seconds() {
    timespec now{};  // not in std on every system
#ifdef CLOCK_MONOTONIC
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
#else
    (void)std::timespec_get(&now, TIME_UTC);
#endif
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace trav::detail
