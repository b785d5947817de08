// Censuses of a live heap, if memory runs out or the flow throws.
#include "ghc/live/range_of.hpp"
#include "ghc/random_heap.hpp"
#include "support/failing.hpp"
#include "support/peer_solvers.hpp"

#include "catch.hpp"

#include <trav/flow/solve.hpp>
#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>

#include <cstdint>
#include <vector>

namespace {

using namespace trav::ghc;

/// The sources that reach a closure.
struct Mask {
    using value = std::uint32_t;
    value join(value a, value b) const {
        test::may_throw();
        return a | b;
    }
};

}  // namespace

TEST_CASE("failing: a census is correct after one whose join or allocation failed", "[unit]") {
    test::RandomHeap random(7, 200);
    AddressRange const range = test::range_of(random.heap);
    LiveGraph const graph(range, false);
    std::vector<trav::Source<Closure*, std::uint32_t>> sources;
    for (std::uint32_t i = 0; i != 5; ++i) sources.push_back({random.any(), 1u << i});
    Mask flow;
    std::vector<std::size_t> expected(32);
    auto const solved = peer::solve_by_condensing(graph, sources, flow);
    for (Closure* const c : solved.nodes()) expected[*solved.find(c)] += graph.size(c);

    auto* const failing = GENERATE(&test::calls, &test::allocations);
    auto const census = [&](auto words) {
        std::vector<std::size_t> bytes(32);
        auto const amounts = Census(graph, words, flow).run(sources);
        for (std::size_t mask = 0; mask < amounts.size() && mask < bytes.size(); ++mask)
            bytes[mask] = amounts[mask].bytes;
        return bytes;
    };
    auto const each = [&](auto make_words) {
        CHECK(test::for_every_failure(*failing, [&](auto attempt) {
                  std::vector<std::size_t> found;
                  if (attempt([&] { found = census(make_words()); })) found = census(make_words());
                  CHECK((found == expected));
              }) > 5);
    };
    each([&] { return WordTable(range); });
    each([] { return HeaderWords(); });  // its marks remain in the heap
}
