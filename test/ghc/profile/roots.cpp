// Roots that a program names as it runs.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/breakdowns.hpp>
#include <trav/ghc/profile/roots.hpp>
#include <trav/profile/profiler.hpp>

namespace ghc = trav::ghc;

TEST_CASE("GHC's named roots: they are asked for at each sample", "[unit]") {
    ghc::Heap heap;
    auto* const shared = heap.con("S");
    auto* const a = heap.con("A", {shared});
    auto* const b = heap.con("B", {shared, a});
    ghc::NamedRoots named{{"a", a}};
    ghc::HeapRoots roots([&] { return named; });
    trav::Profiler profiler{ghc::CensusGraph(heap), roots};
    profiler.sample_heap(std::vector<ghc::Closure*>{}, 0);
    named.push_back({"b", b});
    profiler.sample_heap(std::vector<ghc::Closure*>{}, 1);
    named = {{"one", a}, {"one", b}, {"none", nullptr}};
    profiler.sample_heap(std::vector<ghc::Closure*>{}, 2);
    auto const table = profiler.profile().by(roots);
    CHECK(table.at("a", 0) == trav::Amount{32, 2});
    CHECK(table.at("NOROOT", 0) == trav::Amount{24, 1});
    CHECK(table.at("a,b", 1) == trav::Amount{32, 2});
    CHECK(table.at("b", 1) == trav::Amount{24, 1});
    CHECK(table.at("one", 2) == trav::Amount{56, 3});
}

TEST_CASE("GHC's named roots: without any everything is outside", "[unit]") {
    ghc::Heap heap;
    heap.con("A");
    ghc::HeapRoots roots;
    trav::Profiler profiler{ghc::CensusGraph(heap), roots};
    profiler.sample_heap(std::vector<ghc::Closure*>{}, 0);
    CHECK(profiler.profile().by(roots).at("NOROOT") == trav::Amount{16, 1});
}
