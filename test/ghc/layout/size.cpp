// test/ghc/layout/size.cpp: the size of each kind of closure, in words with the profiling header, and in
// bytes without it.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

using namespace trav::ghc;

TEST_CASE("every kind of closure has GHC's size", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    Closure* const f = heap.fun(Code("f").args("pnp"), {x});
    using enum ClosureType;
    CHECK(size_words(heap.con("C")) == 4);
    CHECK(size_words(heap.con("C", {x})) == 4);
    CHECK(size_words(heap.con("C", {x, x})) == 5);
    CHECK(size_words(heap.con("C", {x}, {1})) == 5);
    CHECK(size_words(heap.con("C", {}, {1, 2})) == 5);
    CHECK(size_words(heap.con("C", {x, x}, {1, 2, 3})) == 8);
    CHECK(size_words(heap.con("C", {}, {1, 2, 3})) == 6);
    CHECK(size_words(heap.fun("f", {x})) == 4);
    CHECK(size_words(heap.fun("f", {x}, {1})) == 5);
    CHECK(size_words(heap.fun("f", {x, x, x, x})) == 7);
    CHECK(size_words(heap.thunk("t", {x})) == 5);
    CHECK(size_words(heap.thunk("t", {}, {1})) == 5);
    CHECK(size_words(heap.thunk("t", {x, x})) == 6);
    CHECK(size_words(heap.thunk("t", {x}, {1})) == 6);
    CHECK(size_words(heap.thunk("t", {}, {1, 2})) == 6);
    CHECK(size_words(heap.thunk("t", {x, x, x})) == 7);
    CHECK(size_words(heap.selector(0, x)) == 5);
    CHECK(size_words(heap.ind(x)) == 4);
    CHECK(size_words(heap.blackhole(x)) == 4);
    CHECK(size_words(heap.pap(f, {x, 1})) == 5 + 2);
    CHECK(size_words(heap.ap(f, {x, 1, x})) == 6 + 3);
    CHECK(size_words(heap.ap_stack(f, {heap.update_frame(x)})) == 6 + 4);
    CHECK(size_words(heap.continuation({heap.update_frame(x)})) == 6 + 4);
    CHECK(size_words(heap.bco(x, x, x)) == 7 + 1);
    CHECK(size_words(heap.bco(x, x, x, "pn")) == 7 + 2);
    CHECK(size_words(heap.mut_var(x)) == 4);
    CHECK(size_words(heap.mvar(x)) == 6);
    CHECK(size_words(heap.tvar(x)) == 6);
    CHECK(size_words(heap.weak(x, x)) == 8);
    CHECK(size_words(heap.bytes(0)) == 4);
    CHECK(size_words(heap.bytes(1)) == 5);
    CHECK(size_words(heap.bytes(8)) == 5);
    CHECK(size_words(heap.bytes(9)) == 6);
    CHECK(size_words(heap.array({})) == 5);
    CHECK(size_words(heap.array({x})) == 5 + 1 + 1);  // one word of cards
    CHECK(size_words(heap.array(std::vector<Closure*>(1024, x))) == 5 + 1024 + 1);
    CHECK(size_words(heap.array(std::vector<Closure*>(1025, x))) == 5 + 1025 + 2);
    CHECK(size_words(heap.small_array({x, x, x})) == 4 + 3);
    CHECK(size_words(heap.prim("STABLE_NAME", {}, {1})) == 4);
    CHECK(size_words(heap.mvar_tso_queue(x, x)) == 5);
    CHECK(size_words(heap.msg_throwto(x, x, x, x)) == 7);
    CHECK(size_words(heap.tvar_watch_queue(x, x, x)) == 6);
    CHECK(size_words(heap.trec_header(nullptr, x)) == 6);
    CHECK(size_words(heap.trec_chunk(nullptr, {})) == 53);
    CHECK(size_words(heap.trec_chunk(nullptr, {{x, x, x}})) == 53);
    Closure* const stack = heap.stack({heap.stop_frame()}, 10);
    CHECK(size_words(stack) == 5 + 13);
    Closure* const tso = heap.thread(stack);
    CHECK(size_words(tso) == 18);
    CHECK(size_words(heap.blocking_queue(x, x, tso, x)) == 7);
    CHECK(size_words(heap.compact(1000)) == 1000);
    CHECK(size_words(heap.static_con("C", {x, x})) == 5);
    CHECK(size_words(heap.static_fun("f", {x})) == 4);
    CHECK(size_words(heap.caf("c")) == 6);
    CHECK(size_words(heap.ind_static(x)) == 6);

    CHECK(size_bytes(heap.con("C", {x, x})) == 3 * 8);
    CHECK(size_bytes(tso) == 16 * 8);
}

TEST_CASE("stack frames have no size as heap objects", "[unit]") {
    Heap heap;
    Closure* const stack = heap.stack({heap.update_frame(heap.con("X"))});
    CHECK_THROWS_AS(size_words(reinterpret_cast<Closure*>(as<Stack>(stack)->sp)), IllFormed);
}
