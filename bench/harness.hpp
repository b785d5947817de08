// bench/harness.hpp: methods timed against each other, interleaved, so that a machine whose speed drifts is fair to all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One way to do the work. It answers what it found; all methods of a contest must find the same.
struct Method {
    std::string name;
    std::function<std::uint64_t()> run;
};

/// What was measured of one method.
struct Result {
    std::string suite, shape, method;
    std::size_t n;
    double ns_per_object;                                // median
    double spread;                                       // (largest - smallest) / median
    std::vector<std::pair<std::string, double>> ratios;  // peer's median / this one's, peer by peer
};

struct Settings {
    std::size_t n = 1'000'000;
    unsigned rounds = 5;
};

/// Runs every method once to warm up, then `rounds` times in turn. Throws std::runtime_error if two disagree.
std::vector<Result> contest(std::string const& suite, std::string const& shape, Settings const& settings,
                            std::vector<Method> const& methods, std::vector<std::string> const& peers);

using Suite = std::vector<Result> (*)(Settings const&);

std::vector<Result> dominators(Settings const& settings);
std::vector<Result> mark(Settings const& settings);

}  // namespace bench
