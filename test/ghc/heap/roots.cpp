// test/ghc/heap/roots.cpp: the run queue is linked; the numbers of stable pointers are reused.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <vector>

using namespace trav::ghc;

TEST_CASE("threads stay linked in run queue order if any of them is removed", "[unit]") {
    Heap heap;
    std::vector<Closure*> threads;
    for (int i = 0; i < 3; ++i) threads.push_back(heap.thread(heap.stack({heap.stop_frame()})));
    Roots roots;
    for (Closure* tso : threads) roots.schedule(tso);
    auto const next = [](Closure* tso) { return as<Tso>(tso)->next; };
    CHECK(next(threads[0]) == threads[1]);
    CHECK(next(threads[1]) == threads[2]);
    CHECK(roots.unschedule(threads[1]));
    CHECK(next(threads[0]) == threads[2]);
    CHECK(roots.run_queue() == std::vector{threads[0], threads[2]});
    CHECK_FALSE(roots.unschedule(threads[1]));
    CHECK(roots.unschedule(threads[0]));
    CHECK(roots.all() == std::vector{threads[2]});
}

TEST_CASE("GHC's roots are the head and the tail of the run queue", "[unit]") {
    Heap heap;
    Roots roots;
    CHECK(roots.as_in_ghc().empty());
    std::vector<Closure*> threads;
    for (int i = 0; i < 3; ++i) {
        threads.push_back(heap.thread(heap.stack({heap.stop_frame()})));
        roots.schedule(threads.back());
    }
    CHECK(roots.all() == threads);
    CHECK(roots.as_in_ghc() == std::vector{threads[0], threads[2]});
}

TEST_CASE("the number of a freed stable pointer is reused", "[unit]") {
    Heap heap;
    Closure *const x = heap.con("X"), *const y = heap.con("Y");
    Roots roots;
    StablePtr const first = roots.stable(x), second = roots.stable(y);
    CHECK(roots.deref(first) == x);
    CHECK(roots.deref(second) == y);
    roots.free_stable(first);
    CHECK(roots.all() == std::vector{tagged(y)});
    CHECK(roots.stable(x) == first);
    CHECK(roots.stable(y) != first);  // only once
    CHECK(roots.deref(first) == x);
}
