// bench/apart.hpp: measures time and memory of work in a separate process, so that the peak of memory is the
// work's own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace bench {

/// The timed function; returns the number of things found.
using Work = std::function<std::size_t()>;

/// Work and its preparation, which is done first and not timed.
struct Row {
    std::string name;
    std::size_t n;
    std::function<Work()> prepare;
    std::size_t expected;  // the required result
};

struct Measured {
    double seconds = 0;
    double heap = 0, peak = 0;  // in MiB: before the work, and the peak of the process
};

/// Throws std::runtime_error if the work fails or returns another result.
Measured measure_apart(std::string const& suite, Row const& row);

}  // namespace bench
