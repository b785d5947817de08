// `bench --graph FILE`: all strategies and solvers on the graph in a file, like `heapprof strategies`.
#include "harness.hpp"

#include <heapprof/contest/read_heap.hpp>
#include <heapprof/contest/strategies.hpp>

#include <fmt/core.h>

namespace bench {

void graph(std::string const& file, Settings const& settings, Contests& contests) {
    auto const heap = contest::read_heap(file, {});
    auto held = contest::contests(heap);
    for (auto& each : held)
        std::erase_if(each.methods, [&](Method const& method) { return !settings.wants(method); });
    auto const answer = contest::strategies(heap, held, settings.rounds, {});
    fmt::print("{}", contest::strategies_text(answer));
    for (auto const& results : answer.results)
        for (auto const& result : results) contests.add(result);
}

}  // namespace bench
