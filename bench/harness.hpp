// bench/harness.hpp: methods timed against each other, interleaved, so that a machine whose speed drifts is
// fair to all of them.
#pragma once

#include "shape/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// One way to do the work. It answers what it found; all methods of a contest must find the same.
struct Method {
    std::string name;
    std::function<std::uint64_t()> run;
    /// Its time is divided by this: by the number of times that it does the work, or by the share of it that
    /// it does. One that does not do all of it answers `not_compared`.
    double times = 1;
    /// A further figure that tells something of a method, such as descents_per_object: asked after all
    /// rounds.
    std::string extra_name{};
    std::function<double()> extra{};
    /// A method of one thread is pinned to a core.
    unsigned threads = 1;
};
inline constexpr std::uint64_t not_compared = ~std::uint64_t{0};

/// What was measured of one method.
struct Result {
    std::string suite, shape, method;
    std::size_t n;
    double ns_per_object;                                // median
    double spread;                                       // (largest - smallest) / median
    std::vector<std::pair<std::string, double>> ratios;  // peer's median / this one's, peer by peer
    std::string extra_name{};
    double extra = 0;
};

struct Settings {
    std::size_t n = 1'000'000;
    std::size_t largest = 100'000'000;  ///< objects in the largest heaps of the suites `limits` and `dump`
    unsigned rounds = 5;
    std::vector<std::string> shapes{"functional"};
    std::vector<Order> orders{Order::shuffled, Order::allocation};
    bool orders_chosen = false;        ///< by the user
    std::vector<std::string> parts;    ///< of a suite, all if empty
    std::vector<std::string> methods;  ///< all if empty
    std::string svg;                   ///< where the suite `sizes` draws

    bool wants(std::string const& part) const;
    bool wants(Method const& method) const;
};

/// Runs every method that is wanted once to warm up, then `rounds` times in turn; prints and keeps what was
/// measured. Peers that do not take part are left out. Throws std::runtime_error if two methods disagree.
class Contests {
  public:
    void hold(std::string const& suite, std::string const& shape, Settings const& settings,
              std::vector<Method> methods, std::vector<std::string> const& peers);
    /// Keeps what was measured elsewhere.
    void add(Result result) { results_.push_back(std::move(result)); }
    std::vector<Result> const& results() const { return results_; }

  private:
    std::vector<Result> results_;
};

using Suite = void (*)(Settings const&, Contests&);

void allocations(Settings const&, Contests&);
void biography(Settings const&, Contests&);
void census(Settings const&, Contests&);
void compile_time(Settings const&, Contests&);
void dominators(Settings const&, Contests&);
void dump(Settings const&, Contests&);
void fuse(Settings const&, Contests&);
void limits(Settings const&, Contests&);
void mark(Settings const&, Contests&);
void retainers(Settings const&, Contests&);
void roots(Settings const&, Contests&);
void sizes(Settings const&, Contests&);

}  // namespace bench
