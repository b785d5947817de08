// Several ranks: if one of them throws, all of them stop, and the next attempt gives the correct result.
#include "distributed/support.hpp"
#include "profile/expected.hpp"
#include "support/failing.hpp"

#include "catch.hpp"

#include <trav/distributed/merge.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::SharedGraph;
using trav::distributed::Threads;

namespace {

using Number = std::uint32_t;

struct ThrowingMasks : Masks {
    value join(value a, value b) const {
        may_throw();
        return a | b;
    }
};
// The same with sets that are not portable: they are sent as their elements.
struct ThrowingSets : ThrowingMasks {
    static constexpr bool portable = false;
    std::vector<std::uint64_t> elements(value set) const {
        may_throw();
        return {set};
    }
    value of(std::vector<std::uint64_t> const& elements) const {
        may_throw();
        return elements.at(0);
    }
};

template <class F>
void check_solve(Failing& failing) {
    Arrays const arrays = Arrays(RandomGraphs(23).graph(9, 60)).scattered();
    auto const sources = bit_of_each_root(arrays);
    auto const graph = arrays.graph();
    Masks flow;
    auto const expected = trav::solve_by_numbering(graph, sources, flow);
    F flows[3];
    auto const wrong = [&] {
        std::atomic<std::uint32_t> all = 0;
        on_threads(3, [&](Threads& comm) {
            PartOf const part(graph, comm);
            auto const found = trav::solve(SharedGraph(comm, part), sources, flows[comm.rank()]);
            all += wrong_values(part, found, expected);
        });
        return all.load();
    };
    CHECK(for_every_failure(failing, [&](auto attempt) {
              std::uint32_t found = 0;
              if (attempt([&] { found = wrong(); })) found = wrong();
              CHECK(found == 0);
          }) > 20);
}

// The only rank.
struct Alone {
    std::size_t rank() const { return 0; }
    std::size_t size() const { return 1; }
    std::uint64_t sum(std::uint64_t n) const { return n; }
    trav::distributed::Messages exchange(trav::distributed::Messages messages) const { return messages; }
};

struct Dead {
    std::vector<Number> all{};
    std::string name() const { return "dead"; }
    int key(Number) const { return 0; }
    trav::Band band(int) const { return {"all"}; }
    void died(Number n) { all.push_back(n); }
};

// Three samples. The second one is taken by attempt(f), unless it is left out.
std::string profiled(bool leave_out, auto attempt) {
    Arrays const arrays(RandomGraphs(24).graph(9, 60));
    auto type = trav::by("type", [](Number n) {
        may_throw();
        return "a type of objects: " + std::to_string(n % 4);
    });
    auto retainers = trav::by_retainer<Number>(
        [](Number n) {
            may_throw();
            return n % 3 == 1;
        },
        [](Number n) {
            may_throw();
            return "a maker of objects: " + std::to_string(n % 5);
        });
    trav::RootSets<Number> roots{{"a", Number{0}}, {"b", Number{1}}};
    Dead dead;
    Alone comm;
    trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), type, retainers, roots, dead};
    profiler.sample_heap({0, 1, 2}, 0);
    if (!leave_out) attempt([&] { profiler.sample_heap({2}, 1); });
    profiler.sample({1}, 2);  // reports all other objects as dead
    std::string text = test::text(*trav::distributed::merged(comm, profiler.profile()));
    for (Number const n : dead.all) text += " " + std::to_string(n);
    return text;
}

}  // namespace

TEST_CASE("failing: a flow that several ranks failed to solve is solved the next time", "[unit]") {
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    check_solve<ThrowingMasks>(*failing);
    check_solve<ThrowingSets>(*failing);
}

TEST_CASE("failing: a sample of a profiler of ranks that throws is not counted", "[unit]") {
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    auto const at_once = [](auto f) { f(); };
    std::string const with = profiled(false, at_once), without = profiled(true, at_once);
    REQUIRE(with != without);
    CHECK(for_every_failure(*failing, [&](auto attempt) {
              bool failed = false;
              std::string const found = profiled(false, [&](auto f) { failed = attempt(f); });
              CHECK((found == (failed ? without : with)));
          }) > 20);
}
