// test/ghc/live/census.cpp: compares the bytes by values of flows with the solver's.
#include "catch.hpp"
#include "ghc/live/range_of.hpp"
#include "ghc/random_heap.hpp"
#include "support/peer_solvers.hpp"

#include <trav/flow/solve.hpp>
#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/profile/retainer.hpp>

#include <cstdint>
#include <map>
#include <vector>

using namespace trav::ghc;
using test::RandomHeap;
using test::range_of;
using trav::InternedSets;

namespace {

struct SetFlow {
    using value = InternedSets::Id;
    InternedSets sets{};
    value join(value a, value b) { return sets.unite(a, b); }
};

using Bins = std::map<std::uint32_t, std::pair<std::size_t, std::size_t>>;  // bytes and objects

Bins bins_of(std::vector<trav::Amount> const& amounts) {
    Bins bins;
    for (std::size_t i = 0; i != amounts.size(); ++i)
        if (amounts[i].objects != 0 || amounts[i].bytes != 0)
            bins[static_cast<std::uint32_t>(i)] = {amounts[i].bytes, amounts[i].objects};
    return bins;
}
Bins solved(LiveGraph const& graph, auto const& sources, auto& flow) {
    auto const values = peer::solve_by_condensing(graph, sources, flow);
    Bins bins;
    for (Closure* const c : values.nodes()) {
        if (graph.is_static(c)) continue;
        auto& [bytes, objects] = bins[*values.find(c)];
        bytes += graph.size(c), ++objects;
    }
    return bins;
}

using Sources = std::vector<trav::Source<Closure*, InternedSets::Id>>;

Sources random_sources(RandomHeap& random, InternedSets& sets, std::uint32_t count) {
    Sources sources;
    for (std::uint32_t i = 0; i != count; ++i) sources.push_back({random.any(), sets.singleton(i)});
    return sources;
}

}  // namespace

TEST_CASE("a census by root sets counts the same as the solver", "[property]") {
    for (unsigned seed = 0; seed != 60; ++seed) {
        RandomHeap random(seed, seed % 2 == 0 ? 120 : 1500);
        AddressRange const range = range_of(random.heap);
        LiveGraph const graph(range, false);
        SetFlow flow;
        auto const sources = random_sources(random, flow.sets, 1 + seed % 9);
        auto const expected = solved(graph, sources, flow);
        WordTable table(range);
        CHECK(bins_of(Census(graph, table, flow).run(sources)) == expected);
        for (int again = 0; again != 3; ++again) {  // the words of the last census are not marks of this one
            HeaderWords words;
            CHECK(bins_of(Census(graph, words, flow).run(sources)) == expected);
        }
    }
}

TEST_CASE("a census by retainers counts the same as the solver", "[property]") {
    for (unsigned seed = 0; seed != 60; ++seed) {
        RandomHeap random(seed, 800);
        AddressRange const range = range_of(random.heap);
        LiveGraph const graph(range, false);
        auto flow = trav::by_retainer<Closure*>(
            [](Closure* c) { return properties(type(c)).retainer == Answer::yes; },
            [](Closure* c) { return type(c); }, InternedSets::no_cap,
            [](ClosureType t) { return std::string(name(t)); });
        Sources sources;
        std::vector<Closure*> roots;
        for (Closure* const root : random.heap.roots())
            if (Closure* const c = graph.resolve(root)) roots.push_back(c);
        flow.sources(roots, [&](Closure* c, InternedSets::Id set) { sources.push_back({c, set}); });
        auto const expected = solved(graph, sources, flow);
        HeaderWords words;
        CHECK(bins_of(Census(graph, words, flow).run(sources)) == expected);
    }
}

namespace {

/// Eight objects refer to a list of a thousand cells, so that each cell gets eight values. `others` objects
/// precede each of the eight in memory.
void check_that_a_list_sends_twice_at_most(int others) {
    Heap heap;
    Closure* list = heap.con("Nil", {}, {0, 0, 0});
    for (int i = 0; i != 1000; ++i) list = heap.con("Cons", {list});
    Closure* lists = heap.con("Nil", {}, {0, 0, 0});
    SetFlow flow;
    Sources sources;
    for (std::uint32_t i = 0; i != 8; ++i) {
        for (int other = 0; other != others; ++other) lists = heap.con("Cons", {lists});
        sources.push_back({heap.con("Root", {list}), flow.sets.singleton(i)});
    }
    LiveGraph const graph(range_of(heap), false);
    if (others != 0) CHECK(graph.megabyte(sources[1].node) != graph.megabyte(sources[0].node));
    HeaderWords words;
    Census census(graph, words, flow);
    auto const bins = bins_of(census.run(sources));
    CHECK(bins.size() == 9);
    CHECK(bins.rbegin()->second.second == 1001);
    CHECK(census.visits() <= 2 * 1009);
}

}  // namespace

TEST_CASE("a pending object sends all values that have arrived in the meantime at once", "[unit]") {
    check_that_a_list_sends_twice_at_most(0);
}

TEST_CASE("all sources send before pending objects, wherever they are in memory", "[unit]") {
    check_that_a_list_sends_twice_at_most(40000);  // each of the eight is in its own megabyte
}
