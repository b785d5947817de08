// trav/profile/detail/seconds.hpp: the clock of samples that are given no time. For this <chrono> would be a
// large header.
#pragma once

#include "../../detail/compiler.hpp"

#include <ctime>

namespace trav::detail {

/// Seconds on a clock that is never set back, from some moment on.
inline double seconds() {
    timespec now{};  // which is not in std everywhere
#ifdef CLOCK_MONOTONIC
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
#else
    (void)std::timespec_get(&now, TIME_UTC);
#endif
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace trav::detail
