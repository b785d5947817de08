// Mutable objects on the mock heap: variables, arrays, MVars, weak pointers, threads.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace {

ClosureType type_of(Ref const& r) { return ghc::type(r.closure()); }

Eval variables(Machine& m) {
    Ref const var = m.mut_var(m.con(Int, 1)), tv = m.tvar(m.con(Int, 2)), arr = m.array(300, m.con(Int, 3));
    CHECK(type_of(var) == ClosureType::MUT_VAR_DIRTY);
    CHECK(type_of(arr) == ClosureType::MUT_ARR_PTRS_DIRTY);
    Ref const box = m.mvar(m.con(Int, 7));
    CHECK(type_of(box) == ClosureType::MVAR_DIRTY);
    co_await m.perform_major_gc();
    CHECK(type_of(box) == ClosureType::MVAR_CLEAN);
    co_await m.take(box);
    CHECK(type_of(box) == ClosureType::MVAR_DIRTY);
    CHECK(type_of(var) == ClosureType::MUT_VAR_CLEAN);
    CHECK(type_of(arr) == ClosureType::MUT_ARR_PTRS_CLEAN);
    m.write(var, m.con(Int, 4));
    m.write(tv, m.con(Int, 5));
    m.write(arr, 299, m.con(Int, 6));
    CHECK(type_of(var) == ClosureType::MUT_VAR_DIRTY);
    CHECK(type_of(tv) == ClosureType::TVAR);
    CHECK(type_of(arr) == ClosureType::MUT_ARR_PTRS_DIRTY);
    co_await m.perform_major_gc();
    CHECK(number(m.read(var)) == 4);
    CHECK(number(m.read(tv)) == 5);
    CHECK(number(m.read(arr, 0)) == 3);
    CHECK(number(m.read(arr, 299)) == 6);
    CHECK_THROWS_AS(m.read(arr, 300), std::out_of_range);
    CHECK_THROWS_WITH(m.write(m.unit(), m.unit()), Catch::Contains("() has no element 0"));
    m.freeze(arr);
    CHECK(type_of(arr) == ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN);
    CHECK(number(m.read(arr, 299)) == 6);
    co_return m.unit();
}

}  // namespace

TEST_CASE("PrimOps: variables and arrays can be read and written", "[unit]") {
    Machine m;
    m.run(variables(m));
}

namespace {

// a list of events, for tests of order
struct Story {
    std::vector<std::string> said;
    void operator()(std::string const& text) { said.push_back(text); }
};

Eval consumer(Machine& m, Story* story, std::string name, Ref box, int n) {
    for (int i = 0; i < n; ++i) {
        Ref const x = co_await m.take(box);
        (*story)(name + std::to_string(number(x)));
    }
    co_return m.unit();
}

Eval in_order(Machine& m, Story* story) {
    Ref const box = m.mvar();
    m.fork(consumer(m, story, "a", box, 2));
    m.fork(consumer(m, story, "b", box, 2));
    co_await m.yield();  // both wait
    Closure* head = ghc::as<ghc::MVar>(box.closure())->head;
    int waiting = 0;
    for (; ghc::type(ghc::untag(head)) == ClosureType::PRIM; head = ghc::as<ghc::MVarTsoQueue>(head)->link) {
        auto* const tso = ghc::as<ghc::Tso>(ghc::as<ghc::MVarTsoQueue>(head)->tso);
        CHECK(tso->why_blocked == ghc::WhyBlocked::MVar);
        CHECK(tso->block_info == box.closure());
        ++waiting;
    }
    CHECK(waiting == 2);
    CHECK(m.heap().root_lists().run_queue().size() == 1);
    co_await m.perform_major_gc();  // only the MVar keeps them reachable
    for (int i = 1; i <= 4; ++i) {
        (*story)("put" + std::to_string(i));
        co_await m.put(box, m.con(Int, 1000 + i));
        co_await m.yield();
    }
    co_return m.unit();
}

Eval producer(Machine& m, Story* story, Ref box, int i) {
    co_await m.put(box, m.con(Int, 2000 + i));
    (*story)("done" + std::to_string(i));
    co_return m.unit();
}

Eval putters(Machine& m, Story* story) {
    Ref const box = m.mvar(m.con(Int, 2000));
    for (int i = 1; i <= 3; ++i) m.fork(producer(m, story, box, i));
    co_await m.yield();
    CHECK(m.heap().root_lists().run_queue().size() == 1);
    co_await m.perform_major_gc();  // their values are on their stacks
    for (int i = 0; i <= 3; ++i) {
        Ref const x = co_await m.take(box);
        (*story)("take" + std::to_string(number(x)));
    }
    co_await m.yield();
    co_return m.unit();
}

Eval waits_for_ever(Machine& m) { co_return m.take(m.mvar()); }

Eval seven(Machine& m) { co_return m.con(Int, 7); }
Eval pure_and_value(Machine& m) {
    Ref const t = m.thunk("t", seven);
    Ref const same = co_await m.pure(t);
    CHECK(same.closure() == t.closure());
    CHECK(type_of(same) == ClosureType::THUNK);
    co_return t;
}

}  // namespace

