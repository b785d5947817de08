// bench/apart.hpp: time and memory of work in a process of its own, so that its peak of memory is its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace bench {

/// What is timed; it answers how much it found.
using Work = std::function<std::size_t()>;

/// Work, with what it needs: that is made beforehand, and not timed.
struct Row {
    std::string name;
    std::size_t n;
    std::function<Work()> prepare;
    std::size_t expected;  // what it must find
};

struct Measured {
    double seconds = 0;
    double heap = 0, peak = 0;  // in MiB: before the work, and of all
};

/// Throws std::runtime_error if the work fails, or finds something else.
Measured measure_apart(std::string const& suite, Row const& row);

}  // namespace bench
