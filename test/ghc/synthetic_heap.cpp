// The tests of GHC's own traversal, census and root profiler: their heap, and their expected output.
//
// GHC's heap for tests (TestHeap) has nodes of three types: a WEAK refers to three nodes, a THUNK_SELECTOR to
// one, an ARR_WORDS to none. The table of its WEAK says three pointers and one word, unlike that of the
// runtime system.
#include "catch.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/profile/by_closure.hpp>
#include <trav/ghc/profile/census_graph.hpp>
#include <trav/ghc/profile/roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/store/header_word.hpp>
#include <trav/traverse_heap.hpp>

#include <map>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::ClosureType;

namespace {

struct Nodes {
    ghc::Heap heap;
    std::map<Closure*, int> number;

    Closure* node(int id) { return numbered(id, heap.bytes(0)); }
    Closure* node(int id, Closure* a) { return numbered(id, heap.selector(0, a)); }
    Closure* node(int id, Closure* a, Closure* b, Closure* c) {
        Closure* const made =
            heap.allocate(heap.table(ClosureType::WEAK, "WEAK", 3, 1), ghc::words_of<ghc::Weak>);
        *ghc::as<ghc::Weak>(made) = {*made, nullptr, a, b, c, nullptr};
        return numbered(id, made);
    }
    Closure* numbered(int id, Closure* c) {
        number[c] = id;
        return c;
    }
};

/// ProfHeapTest and RootProfSynthTest.
struct TestHeap : Nodes {
    Closure* simple = node(1000, node(1001), node(1002, node(1003)), node(1004));
    Closure* merge = node(1102, node(1103));
    Closure* merged = node(1100, node(1101, merge), merge, node(1104));
    Closure* chain = node(2000, node(2001),
                          node(2002, node(2003, node(2004, node(2005), node(2006), node(2007)))), node(2008));

    trav::Table profile(auto& breakdown) {
        trav::Profiler profiler{ghc::CensusGraph(heap), breakdown};
        profiler.sample_heap(std::vector<Closure*>{}, 0);
        return profiler.profile().by(breakdown);
    }
};

std::size_t words(trav::Table const& table, std::string const& band) {
    return table.at(band).bytes / ghc::word_bytes;
}

struct Visits {
    std::map<Closure*, int> const& number;
    std::string log{};

    bool visit(auto& here) {
        log += "v" + std::to_string(number.at(here.node)) + " ";
        return here.first;
    }
};
struct VisitsAndReturns : Visits {
    void leave(auto& here) { log += "r" + std::to_string(number.at(here.node)) + " "; }
};

}  // namespace

TEST_CASE("GHC's ProfHeapTest: a census takes the size of a WEAK from its table", "[conformance]") {
    TestHeap test;
    auto by_type = ghc::by_closure_type();
    trav::Table const table = test.profile(by_type);
    CHECK(words(table, "THUNK_SELECTOR") == 15);
    CHECK(words(table, "ARR_WORDS") == 20);
    CHECK(words(table, "WEAK") == 20);
    CHECK(table.total().bytes == 55 * ghc::word_bytes);
}

TEST_CASE("GHC's RootProfSynthTest: three named roots, and a graph that none of them reaches",
          "[conformance]") {
    TestHeap test;
    ghc::HeapRoots roots(
        [&] { return ghc::NamedRoots{{"c10", test.simple}, {"c11", test.merged}, {"c1102", test.merge}}; });
    trav::Table const table = test.profile(roots);
    CHECK(words(table, "NOROOT") == 26);
    CHECK(words(table, "c10") == 14);
    CHECK(words(table, "c11") == 10);
    CHECK(words(table, "c11,c1102") == 5);
    CHECK(table.total().bytes == 55 * ghc::word_bytes);
}

TEST_CASE("GHC's TraverseHeapTest: visits and returns are in GHC's order", "[conformance]") {
    Nodes test;
    auto const node = [&](auto... arguments) { return test.node(arguments...); };
    Closure* const simple = node(1000, node(1001), node(1002), node(1003));
    Closure* const shared = node(1102);
    Closure* const merged = node(1100, node(1101, shared), shared, node(1103));
    Closure* const chain = node(
        2000, node(2001), node(2002, node(2004, node(2005, node(2006), node(2007), node(2008)))), node(2003));
    std::vector<Closure*> const roots{simple, merged, chain};
    char const* const visits_and_returns[] = {
        "v1000 v1001 r1001 v1002 r1002 v1003 r1003 r1000 ",
        "v1100 v1101 v1102 r1102 r1101 v1102 v1103 r1103 r1100 ",
        "v2000 v2001 r2001 v2002 v2004 v2005 v2006 r2006 v2007 r2007 v2008 r2008 r2005 r2004 r2002 "
        "v2003 r2003 r2000 "};
    char const* const visits[] = {"v1000 v1001 v1002 v1003 ", "v1100 v1101 v1102 v1102 v1103 ",
                                  "v2000 v2001 v2002 v2004 v2005 v2006 v2007 v2008 v2003 "};
    for (std::size_t i = 0; i != roots.size(); ++i) {
        VisitsAndReturns calls{{test.number}};
        trav::traverse(ghc::Graph(test.heap), std::vector{roots[i]}, calls);
        CHECK(calls.log == visits_and_returns[i]);
        Visits only{test.number};
        trav::traverse(ghc::Graph(test.heap), std::vector{roots[i]}, only);
        CHECK(only.log == visits[i]);
    }
}

TEST_CASE("GHC's TraverseHeapTest: closures that are made between passes are new to the next pass",
          "[conformance]") {
    Nodes test;
    trav::HeaderWord<trav::node_data_t<Visits>, ghc::HeaderAccess> words{ghc::HeaderAccess(test.heap)};
    auto const pass = [&](Closure* root) {
        Visits visits{test.number};
        trav::traverse(ghc::Graph(test.heap), std::vector{root}, visits, words);
        return visits.log;
    };
    Closure* root = test.node(0);
    std::string log = "v0 ";
    for (int i = 1; i != 6; ++i) {  // an old node twice, and a new one, below a new root
        Closure* const before = root;
        root = test.node(10 * i, before, test.node(10 * i + 1), before);
        std::string const old_root = log.substr(0, log.find(' ') + 1);
        log = "v" + std::to_string(10 * i) + " " + log + "v" + std::to_string(10 * i + 1) + " " + old_root;
        CHECK(pass(root) == log);
    }
    CHECK(pass(root) == log);
}
