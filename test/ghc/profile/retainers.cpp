// Retainer sets of the mock GHC heap, by definition.
#include "catch.hpp"
#include "ghc/random_heap.hpp"
#include "profile/expected.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/set_table.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::ClosureType;

TEST_CASE("GHC: the same closure types are retainers", "[conformance]") {
    std::set<std::string> const retainers{"TSO",
                                          "STACK",
                                          "MUT_PRIM",
                                          "MVAR_CLEAN",
                                          "MVAR_DIRTY",
                                          "TVAR",
                                          "MUT_VAR_CLEAN",
                                          "MUT_VAR_DIRTY",
                                          "MUT_ARR_PTRS_CLEAN",
                                          "MUT_ARR_PTRS_DIRTY",
                                          "SMALL_MUT_ARR_PTRS_CLEAN",
                                          "SMALL_MUT_ARR_PTRS_DIRTY",
                                          "BLOCKING_QUEUE",
                                          "THUNK",
                                          "THUNK_1_0",
                                          "THUNK_0_1",
                                          "THUNK_2_0",
                                          "THUNK_1_1",
                                          "THUNK_0_2",
                                          "THUNK_SELECTOR",
                                          "AP",
                                          "AP_STACK",
                                          "THUNK_STATIC",
                                          "WEAK"};
    std::set<std::string> const others{"CONSTR",
                                       "CONSTR_1_0",
                                       "CONSTR_0_1",
                                       "CONSTR_2_0",
                                       "CONSTR_1_1",
                                       "CONSTR_0_2",
                                       "CONSTR_NOCAF",
                                       "FUN",
                                       "FUN_1_0",
                                       "FUN_0_1",
                                       "FUN_2_0",
                                       "FUN_1_1",
                                       "FUN_0_2",
                                       "FUN_STATIC",
                                       "PAP",
                                       "IND_STATIC",
                                       "BLACKHOLE",
                                       "WHITEHOLE",
                                       "CONTINUATION",
                                       "PRIM",
                                       "BCO",
                                       "ARR_WORDS",
                                       "COMPACT_NFDATA",
                                       "TREC_CHUNK",
                                       "MUT_ARR_PTRS_FROZEN_CLEAN",
                                       "MUT_ARR_PTRS_FROZEN_DIRTY",
                                       "SMALL_MUT_ARR_PTRS_FROZEN_CLEAN",
                                       "SMALL_MUT_ARR_PTRS_FROZEN_DIRTY"};
    ghc::Heap heap;
    for (std::uint32_t number = 0; number <= ghc::closure_types; ++number) {
        ClosureType const type{number};
        Closure const closure{heap.program().table(type, "C", 0, 0), nullptr, 0};
        std::string const name(ghc::name(type));
        INFO(name);
        if (retainers.contains(name) || others.contains(name))
            CHECK(ghc::is_retainer(&closure) == retainers.contains(name));
        else CHECK_THROWS_AS(ghc::is_retainer(&closure), ghc::IllFormed);
    }
}

TEST_CASE("GHC: cost-centre stacks identify retainers", "[conformance]") {
    ghc::Heap heap;
    Closure *x = heap.con("X"), *list = nullptr, *var = nullptr;
    {
        ghc::Scc const outer(heap, "build", "Lib"), inner(heap, "step");
        list = heap.thunk("t", {x});
    }
    {
        ghc::Scc const scc(heap, "cache");
        var = heap.mut_var(x);
    }
    heap.stable(heap.con("Pair", {list, var}));
    auto retainers = ghc::by_retainer(heap);
    auto description = trav::by("description", [](Closure* c) { return ghc::description(c); });
    trav::Profiler profiler{ghc::Graph(heap), retainers, description};
    profiler.sample(heap.roots(), 0);
    auto const profile = profiler.profile();
    CHECK(profile.by(description, retainers).at({"X", "cache,step"}).objects == 1);
    CHECK(profile.by(retainers).at("SYSTEM").objects == 3);  // the pair and its two fields
    std::vector<std::vector<std::string>> elements;
    for (auto const& set : trav::SetTable{profile, retainers}.sets) elements.push_back(set.elements);
    CHECK(elements == std::vector<std::vector<std::string>>{{"<SYSTEM.SYSTEM>"},
                                                            {"<Main.cache>", "<Main.step,Lib.build>"}});
}

TEST_CASE("GHC: a retainer allocated by the system is SYSTEM like the roots; MAIN is an empty stack",
          "[conformance]") {
    ghc::Heap heap;
    Closure* const x = heap.con("X");
    heap.set_ccs(heap.cost_centres().system());
    Closure* const var = heap.mut_var(x);
    heap.set_ccs(heap.cost_centres().main());
    heap.stable(heap.con("Pair", {x, var}));
    heap.stable(heap.mut_var(heap.con("Y")));
    auto retainers = ghc::by_retainer(heap);
    trav::Profiler profiler{ghc::Graph(heap), retainers};
    profiler.sample(heap.roots(), 0);
    auto const profile = profiler.profile();
    CHECK(profile.by(retainers).at("SYSTEM").objects == 3);
    CHECK(profile.by(retainers).at("MAIN").objects == 2);
    CHECK(trav::SetTable{profile, retainers}.sets.front().elements == std::vector<std::string>{"<>"});
}

TEST_CASE("GHC: retainer sets of heaps with every kind of closure solve the equations", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        test::RandomHeap random(seed);
        ghc::Heap& heap = random.heap;
        ghc::Graph const graph(heap);
        // producers, and the heap as an adjacency list
        std::map<Closure*, int> numbers;
        std::vector<Closure*> closures;
        for (Closure* c : random.all) {
            c->ccs =
                heap.cost_centres().push(heap.cost_centres().main(), "p" + std::to_string(random.below(12)));
            if (random.below(20) == 0) c->ccs = heap.cost_centres().system();
        }
        test::Shape shape;
        auto const number = [&](Closure* pointer) {
            Closure* const c = pointer ? graph.resolve(pointer) : nullptr;
            if (!c) return -1;
            auto const [at, fresh] = numbers.try_emplace(c, static_cast<int>(closures.size()));
            if (fresh) closures.push_back(c);
            return at->second;
        };
        for (Closure* root : heap.roots()) shape.roots.push_back(number(root));
        for (std::size_t n = 0; n < closures.size(); ++n) {
            shape.children.emplace_back();
            trav::scan(graph, closures[n],
                       [&](Closure* child) { shape.children[n].push_back(number(child)); });
        }
        auto const at = [&](int n) { return closures[static_cast<std::size_t>(n)]; };
        auto const sets = test::retainer_sets(
            shape, [&](int n) { return ghc::is_retainer(at(n)); },
            [&](int n) { return std::string(ghc::label(at(n)->ccs)); });
        for (std::size_t const cap : {std::size_t{8}, std::size_t{3}, trav::InternedSets::no_cap}) {
            test::Expected expected;
            for (std::size_t n = 0; n < sets.size(); ++n)
                test::add(expected, {sets[n].size() > cap ? "MANY" : test::joined(sets[n])}, 0, 1,
                          graph.size(closures[n]));
            auto retainers = ghc::by_retainer(heap, cap);
            trav::Profiler profiler{graph, retainers};
            profiler.sample(heap.roots(), 0);
            CHECK(profiler.statistics().objects == sets.size());
            CHECK(test::lines_of(profiler.profile().by(retainers)) == expected);
        }
    }
}
