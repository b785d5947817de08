// Times methods in turns, so that a drifting machine speed affects all equally. Used by `heapprof strategies`
// and the benchmarks in bench/.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

namespace contest {

/// A method's result: a number, or a function that computes it after the clock has stopped.
struct Answer : std::function<std::uint64_t()> {
    using function::function;
    Answer() = default;
    Answer(std::uint64_t found) : function([found] { return found; }) {}
};

/// One way to do the work. All methods of a contest must return the same answer. Freeing the answer is timed
/// too.
struct Method {
    std::string name;
    std::function<Answer()> run;
    /// A divisor for its time: the number of times that it does the work, or its share of the work. A method
    /// that does only a share returns `not_compared`.
    double times = 1;
    /// The name of a further figure, such as descents_per_object, which `extra` returns after all rounds.
    std::string extra_name{};
    std::function<double()> extra{};
    /// A method with one thread is pinned to a core.
    unsigned threads = 1;
};
inline constexpr std::uint64_t not_compared = ~std::uint64_t{0};

/// The settings of a contest.
struct Terms {
    std::size_t n;    ///< the number of objects, by which times are divided
    unsigned rounds;  ///< timed rounds
    /// In each round a method repeats until this time has passed, for small heaps.
    std::chrono::nanoseconds at_least{0};
    /// A method is not run again if its warm-up takes `patience` times as long as the fastest and longer than
    /// `bearable`; that is then its time. 0: all methods run.
    double patience = 0;
    std::chrono::nanoseconds bearable{0};
    bool in_seconds = false;  ///< print seconds
    std::function<void(std::string const& method)> begins{};
};

/// The measurements of one method.
struct Result {
    std::string suite, shape, method;
    std::size_t n = 1;
    double ns_per_object = 0;                              // median
    double spread = 0;                                     // (largest - smallest) / median
    std::vector<std::pair<std::string, double>> ratios{};  // peer's median / this one's, peer by peer
    std::string extra_name{};
    double extra = 0;
    double lowest = 0, highest = 0;  // ns per object
    unsigned rounds = 0;             // timed rounds; 0 if measured differently
    unsigned threads = 1;
    bool in_seconds = false;
};

namespace detail {

/// Keeps this thread on its current core during its lifetime.
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

inline Answer run(Method const& method) {
    if (method.threads != 1) return method.run();
    Pin const pin;
    return method.run();
}

/// Returns freed memory to the system, so that no method profits from pages that an earlier method faulted
/// in.
inline void return_memory() {
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

/// Checks that all methods return the same answer.
class Agreement {
  public:
    /// Throws std::runtime_error if the answer differs from an earlier one.
    void check(std::string const& title, std::string const& method, std::uint64_t found) {
        if (found == not_compared) return;
        if (first_.empty()) first_ = method, answer_ = found;
        if (found != answer_)
            throw std::runtime_error(title + ": '" + method + "' found " + std::to_string(found) + ", '" +
                                     first_ + "' found " + std::to_string(answer_));
    }

  private:
    std::string first_;  // the method that gave answer_
    std::uint64_t answer_ = not_compared;
};

}  // namespace detail

/// Runs every method once to warm up, then `rounds` times in turn. Ratios omit peers that do not take part.
/// Throws std::runtime_error if two methods disagree.
template <class Clock = std::chrono::steady_clock>
std::vector<Result> hold(std::string const& suite, std::string const& shape, Terms const& terms,
                         std::vector<Method> const& methods, std::vector<std::string> const& peers) {
    detail::Agreement agreement;
    std::vector<std::vector<double>> times(methods.size());  // ns per object
    std::vector<bool> given_up(methods.size()), unbearable(methods.size());
    for (unsigned round = 0; round <= terms.rounds; ++round) {
        for (std::size_t m = 0; m != methods.size(); ++m) {
            if (given_up[m]) continue;
            Method const& method = methods[m];
            if (terms.begins) terms.begins(method.name);
            std::chrono::duration<double, std::nano> taken{};
            auto const timed = [&](auto work) {
                auto const begin = Clock::now();
                work();
                taken += Clock::now() - begin;
            };
            double runs = 0;
            detail::return_memory();
            do {
                Answer answer;
                timed([&] { answer = detail::run(method); });
                agreement.check(suite + ", " + shape, method.name, answer());
                timed([&] { answer = {}; });
                ++runs;
            } while (taken < terms.at_least);
            unbearable[m] = taken > terms.bearable;
            times[m].push_back(taken.count() / method.times / runs / static_cast<double>(terms.n));
        }
        if (round != 0 || methods.empty()) continue;
        double const fastest = (*std::ranges::min_element(times))[0];  // the fastest warm-up
        for (std::size_t m = 0; m != methods.size(); ++m) {
            given_up[m] = terms.patience != 0 && times[m][0] > terms.patience * fastest && unbearable[m];
            if (!given_up[m]) times[m].clear();
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
                           terms.n,
                           median,
                           (t.back() - t.front()) / median,
                           {},
                           methods[m].extra_name,
                           methods[m].extra ? methods[m].extra() : 0,
                           t.front(),
                           t.back(),
                           static_cast<unsigned>(t.size()),
                           methods[m].threads,
                           terms.in_seconds});
    }
    for (auto& result : results)
        for (auto const& peer : peers)
            if (medians.contains(peer))
                result.ratios.emplace_back(peer, medians.at(peer) / result.ns_per_object);
    return results;
}

}  // namespace contest
