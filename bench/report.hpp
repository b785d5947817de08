// bench/report.hpp: what was measured, for people and for programs: always with the ratio to the peers.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// A table of one contest.
void print(std::vector<Result> const& results);

/// An array of {suite, shape, n, method, ns_per_object, spread, ratio: {peer: r}}. Throws std::runtime_error
/// if it cannot be written.
void write_json(std::string const& path, std::vector<Result> const& results);

}  // namespace bench
