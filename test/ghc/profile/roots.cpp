// Roots named by a running program.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/by_closure.hpp>
#include <trav/ghc/profile/census_graph.hpp>
#include <trav/ghc/profile/roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/shares.hpp>

namespace ghc = trav::ghc;
using ghc::Closure;

namespace {

/// hsc_EPS, hsc_FC and hsc_OTHER share their boxed words.
struct HscEnv {
    ghc::Heap heap;
    Closure* word(ghc::Word n) { return heap.con("W#", {}, {n}); }
    Closure *x = word(1), *y = word(2), *z = word(3);
    ghc::StablePtr eps = heap.stable(heap.con("EPS", {x, y, word(4)}));
    ghc::StablePtr fc = heap.stable(heap.con("FC", {x, y, z, word(5)}));
    ghc::StablePtr other = heap.stable(heap.con("OTHER", {x, z, word(6)}));
    ghc::StablePtr hsc =
        heap.stable(heap.con("HscEnv", {heap.deref(eps), heap.deref(fc), heap.deref(other)}));
    auto at(ghc::StablePtr p) {
        return [this, p] { return heap.deref(p); };
    }
};

}  // namespace

TEST_CASE("GHC's named roots: each sample asks for them", "[unit]") {
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

TEST_CASE("GHC's named roots: without roots, everything is outside", "[unit]") {
    ghc::Heap heap;
    heap.con("A");
    ghc::HeapRoots roots;
    trav::Profiler profiler{ghc::CensusGraph(heap), roots};
    profiler.sample_heap(std::vector<ghc::Closure*>{}, 0);
    CHECK(profiler.profile().by(roots).at("NOROOT") == trav::Amount{16, 1});
}

TEST_CASE("GHC: the root profiler's example gives the same sets before and after objects have moved",
          "[conformance]") {
    HscEnv env;
    trav::RootSets<Closure*> roots{
        {"hsc", env.at(env.hsc)}, {"eps", env.at(env.eps)}, {"fc", env.at(env.fc)}};
    trav::Profiler profiler{ghc::Graph(env.heap), roots};
    for (std::size_t t = 0; t != 3; ++t) {
        profiler.sample(std::vector<Closure*>{}, static_cast<double>(t));
        auto const profile = profiler.profile();
        auto const table = profile.by(roots);
        CHECK(table.at("hsc", t) == trav::Amount{80, 3});
        CHECK(table.at("hsc,eps", t) == trav::Amount{48, 2});
        CHECK(table.at("hsc,fc", t) == trav::Amount{72, 3});
        CHECK(table.at("hsc,eps,fc", t) == trav::Amount{32, 2});
        CHECK(table.lines.size() == 4);
        CHECK(table.total(t) == trav::Amount{232, 10});
        CHECK(trav::Shares{profile, roots, t}.freed_if_dropped({"hsc", "fc"}) == trav::Amount{152, 6});
        auto const before = env.heap.deref(env.hsc);
        env.heap.collect();
        CHECK(env.heap.deref(env.hsc) != before);
    }
}

TEST_CASE("GHC: the whole heap is counted, and unreachable objects are NOROOT", "[conformance]") {
    HscEnv env;
    env.heap.con("Garbage", {env.x});
    trav::RootSets<Closure*> roots{{"fc", env.at(env.fc)}};
    trav::Profiler profiler{ghc::Graph(env.heap), roots};
    profiler.sample_heap(env.heap.roots(), 0);
    env.heap.collect();
    profiler.sample_heap(env.heap.roots(), 1);
    auto const table = profiler.profile().by(roots);
    CHECK(table.at("fc", 0) == trav::Amount{104, 5});
    CHECK(table.total(0) == trav::Amount{232 + 16, 11});
    CHECK(table.at("NOROOT", 1) == trav::Amount{128, 5});
    CHECK(table.total(1) == trav::Amount{232, 10});
}
