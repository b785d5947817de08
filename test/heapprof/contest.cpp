// Contests with a clock that only methods advance, and the texts for given figures.
#include "catch.hpp"

#include <heapprof/contest/advice.hpp>
#include <heapprof/contest/contest.hpp>
#include <heapprof/contest/results.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace {

using contest::hold;
using contest::Method;
using contest::Result;

struct Clock {
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<Clock, duration>;
    static inline time_point time{};
    static time_point now() { return time; }
};

/// Takes these nanoseconds, one per run, and records its name.
Method taking(std::string const& name, std::vector<int> const& ns, std::string& ran,
              std::uint64_t found = 7) {
    return {name, [=, &ran, i = std::size_t{0}]() mutable {
                ran += name;
                Clock::time += std::chrono::nanoseconds(ns.at(i++));
                return found;
            }};
}

#ifdef __linux__
/// The cores that this thread may use.
cpu_set_t cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    return set;
}
cpu_set_t const at_start = cores();  // before any contest
#endif

Result measured(std::string const& method, double lowest, double median, double highest,
                unsigned threads = 1) {
    Result result;
    result.method = method;
    result.ns_per_object = median;
    result.lowest = lowest;
    result.highest = highest;
    result.rounds = 5;
    result.threads = threads;
    return result;
}

}  // namespace

TEST_CASE("contest: methods run in turns, and the first round does not count", "[unit]") {
    std::string ran;
    std::vector const methods{taking("A", {9000, 30, 10, 20}, ran), taking("B", {9000, 80, 40, 40}, ran)};
    auto const results = hold<Clock>("walks", "x", {.n = 10, .rounds = 3}, methods, {"A", "C"});
    CHECK(ran == "ABABABAB");
    REQUIRE(results.size() == 2);
    CHECK(results[0].ns_per_object == 2);
    CHECK(results[0].lowest == 1);
    CHECK(results[0].highest == 3);
    CHECK(results[0].spread == 1);
    CHECK(results[0].rounds == 3);
    CHECK(results[1].ns_per_object == 4);
    CHECK(results[1].spread == 1);
    CHECK(results[1].ratios == std::vector{std::pair<std::string, double>("A", 0.5)});
}

TEST_CASE("contest: the time of repeated work is divided by the repetitions", "[unit]") {
    std::string ran;
    Method twice = taking("A", {0, 0, 0, 120}, ran);
    twice.times = 2;
    CHECK(hold<Clock>("walks", "x", {.n = 10, .rounds = 3}, {twice}, {}).at(0).highest == 6);
    CHECK(ran == "AAAA");
}

TEST_CASE("contest: computing the answer is not timed, but freeing it is", "[unit]") {
    struct Solution {
        ~Solution() { Clock::time += std::chrono::nanoseconds(20); }
    };
    Method const method{"A", [] {
                            Clock::time += std::chrono::nanoseconds(100);
                            return [solution = std::make_shared<Solution>()] {
                                Clock::time += std::chrono::nanoseconds(9000);
                                return std::uint64_t{3};
                            };
                        }};
    CHECK(hold<Clock>("walks", "x", {.n = 10, .rounds = 3}, {method}, {}).at(0).highest == 12);
    std::string ran;
    CHECK_THROWS_WITH(
        hold<Clock>("walks", "x", {.n = 1, .rounds = 1}, {method, taking("B", {1, 1}, ran, 4)}, {}),
        "walks, x: 'B' found 4, 'A' found 3");
}

TEST_CASE("contest: a short method repeats until the minimum time has passed", "[unit]") {
    std::string ran;
    std::vector const methods{taking("A", {100, 40, 40, 40}, ran), taking("B", {100, 100}, ran)};
    contest::Terms terms{.n = 10, .rounds = 1};
    terms.at_least = std::chrono::nanoseconds(100);
    auto const results = hold<Clock>("walks", "x", terms, methods, {});
    CHECK(ran == "ABAAAB");
    CHECK(results.at(0).ns_per_object == 4);
    CHECK(results.at(1).ns_per_object == 10);
}

TEST_CASE("contest: a method with a slow warm-up runs once", "[unit]") {
    std::string ran;
    auto const methods = [&] {
        return std::vector{taking("A", {11, 3, 3}, ran), taking("B", {1, 2, 2}, ran),
                           taking("C", {10, 4, 4}, ran)};
    };
    contest::Terms terms{.n = 1, .rounds = 2};
    terms.patience = 10;
    auto const results = hold<Clock>("walks", "x", terms, methods(), {"B"});
    CHECK(ran == "ABCBCBC");
    CHECK(results.at(0).ns_per_object == 11);
    CHECK(results[0].rounds == 1);
    CHECK(results[1].rounds == 2);
    CHECK(results[2].ns_per_object == 4);
    ran.clear();
    terms.bearable = std::chrono::nanoseconds(11);  // a relatively slow method may still be bearable
    CHECK(hold<Clock>("walks", "x", terms, methods(), {}).at(0).ns_per_object == 3);
    CHECK(ran == "ABCABCABC");
}

#ifdef __linux__
TEST_CASE("contest: a method of one thread stays on its core, and only for its time", "[unit]") {
    Method method{"A", [&] {
                      cpu_set_t const own = cores();
                      CHECK(CPU_COUNT(&own) == 1);
                      CHECK(CPU_ISSET(static_cast<unsigned>(sched_getcpu()), &own));
                      Clock::time += std::chrono::nanoseconds(1);
                      return std::uint64_t{7};
                  }};
    hold<Clock>("walks", "x", {.n = 1, .rounds = 1}, {method}, {});
    cpu_set_t after = cores();
    CHECK(CPU_EQUAL(&at_start, &after));
    method.threads = 2;
    method.run = [&] {
        cpu_set_t const own = cores();
        CHECK(CPU_EQUAL(&at_start, &own));
        Clock::time += std::chrono::nanoseconds(1);
        return std::uint64_t{7};
    };
    hold<Clock>("walks", "x", {.n = 1, .rounds = 1}, {method}, {});
}
#endif

