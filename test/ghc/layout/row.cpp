// test/ghc/layout/row.cpp: row() returns null, or all children of a closure in order.
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/layout/row.hpp>

#include <set>
#include <vector>

using namespace trav::ghc;

TEST_CASE("row() returns the children that a scan finds", "[property]") {
    std::set<ClosureType> in_a_row, visited;
    for (unsigned seed = 0; seed != 20; ++seed) {
        test::RandomHeap random(seed, 300);
        Graph const graph(random.heap);
        for (Closure* const c : random.all) {
            Closure* const closure = untag(c);
            INFO(name(type(closure)));
            if (is_visited(info(closure))) {
                visited.insert(type(closure));
                CHECK(graph.resolve(c) == closure);
            }
            auto const children = row(closure);
            if (children.data() == nullptr) continue;
            in_a_row.insert(type(closure));
            std::vector<Closure*> scanned;
            scan_closure(closure, [&](Closure* child) { scanned.push_back(child); });
            CHECK(std::vector<Closure*>(children.begin(), children.end()) == scanned);
        }
    }
    using enum ClosureType;
    for (ClosureType const type :
         {CONSTR, CONSTR_1_0, CONSTR_2_0, FUN, FUN_1_0, THUNK, THUNK_1_0, THUNK_2_0}) {
        INFO(name(type));
        CHECK(in_a_row.count(type) == 1);
        CHECK(visited.count(type) == 1);
    }
    for (ClosureType const type : {IND_STATIC, TSO, CONSTR_NOCAF, THUNK_STATIC, FUN_STATIC}) {
        INFO(name(type));
        CHECK(visited.count(type) == 0);
    }
}

TEST_CASE("closures with a null pointer, an SRT or many pointers have no row") {
    Heap heap;
    Closure* const x = heap.con("X");
    CHECK(row(heap.con("C", {x, nullptr, x})).data() == nullptr);
    CHECK(row(heap.con("C", {x, x, x, x, x})).data() == nullptr);
    CHECK(row(heap.con("C", {x, x, x, x})).size() == 4);
    CHECK(row(heap.fun("f", {x})).size() == 1);
    CHECK(row(heap.fun(Code("g").refers(heap.caf("caf")), {x})).data() == nullptr);
    CHECK(row(heap.selector(0, x)).data() == nullptr);
    CHECK(row(heap.con("None")).data() != nullptr);
    CHECK(row(heap.con("None")).empty());
}
