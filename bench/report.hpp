// bench/report.hpp: the output of results.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// Prints the table of one contest.
void print(std::vector<Result> const& results);

/// Writes the output of contest::results_json(). Throws std::runtime_error if it cannot be written.
void write_json(std::string const& path, std::vector<Result> const& results);

}  // namespace bench
