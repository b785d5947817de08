#include "harness.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

namespace bench {

std::vector<Result> contest(std::string const& suite, std::string const& shape, Settings const& settings,
                            std::vector<Method> const& methods, std::vector<std::string> const& peers) {
    std::vector<std::vector<double>> times(methods.size());
    std::uint64_t const answer = methods.front().run();
    for (unsigned round = 0; round <= settings.rounds; ++round) {
        for (std::size_t m = 0; m != methods.size(); ++m) {
            auto const begin = std::chrono::steady_clock::now();
            std::uint64_t const found = methods[m].run();
            std::chrono::duration<double, std::nano> const taken = std::chrono::steady_clock::now() - begin;
            if (found != answer)
                throw std::runtime_error(suite + ", " + shape + ": '" + methods[m].name + "' found " +
                                         std::to_string(found) + ", '" + methods.front().name + "' found " +
                                         std::to_string(answer));
            if (round != 0)
                times[m].push_back(taken.count() / static_cast<double>(settings.n));  // round 0 warms up
        }
    }
    std::map<std::string, double> medians;
    std::vector<Result> results;
    for (std::size_t m = 0; m != methods.size(); ++m) {
        auto& t = times[m];
        std::ranges::sort(t);
        double const median = t[t.size() / 2];
        medians[methods[m].name] = median;
        results.push_back(
            {suite, shape, methods[m].name, settings.n, median, (t.back() - t.front()) / median, {}});
    }
    for (auto& result : results)
        for (auto const& peer : peers)
            result.ratios.emplace_back(peer, medians.at(peer) / result.ns_per_object);
    return results;
}

}  // namespace bench
