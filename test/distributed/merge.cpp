// test/distributed/merge.cpp: tests that the profiles of a fleet of heaps are merged by the texts of bands.
#include "catch.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/merge.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::Threads;

namespace {

using Node = std::uint32_t;

// A heap of n objects, of types "A" and "B" in turns; the last one has type "only N". All are reached by
// "cache".
trav::Profile heap_of(int n, std::size_t samples = 1, std::string const& breakdown = "type") {
    Shape s{"", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {0}};
    for (int i = 1; i != n; ++i) s.children[0].push_back(i);
    Arrays const arrays(s);
    auto type = trav::by(breakdown, [n](Node o) {
        return o + 1 == static_cast<Node>(n) ? "only " + std::to_string(n)
                                             : std::string(o % 2 == 0 ? "A" : "B");
    });
    trav::RootSets<Node> roots{{"cache", Node{0}}};
    trav::Profiler profiler{arrays.graph(), type, roots};
    for (std::size_t i = 0; i != samples; ++i) profiler.sample(arrays.roots, static_cast<double>(i));
    return profiler.profile();
}

}  // namespace

TEST_CASE("equal bands of several heaps are added up") {
    std::optional<trav::Profile> all;
    on_threads(3, [&](Threads& comm) {
        auto profile = trav::distributed::merged(comm, heap_of(static_cast<int>(4 + comm.rank())));
        if (profile.has_value() != (comm.rank() == 0)) throw std::logic_error("at rank 0");
        if (profile) all = std::move(profile);
    });
    auto const types = all->by_names({"type"});
    // of 3, 4 and 5 objects without the last: A 2 + 2 + 3, B 1 + 2 + 2
    CHECK(types.at("A").objects == 7);
    CHECK(types.at("B").objects == 5);
    CHECK(types.at("only 5").objects == 1);
    CHECK(types.lines.size() == 5);
    CHECK(all->by_names({"root"}).at("cache").objects == 4 + 5 + 6);
    CHECK(all->columns[1].bands.size() == 1);
}

TEST_CASE("profiles that do not match are refused") {
    char const* const words =
        "trav: profiles of several ranks are one only if they have the same breakdowns and as many samples";
    auto const merge = [](auto profile_of) {
        return [=] {
            on_threads(
                2, [&](Threads& comm) { (void)trav::distributed::merged(comm, profile_of(comm.rank())); });
        };
    };
    CHECK_THROWS_WITH(merge([](std::size_t rank) { return heap_of(3, 1 + rank); })(), words);
    CHECK_THROWS_WITH(merge([](std::size_t rank) { return heap_of(3, 1, rank == 0 ? "type" : "kind"); })(),
                      words);
    CHECK_THROWS_WITH(merge([](std::size_t rank) { return rank == 0 ? heap_of(3) : trav::Profile(); })(),
                      words);
}

TEST_CASE("all ranks together list as many members of sets as one rank") {
    // each rank has 10 sets of 200,000 members of its own: 2,000,000, which one rank alone may list
    std::optional<trav::Profile> all;
    on_threads(2, [&](Threads& comm) {
        trav::Profile profile;
        profile.columns.push_back({"root", nullptr, {}});
        profile.samples.push_back({0, {}});
        for (std::uint32_t i = 0; i != 10; ++i) {
            trav::Band band{"set " + std::to_string(comm.rank() * 10 + i), {}};
            band.members.assign(200000 + i, "x");
            profile.columns[0].bands.push_back(band);
            profile.samples[0].entries.push_back({{i}, {8, 1}});
        }
        if (auto merged = trav::distributed::merged(comm, std::move(profile))) all = std::move(merged);
    });
    auto const sets = all->by_names({"root"});
    // both have sets of each size, so the sets of 5 sizes are listed
    CHECK(sets.lines.size() == 11);
    CHECK(all->columns[0].bands.size() == 11);
    CHECK(sets.at("MANY").objects == 10);
    CHECK(sets.at("set 4").objects == 1);
    CHECK(sets.at("set 5").objects == 0);
}
