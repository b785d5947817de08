// The heap as GHC's census sees it.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/by_closure.hpp>
#include <trav/ghc/profile/census_graph.hpp>
#include <trav/profile/profiler.hpp>

namespace ghc = trav::ghc;
using ghc::Closure;

TEST_CASE("GHC's census: it includes threads and their stacks only on request", "[conformance]") {
    ghc::Heap heap;
    heap.con("X");
    Closure* const stack = heap.stack({});
    heap.schedule(heap.thread(stack));
    auto type = ghc::by_closure_type();
    for (bool const stacks : {false, true}) {
        trav::Profiler profiler{ghc::CensusGraph(heap, stacks), type};
        profiler.sample_heap(heap.roots(), 0);
        auto const table = profiler.profile().by(type);
        CHECK(table.at("main:Main.X").bytes == 16);
        CHECK(table.at("TSO").bytes == (stacks ? 128 : 0));
        CHECK((table.at("STACK").bytes > 0) == stacks);
    }
}

TEST_CASE("GHC's census: iterators are equal at the same object only", "[unit]") {
    ghc::Heap heap;
    heap.con("X");
    heap.con("Y");
    ghc::CensusGraph const graph(heap);
    auto const objects = graph.objects();
    auto second = objects.begin();
    auto const first = second++;
    CHECK(first == objects.begin());
    CHECK_FALSE(first == second);
    CHECK(++second == objects.end());
}
