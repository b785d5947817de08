// Times all strategies and solvers on a heap.
#pragma once

#include "contest.hpp"
#include "graph_methods.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace contest {

/// The measurements and the advice.
struct StrategiesAnswer {
    std::string file{};
    std::size_t objects = 0, references = 0, roots = 0, reached = 0;
    bool roots_named = true;
    std::vector<std::vector<Result>> results{};  ///< for each contest
    std::vector<std::string> advice{};
};

/// Holds contests on a heap. Calls `begins` with the name of each method. Throws like hold().
StrategiesAnswer strategies(HeapArrays const& heap, std::vector<Contest> const& contests, unsigned rounds,
                            std::function<void(std::string const&)> begins);

std::string strategies_text(StrategiesAnswer const& answer);
nlohmann::ordered_json strategies_json(StrategiesAnswer const& answer);

}  // namespace contest
