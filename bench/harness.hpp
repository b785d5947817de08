// bench/harness.hpp: shared by all suites: settings, and the contests of methods.
#pragma once

#include "shape/shape.hpp"

#include <heapprof/contest/contest.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bench {

using contest::Method;
using contest::not_compared;
using contest::Result;

struct Settings {
    std::size_t n = 1'000'000;
    std::size_t largest = 100'000'000;  ///< objects in the largest heaps of the suites `limits` and `dump`
    unsigned rounds = 5;
    std::vector<std::string> shapes{"functional"};
    std::vector<Order> orders{Order::shuffled, Order::allocation};
    bool orders_chosen = false;        ///< by the user
    std::vector<std::string> parts;    ///< of a suite, all if empty
    std::vector<std::string> methods;  ///< all if empty
    std::string svg;                   ///< the output file of the suite `sizes`

    bool wants(std::string const& part) const;
    bool wants(Method const& method) const;
};

/// All contests of a run.
class Contests {
  public:
    /// Holds a contest among the wanted methods; prints and keeps the results. Throws like contest::hold().
    void hold(std::string const& suite, std::string const& shape, Settings const& settings,
              std::vector<Method> methods, std::vector<std::string> const& peers);
    /// Keeps a result that was measured elsewhere.
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
void disc(Settings const&, Contests&);
void dominators(Settings const&, Contests&);
void dump(Settings const&, Contests&);
void fuse(Settings const&, Contests&);
/// Not a suite: all strategies and solvers on the graph in a file.
void graph(std::string const& file, Settings const&, Contests&);
void limits(Settings const&, Contests&);
void mark(Settings const&, Contests&);
void memory(Settings const&, Contests&);
void objects(Settings const&, Contests&);
void retainers(Settings const&, Contests&);
void roots(Settings const&, Contests&);
void sizes(Settings const&, Contests&);

}  // namespace bench
