// test/ghc/heap/declaration.cpp: a heap's options and defaults, stable pointers, uses, capabilities.
#include <trav/ghc/heap/declaration.hpp>

#include "catch.hpp"
#include "ghc/event_list.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <vector>

using namespace trav::ghc;

TEST_CASE("a heap has one capability, 16 MiB of program and no biographies unless told", "[unit]") {
    Options const options;
    CHECK_FALSE(options.ldv);
    CHECK_FALSE(options.keep_cafs);
    CHECK(options.capabilities == 1);
    CHECK(options.program_bytes == 16'777'216);
    Heap heap;
    CHECK(heap.capabilities() == 1);
    CHECK(heap.capability() == 0);
    CHECK(heap.root_lists().run_queues().size() == 1);
    CHECK(heap.era() == 0);
    CHECK(heap.bytes_allocated() == 0);
    CHECK(heap.bytes_of_system() == 0);
    CHECK(heap.ccs() == heap.cost_centres().main());
    CHECK(heap.con("C")->hp == 0);
    CHECK(as<Tso>(heap.thread(heap.stack({heap.stop_frame()})))->id == 1);
    CHECK_THROWS_WITH(Heap({.capabilities = 0}), "ghc heap: there is no capability");
}

TEST_CASE("fields, states and unused words are absent by default", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    auto const words = [](Entry const* entry) { return info(entry).layout.payload.nptrs; };
    CHECK(words(heap.con_info("C", 1)) == 0);
    CHECK(words(heap.fun_info("f", 1)) == 0);
    CHECK(words(heap.thunk_info("t", 1)) == 0);
    CHECK(words(heap.rts_info(ClosureType::TVAR)) == 0);
    CHECK(info(heap.rts_info(ClosureType::TVAR)).layout.payload.ptrs == 0);
    CHECK(as<TRecHeader>(heap.trec_header(x, x))->state == 0);
    CHECK(as<Stack>(heap.stack({heap.stop_frame()}))->stack_size == 3);
}

TEST_CASE("a stable pointer keeps its object alive until it is freed", "[unit]") {
    Heap heap;
    CHECK_THROWS_WITH(heap.stable(nullptr), "ghc heap: stable: there is no object");
    StablePtr const p = heap.stable(heap.con("X"));
    heap.collect();
    CHECK(description(heap.deref(p)) == "X");
    CHECK(heap.roots() == std::vector{tagged(heap.deref(p))});
    heap.free_stable(p);
    CHECK(heap.roots().empty());
    Closure* const tso = heap.thread(heap.stack({heap.stop_frame()}));
    heap.suspend(tso);
    CHECK(heap.roots() == std::vector{tso});
}

TEST_CASE("a use is noted in an object's word if there are biographies", "[unit]") {
    for (bool const ldv : {false, true}) {
        Heap heap({.ldv = ldv});
        heap.set_fresh_word(12);
        test::EventList events;
        heap.observers().add(events);
        Closure *const c = heap.con("C"), *const s = heap.static_con("S");
        CHECK(c->hp == (ldv ? Word{1} << 30 : 12));
        CHECK(s->hp == (ldv ? 0 : 12));
        if (ldv) heap.next_era();
        heap.used(c);
        heap.used(s);
        CHECK(c->hp == (ldv ? Word{1} << 60 | Word{1} << 30 | 2 : 12));
        CHECK(s->hp == (ldv ? 0 : 12));
        CHECK(events.uses == std::vector{c});
        CHECK(heap.era() == (ldv ? 2 : 0));
        CHECK(heap.con("C")->hp == (ldv ? Word{2} << 30 : 12));
        heap.observers().remove(&events);
    }
    Heap heap({.ldv = true});
    Closure* const early = heap.con("C");
    heap.used(early);  // in the first era
    CHECK(early->hp == (Word{1} << 60 | Word{1} << 30 | 1));
}

TEST_CASE("each capability fills blocks of its own", "[unit]") {
    Heap heap({.capabilities = 2});
    Closure* const first = heap.con("A");
    heap.run_on(1);
    CHECK(heap.capability() == 1);
    Closure* const other = heap.con("B");
    heap.run_on(0);
    Closure* const second = heap.con("C");
    CHECK(Block::of(first) == Block::of(second));
    CHECK(Block::of(first) != Block::of(other));
    CHECK(address(second) - address(first) == 4 * word_bytes);
}

TEST_CASE("cost centres are charged for what they allocate", "[unit]") {
    Heap heap;
    CostCentreStack* const f = heap.cost_centres().push(heap.ccs(), "f");
    heap.set_ccs(f);
    CHECK(heap.ccs() == f);
    CHECK(heap.con("C")->ccs == f);
}