TEST_CASE("PrimOps: threads waiting for an MVar are served in order", "[unit]") {
    Machine m;
    Story story;
    m.run(in_order(m, &story));
    CHECK(story.said ==
          std::vector<std::string>{"put1", "a1001", "put2", "b1002", "put3", "a1003", "put4", "b1004"});
    Story more;
    m.run(putters(m, &more));
    CHECK(more.said == std::vector<std::string>{"take2000", "take2001", "take2002", "take2003", "done1",
                                                "done2", "done3"});
}

TEST_CASE("PrimOps: an action may return an unevaluated expression", "[unit]") {
    Machine m;
    CHECK(number(m.run(pure_and_value(m))) == 7);
}

TEST_CASE("PrimOps: it is an error if no thread can continue", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(waits_for_ever(m)), "ghc machine: uncaught exception: BlockedIndefinitelyOnMVar");
}

namespace {

Eval forgotten(Machine& m) {
    Ref const big = m.con(Int, 12345);
    m.fork([](Machine& machine, Ref held) -> Eval {
        co_await machine.take(machine.mvar());
        co_return held;
    }(m, big));
    co_await m.yield();
    co_await m.perform_major_gc();
    co_await m.yield();
    co_await m.perform_major_gc();
    co_return m.unit();
}

std::size_t count(ghc::Heap const& heap, ClosureType type) {
    std::size_t n = 0;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) n += ghc::type(*c) == type;
    return n;
}

}  // namespace

TEST_CASE("PrimOps: a thread that nothing can wake ends after the collection that finds it", "[unit]") {
    Machine m;
    std::vector<std::size_t> threads;
    m.on_collection([&](Machine&) { threads.push_back(count(m.heap(), ClosureType::TSO)); });
    m.run(forgotten(m));
    CHECK(threads == std::vector<std::size_t>{2, 1});
}

namespace {

Eval finalizer(Machine& m, Ref log, Ref) {
    m.write(log, m.con(Int, 1 + number(m.read(log))));
    co_return m.unit();
}

Eval weak_pointers(Machine& m) {
    Ref const log = m.mut_var(m.con(Int, 0));
    Ref key = m.mut_var(m.unit()), other = m.mut_var(m.unit());
    Ref const weak = m.weak(key, m.con(Int, 4711), m.fun("finalizer", finalizer, log));
    Ref const kept = m.weak(other, m.con(Int, 4712));
    co_await m.perform_major_gc();
    co_await m.yield();
    CHECK(number(m.deref(weak)) == 4711);
    key = Ref();
    co_await m.perform_major_gc();
    CHECK(!m.deref(weak));
    CHECK(number(m.read(log)) == 0);
    co_await m.yield();  // runs the finalizer's thread
    CHECK(number(m.read(log)) == 1);
    co_await m.perform_major_gc();
    co_await m.yield();
    CHECK(number(m.read(log)) == 1);  // only once
    CHECK(number(m.deref(kept)) == 4712);
    ghc::StablePtr const stable = m.heap().stable(other.closure());
    other = Ref();
    co_await m.perform_major_gc();
    CHECK(number(m.deref(kept)) == 4712);
    m.heap().free_stable(stable);
    co_await m.perform_major_gc();
    CHECK(!m.deref(kept));
    co_return m.unit();
}

}  // namespace

TEST_CASE("PrimOps: weak pointers run their finalizers, stable pointers keep objects alive", "[unit]") {
    Machine m;
    m.run(weak_pointers(m));
}
