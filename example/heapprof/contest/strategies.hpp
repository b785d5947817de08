// Which strategy and which solver suit a heap: all of them, timed on it.
#pragma once

#include "contest.hpp"
#include "graph_methods.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace contest {

/// What was measured, and what to use.
struct StrategiesAnswer {
    std::string file{};
    std::size_t objects = 0, references = 0, roots = 0, reached = 0;
    bool roots_named = true;
    std::vector<std::vector<Result>> results{};  ///< of each contest
    std::vector<std::string> advice{};
};

/// Holds contests on a heap. `begins` is told which method runs. Throws as hold().
StrategiesAnswer strategies(HeapArrays const& heap, std::vector<Contest> const& contests, unsigned rounds,
                            std::function<void(std::string const&)> begins);

std::string strategies_text(StrategiesAnswer const& answer);
nlohmann::ordered_json strategies_json(StrategiesAnswer const& answer);

}  // namespace contest