TEST_CASE("contest: an error names methods that disagree", "[unit]") {
    std::string ran;
    auto const methods = [&](std::uint64_t first, std::uint64_t second, std::uint64_t third) {
        return std::vector{taking("A", {1, 1}, ran, first), taking("B", {1, 1}, ran, second),
                           taking("C", {1, 1}, ran, third)};
    };
    CHECK_NOTHROW(hold<Clock>("walks", "x", {.n = 1, .rounds = 1}, methods(contest::not_compared, 3, 3), {}));
    CHECK_THROWS_WITH(
        hold<Clock>("walks", "x", {.n = 1, .rounds = 1}, methods(contest::not_compared, 3, 4), {}),
        "walks, x: 'C' found 4, 'B' found 3");
}

TEST_CASE("contest: each method is announced and reports its further figure", "[unit]") {
    std::string ran, announced;
    Method method = taking("A", {1, 1}, ran);
    method.extra_name = "descents_per_object";
    method.extra = [] { return 2.5; };
    contest::Terms terms{.n = 1, .rounds = 1};
    terms.begins = [&](std::string const& name) { announced += name + ran + ' '; };
    auto const results = hold<Clock>("walks", "x", terms, {method}, {});
    CHECK(announced == "A AA ");
    CHECK(results.at(0).extra == 2.5);
    CHECK(contest::results_json(results)[0]["descents_per_object"] == 2.5);
}

TEST_CASE("contest: the table has the results in either unit", "[unit]") {
    Result one = measured("DepthFirst", 19, 20, 24), other = measured("Prefetch<>", 5, 5, 5);
    one.suite = "walks";
    one.shape = "x.graph";
    one.n = 12;
    one.spread = 0.25;
    one.ratios = {{"DepthFirst", 1.0}};
    other.ratios = {{"DepthFirst", 4.0}};
    other.rounds = 1;
    CHECK(contest::table({one, other}) ==
          "walks, x.graph, 12 objects\n"
          "                                     ns/object  spread   x DepthFirst\n"
          "DepthFirst                                20.0     25%           1.00\n"
          "Prefetch<>                                 5.0       -           4.00\n");
    one.in_seconds = true;
    one.ns_per_object = 2.5e9;
    CHECK(contest::table({one}) == "walks, x.graph\n"
                                   "                                       seconds  spread   x DepthFirst\n"
                                   "DepthFirst                                2.50     25%           1.00\n");
    CHECK(contest::table({}).empty());
}

TEST_CASE("advice: compares the fastest method with the least demanding", "[unit]") {
    CHECK(contest::advice("walks", {measured("DepthFirst", 29, 30, 31), measured("MarkStack", 19, 20, 21),
                                    measured("Prefetch<>", 9, 10, 11)}) ==
          "For walks: Prefetch<>; 3.00 times as fast as DepthFirst.");
    CHECK(contest::advice("root sets", {measured("solve", 9, 10, 11), measured("by_sweeping", 29, 30, 31),
                                        measured("by_numbering", 14, 15, 16)}) ==
          "For root sets: solve; 1.50 times as fast as the next, by_numbering.");
    CHECK(contest::advice("root sets", {measured("solve", 9, 10, 11)}) == "For root sets: solve.");
    CHECK(contest::advice("root sets", {}).empty());
}

TEST_CASE("advice: methods within the spread are equally fast", "[unit]") {
    // solve's lowest time equals the fastest method's highest
    CHECK(contest::advice("root sets", {measured("solve", 11, 12, 13), measured("by_numbering", 9, 10, 11),
                                        measured("by_sweeping", 29, 30, 31)}) ==
          "For root sets: solve; as fast within the spread: by_numbering.");
    CHECK(
        contest::advice("root sets", {measured("solve", 12, 12, 13), measured("by_numbering", 9, 10, 11)}) ==
        "For root sets: by_numbering; 1.20 times as fast as solve.");
    CHECK(contest::advice("walks",
                          {measured("DepthFirst", 40, 40, 40), measured("MarkStack", 10, 12, 14),
                           measured("Prefetch<>", 9, 10, 11), measured("Prefetch<>, once", 8, 9, 10)}) ==
          "For walks: MarkStack; 3.33 times as fast as DepthFirst; as fast within the spread: Prefetch<>, "
          "'Prefetch<>, once'.");
}

TEST_CASE("advice: methods with threads are compared with the best single thread", "[unit]") {
    auto const alone = measured("DepthFirst", 19, 20, 21);
    CHECK(contest::advice("walks", {alone, measured("Parallel<>", 9, 10, 11, 4)}) ==
          "For walks: DepthFirst. Parallel<> on 4 threads is 2.00 times as fast.");
    CHECK(contest::advice("walks", {alone, measured("Parallel<>", 9, 10, 19, 4)}) ==
          "For walks: DepthFirst. Parallel<> on 4 threads is no faster.");
}

TEST_CASE("advice: reports that one round has no spread", "[unit]") {
    auto one = measured("DepthFirst", 20, 20, 20), other = measured("Prefetch<>", 10, 10, 10);
    one.rounds = other.rounds = 1;
    CHECK(contest::advice("walks", {one, other}) ==
          "For walks: Prefetch<>; 2.00 times as fast as DepthFirst. Only one round was timed: the spread is "
          "unknown.");
}
