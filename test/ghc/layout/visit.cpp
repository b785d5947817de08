// test/ghc/layout/visit.cpp: the closure visited for a pointer, if any.
#include <trav/ghc/layout/visit.hpp>

#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

using namespace trav::ghc;

namespace {

Closure* visited(Closure* pointer, bool skip = false) {
    return visited_closure(pointer, [&](Closure*) { return skip; });
}

}  // namespace

TEST_CASE("most closures are visited, without their tag", "[unit]") {
    Heap heap;
    Closure *const x = heap.con("X"), *const s = heap.static_con("S");
    CHECK(visited(nullptr) == nullptr);
    CHECK(visited(with_tag(x, 5), true) == x);
    CHECK(visited(heap.thunk("t"))->info == heap.thunk_info("t", 0));
    CHECK(visited(s, true) == s);
    CHECK(visited(heap.ind_static(with_tag(x, 2))) == x);
    CHECK(visited(heap.ind_static(heap.ind_static(x))) == x);
    CHECK(visited(heap.ind_static(heap.caf("c"))) == nullptr);
    CHECK(visited(heap.ind_static(nullptr)) == nullptr);
    CHECK_THROWS_AS(visited(heap.ind(x)), IllFormed);
}

TEST_CASE("threads that have ended, and constants without pointers, are not visited", "[unit]") {
    Heap heap;
    Closure* const tso = heap.thread(heap.stack({heap.stop_frame()}));
    for (WhatNext const next :
         {WhatNext::RunGHC, WhatNext::Interpret, WhatNext::Killed, WhatNext::Complete}) {
        as<Tso>(tso)->what_next = next;
        bool const ended = next == WhatNext::Killed || next == WhatNext::Complete;
        CHECK(visited(tso, true) == (ended ? nullptr : tso));
    }
    Closure* const unpacked = heap.con("U", {}, {1, 2, 3});
    CHECK(visited(unpacked) == unpacked);
    CHECK(visited(unpacked, true) == nullptr);
    Closure* const s = heap.static_con("S");
    CHECK(visited(heap.static_fun("f")) == nullptr);
    for (Closure* const c : {heap.static_fun("f", {s}), heap.static_fun(Code("f").refers(s)),
                             heap.static_fun(Code("f").refers(s), {s}), heap.caf(Code("c").refers(s))})
        CHECK(visited(c, true) == c);
    CHECK(visited(heap.caf("c")) == nullptr);
}
