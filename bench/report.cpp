#include "report.hpp"

#include <heapprof/contest/results.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace bench {

void print(std::vector<Result> const& results) {
    if (results.empty()) return;
    fmt::print("\n{}", contest::table(results));
    std::fflush(stdout);
}

void write_json(std::string const& path, std::vector<Result> const& results) {
    std::ofstream file(path);
    file << contest::results_json(results).dump(2) << '\n';
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
