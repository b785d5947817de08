#include "harness.hpp"
#include "report.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

#ifdef __linux__
#include <sched.h>
#endif

namespace bench {
namespace {

/// Keeps this thread on the core where it is now, as long as it lives.
class Pin {
  public:
#ifdef __linux__
    Pin() {
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t here;
        CPU_ZERO(&here);
        CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
        sched_setaffinity(0, sizeof here, &here);
    }
    ~Pin() { sched_setaffinity(0, sizeof before_, &before_); }
    Pin(Pin const&) = delete;
    Pin& operator=(Pin const&) = delete;

  private:
    cpu_set_t before_;
#else
    Pin() {}
#endif
};

std::uint64_t run(Method const& method) {
    if (method.threads != 1) return method.run();
    Pin const pin;
    return method.run();
}

}  // namespace

bool Settings::wants(std::string const& part) const {
    return parts.empty() || std::ranges::find(parts, part) != parts.end();
}
bool Settings::wants(Method const& method) const {
    return methods.empty() || std::ranges::find(methods, method.name) != methods.end();
}

void Contests::hold(std::string const& suite, std::string const& shape, Settings const& settings,
                    std::vector<Method> methods, std::vector<std::string> const& peers) {
    std::erase_if(methods, [&](Method const& method) { return !settings.wants(method); });
    std::vector<std::vector<double>> times(methods.size());
    Method const* first = nullptr;  // whose answer counts
    std::uint64_t answer = not_compared;
    for (unsigned round = 0; round <= settings.rounds; ++round) {
        for (std::size_t m = 0; m != methods.size(); ++m) {
            auto const begin = std::chrono::steady_clock::now();
            std::uint64_t const found = run(methods[m]);
            std::chrono::duration<double, std::nano> const taken = std::chrono::steady_clock::now() - begin;
            if (found != not_compared && first == nullptr) {
                first = &methods[m];
                answer = found;
            }
            if (found != not_compared && found != answer)
                throw std::runtime_error(suite + ", " + shape + ": '" + methods[m].name + "' found " +
                                         std::to_string(found) + ", '" + first->name + "' found " +
                                         std::to_string(answer));
            if (round != 0)  // round 0 warms up
                times[m].push_back(taken.count() / methods[m].times / static_cast<double>(settings.n));
        }
    }
    std::map<std::string, double> medians;
    std::vector<Result> results;
    for (std::size_t m = 0; m != methods.size(); ++m) {
        auto& t = times[m];
        std::ranges::sort(t);
        double const median = t[t.size() / 2];
        medians[methods[m].name] = median;
        results.push_back({suite,
                           shape,
                           methods[m].name,
                           settings.n,
                           median,
                           (t.back() - t.front()) / median,
                           {},
                           methods[m].extra_name,
                           methods[m].extra ? methods[m].extra() : 0});
    }
    for (auto& result : results)
        for (auto const& peer : peers)
            if (medians.contains(peer))
                result.ratios.emplace_back(peer, medians.at(peer) / result.ns_per_object);
    print(results);
    results_.insert(results_.end(), results.begin(), results.end());
}

}  // namespace bench
