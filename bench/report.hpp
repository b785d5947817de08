// bench/report.hpp: where results go.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// A table of one contest.
void print(std::vector<Result> const& results);

/// What contest::results_json() makes of them. Throws std::runtime_error if it cannot be written.
void write_json(std::string const& path, std::vector<Result> const& results);

}  // namespace bench
