// Measurements as text and as JSON, with ratios to the peers.
#pragma once

#include "contest.hpp"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace contest {

/// A table of one contest.
std::string table(std::vector<Result> const& results);

/// An array of {suite, shape, n, method, threads, rounds, ns_per_object, spread, ratio: {peer: r}}.
nlohmann::ordered_json results_json(std::vector<Result> const& results);

}  // namespace contest
