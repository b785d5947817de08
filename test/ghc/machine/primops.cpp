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

namespace {

Eval keeps(Machine& m, Ref box, Ref log) {
    Ref const x = co_await m.read_mvar(std::move(box));
    m.write(log, m.con(Int, 10 * number(m.read(log)) + number(x)));
    co_return m.unit();
}
Eval takes(Machine& m, Ref box, Ref log) {
    Ref const x = co_await m.take(std::move(box));
    m.write(log, m.con(Int, 10 * number(m.read(log)) + number(x) + 1));
    co_return m.unit();
}
Eval fills(Machine& m, Ref box, long n) {
    co_await m.put(std::move(box), m.con(Int, n));
    co_return m.unit();
}
// test/data/ghc/twins/ReadMVar.hs
Eval readers(Machine& m) {
    Ref const box = m.mvar(), log = m.mut_var(m.con(Int, 0));
    CHECK(!m.try_take(box));
    m.fork(takes(m, box, log));
    m.fork(takes(m, box, log));
    m.fork(keeps(m, box, log));
    m.fork(keeps(m, box, log));
    co_await m.yield();
    co_await m.put(box, m.con(Int, 1));  // for both readers and the first taker
    co_await m.yield();
    CHECK(number(m.read(log)) == 112);
    co_await m.put(box, m.con(Int, 3));
    co_await m.yield();
    CHECK(number(m.read(log)) == 1124);
    co_await m.put(box, m.con(Int, 5));
    Ref const five = co_await m.read_mvar(box);
    CHECK(number(five) == 5);
    m.fork(fills(m, box, 6));
    co_await m.yield();
    CHECK(number(m.try_take(box)) == 5);
    Ref const six = co_await m.take(box);  // the waiting thread has filled it
    CHECK(number(six) == 6);
    CHECK(!m.try_take(box));
    co_return m.unit();
}
Eval handled(Machine& m, Ref e) { co_return m.con(Int, e.is("BlockedIndefinitelyOnMVar")); }
Eval reads(Machine& m, Ref box) { co_return m.read_mvar(box); }
Eval stuck_reader(Machine& m) {
    co_return m.catch_exception(m.thunk("r", reads, m.mvar()), m.fun("handled", handled));
}

}  // namespace

TEST_CASE("PrimOps: readMVar comes before takeMVar, and tryTakeMVar never waits", "[conformance]") {
    Machine m;
    m.run(readers(m));
    CHECK(number(m.run(stuck_reader(m))) == 1);
}

namespace {

Eval plus(Machine& m, Ref a, Ref b) {
    Ref const x = co_await std::move(a), y = co_await std::move(b);
    co_return m.con(Int, number(x) + number(y));
}
Eval add_and_tell(Machine& m, long i, Ref x) {
    co_return m.con("(,)", m.thunk("<x+i>", plus, std::move(x), m.con(Int, i)), m.con(Int, i));
}
// test/data/ghc/twins/Atomic.hs
Eval atomic(Machine& m) {
    Ref const r = m.mut_var(m.con(Int, 300));
    long told = 0;
    for (long i = 1; i <= 10; ++i) told += number(co_await m.atomic_modify(r, m.fun("f", add_and_tell, i)));
    CHECK(told == 55);
    co_await m.perform_major_gc();
    std::size_t additions = 0, others = 0;
    auto const all = m.heap().objects();
    for (auto c = all.begin(); c != all.end(); ++c) {
        std::string_view const name = ghc::description(*c);
        if (name == "<x+i>") additions += ghc::size_bytes(*c);
        others += name == "(,)" || name == "stg_ap_2_upd_info" || name == "stg_sel_upd";
    }
    CHECK(additions == 320);
    CHECK(others == 0);
    Ref const sum = co_await m.read(r);
    CHECK(number(sum) == 355);
    co_return m.unit();
}

}  // namespace

TEST_CASE("PrimOps: atomicModifyIORef leaves the new value unevaluated", "[conformance]") {
    Machine m;
    m.run(atomic(m));
}

namespace {

Eval small_arrays(Machine& m) {
    Ref const a = m.small_array(3, m.con(Int, 1000));
    CHECK(ghc::size_bytes(a.closure()) == (2 + 3) * 8);
    CHECK(type_of(a) == ClosureType::SMALL_MUT_ARR_PTRS_DIRTY);
    co_await m.perform_major_gc();
    CHECK(type_of(a) == ClosureType::SMALL_MUT_ARR_PTRS_CLEAN);
    m.write(a, 2, m.con(Int, 2000));
    CHECK(type_of(a) == ClosureType::SMALL_MUT_ARR_PTRS_DIRTY);
    CHECK(number(m.read(a, 1)) == 1000);
    CHECK(number(m.read(a, 2)) == 2000);
    CHECK_THROWS_AS(m.read(a, 3), std::out_of_range);
    m.freeze(a);
    CHECK(type_of(a) == ClosureType::SMALL_MUT_ARR_PTRS_FROZEN_CLEAN);
    CHECK_THROWS_WITH(m.freeze(m.unit()), "ghc machine: freeze: () is no array");
    co_return m.unit();
}

int ran = 0;
Eval action(Machine& m, Ref) {
    ++ran;
    co_return m.con(Int, 1001);
}
Eval interleaved(Machine& m) {
    Ref const x = m.interleave(m.fun("action", action));
    CHECK(ghc::size_bytes(x.closure()) == 24);
    CHECK(ghc::size_bytes(x[0].closure()) == 16);
    co_await m.yield();
    CHECK(ran == 0);
    Ref const once = co_await x, twice = co_await x;
    CHECK(number(once) == 1001);
    CHECK(number(twice) == 1001);
    CHECK(ran == 1);
    co_return m.unit();
}

Eval stable_names(Machine& m) {
    Ref x = m.con("Box", m.con(Int, 1)), y = m.con("Box", m.con(Int, 1));
    Ref const a = m.stable_name(x);
    CHECK(ghc::size_bytes(a.closure()) == 16);
    CHECK(m.stable_name(y).closure() != a.closure());
    CHECK(m.stable_name(y).word() != a.word());
    co_await m.perform_major_gc();
    CHECK(m.stable_name(x).closure() == a.closure());
    x = Ref();
    co_await m.perform_major_gc();  // the name does not keep its object
    std::size_t boxes = 0, names = 0;
    auto const all = m.heap().objects();
    for (auto c = all.begin(); c != all.end(); ++c) {
        boxes += ghc::description(*c) == "Box";
        names += ghc::description(*c) == "STABLE_NAME";
    }
    CHECK(boxes == 1);
    CHECK(names == 1);
    CHECK(m.stable_name(y).word() != a.word());  // y's first name has died
    co_return m.unit();
}

Eval sleeps(Machine& m, std::string* story, char name, std::uint64_t microseconds) {
    co_await m.thread_delay(microseconds);
    *story += name;
    co_return m.unit();
}
Eval delays(Machine& m, std::string* story) {
    m.fork(sleeps(m, story, 'c', 3000));
    m.fork(sleeps(m, story, 'a', 1000));
    Ref const t = m.fork(sleeps(m, story, 'x', 1500));
    m.fork(sleeps(m, story, 'b', 2000));
    co_await m.yield();
    co_await m.perform_major_gc();
    CHECK(m.heap().sleeping().size() == 4);
    co_await m.kill_thread(t);
    CHECK(m.heap().sleeping().size() == 3);
    co_await m.thread_delay(5000);
    *story += 'm';
    co_return m.unit();
}

Eval leaves_one_asleep(Machine& m, std::string* story) {
    m.fork(sleeps(m, story, 'z', 1000));
    co_await m.yield();
    co_return m.unit();
}

Eval equal_delays(Machine& m, std::string* story) {
    for (char const name : {'1', '2', '3', '4'}) m.fork(sleeps(m, story, name, 20'000));
    co_await m.thread_delay(30'000);
    co_return m.unit();
}
Eval notes(Machine& m, std::string* story, char name) {
    *story += name;
    co_return m.unit();
}
Eval gives(Machine&, Ref x) { co_return x; }
Eval wakes_before_others(Machine& m, std::string* story) {
    std::uint64_t microseconds = 1000;
    for (char const name : {'1', '2', '3', '4'}) {
        m.fork(sleeps(m, story, name, microseconds));
        microseconds += 1000;
    }
    co_await m.yield();
    for (char const name : {'5', '6'}) m.fork(notes(m, story, name));
    while (m.clock().ticks() < 25) co_await m.thunk("gives", gives, m.unit());  // a turn has 20
    *story += '0';
    co_return m.unit();
}
Eval sleeps_for_no_time(Machine& m, std::string* story, char name, char then) {
    *story += name;
    co_await m.thread_delay(0);
    *story += then;
    co_return m.unit();
}
Eval no_delay(Machine& m, std::string* story) {
    m.fork(sleeps_for_no_time(m, story, '1', 'a'));
    m.fork(sleeps_for_no_time(m, story, '2', 'b'));
    *story += '0';
    co_await m.yield();
    co_return m.unit();
}

Eval knows_itself(Machine& m) {
    Ref const me = m.my_thread_id();
    CHECK(type_of(me) == ClosureType::TSO);
    CHECK(me.closure() != m.fork(fills(m, m.mvar(), 1)).closure());
    co_return m.con(Int, ghc::as<ghc::Tso>(me.closure())->id);
}

int sparked = 0;
Eval spark(Machine& m) {
    ++sparked;
    co_return m.con(Int, 7);
}
Eval with_sparks(Machine& m) {
    Ref const x = m.thunk("spark", spark), evaluated = m.con(Int, 500);
    m.par(x);
    m.par(evaluated);
    m.par(m.thunk("dead", spark));
    co_await m.perform_major_gc();
    co_await m.thread_delay(10);
    CHECK(sparked == (m.heap().capabilities() > 1 ? 1 : 0));
    Ref const n = co_await x;
    CHECK(sparked == 1);
    co_return n;
}

}  // namespace

TEST_CASE("PrimOps: small arrays have no card table", "[unit]") {
    Machine m;
    m.run(small_arrays(m));
}

TEST_CASE("PrimOps: unsafeInterleaveIO runs an action on demand, once", "[conformance]") {
    ran = 0;
    Machine m;
    m.run(interleaved(m));
}

TEST_CASE("PrimOps: an object has one stable name while the name lives", "[unit]") {
    Machine m;
    m.run(stable_names(m));
}

TEST_CASE("PrimOps: sleeping threads wake in order, and sleep is no running time", "[unit]") {
    std::string story;
    Machine m;
    m.run(delays(m, &story));
    CHECK(story == "abcm");
    CHECK(m.seconds() < 0.001);
    CHECK(m.clock().now() >= 5000);
    m.run(leaves_one_asleep(m, &story));
    CHECK(m.heap().sleeping().size() == 1);
    m.shutdown();
    CHECK(m.heap().sleeping().empty());
    CHECK(story == "abcm");
}

// Orders of a run of GHC 9.0.2 without -threaded.
TEST_CASE("PrimOps: threads that wake together run before others, the latest first", "[conformance]") {
    std::string story;
    SECTION("equal delays") {
        Machine m;
        m.run(equal_delays(m, &story));
        CHECK(story == "4321");
    }
    SECTION("while another thread has a long turn, and others wait for theirs") {
        Machine m;
        m.run(wakes_before_others(m, &story));
        CHECK(story == "4321560");
    }
    SECTION("at once") {
        Machine m;
        m.run(no_delay(m, &story));
        CHECK(story == "01a2b");
    }
    SECTION("when the last thread falls asleep at a tick") {
        Machine m({.steps_per_tick = 1, .seconds_per_tick = 1e-6});
        m.run(equal_delays(m, &story));
        CHECK(story == "4321");
    }
}

TEST_CASE("PrimOps: a thread knows itself", "[unit]") {
    Machine m;
    CHECK(number(m.run(knows_itself(m))) == 1);
    CHECK_THROWS_WITH(m.my_thread_id(), "ghc machine: no thread is running");
}

TEST_CASE("PrimOps: idle capabilities evaluate sparks", "[unit]") {
    for (std::size_t const capabilities : {1u, 2u}) {
        sparked = 0;
        Machine m({.heap = {.capabilities = capabilities}});
        CHECK(number(m.run(with_sparks(m))) == 7);
    }
}

namespace {

Eval appends(Machine& m, Ref log, long i, Ref) {
    m.write(log, m.con(Int, 10 * number(m.read(log)) + i));
    co_return m.unit();
}
// test/data/ghc/twins/Finalizers.hs
Eval finalizers(Machine& m, int collections) {
    Ref const log = m.mut_var(m.con(Int, 0));
    std::vector<Ref> keys;
    for (long i = 1; i <= 8; ++i) {
        if (i == 5)
            for (int n = 0; n < collections; ++n) co_await m.perform_major_gc();
        keys.push_back(m.con("Key", m.con(Int, i)));
        m.weak(keys.back(), m.unit(), m.fun("appends", appends, log, i));
    }
    keys.clear();
    co_await m.perform_major_gc();
    co_await m.yield();
    co_return m.read(log);
}
Eval raises(Machine& m, Ref, Ref) { co_return m.raise(m.con("Overflow")); }
Eval bad_finalizer(Machine& m) {
    m.weak(m.con("Key", m.con(Int, 1)), m.unit(), m.fun("raises", raises, m.mvar()));
    co_await m.perform_major_gc();
    co_await m.yield();
    co_return m.unit();
}

}  // namespace

namespace {

Eval waits(Machine& m, Ref box, Ref log, Ref) {
    m.write(log, co_await m.take(std::move(box)));
    co_return m.unit();
}
Eval says(Machine& m, Ref) {
    m.put_str("static");
    co_return m.unit();
}
// The first finalizer waits for `box`, the others for the first.
Eval finalizers_wait(Machine& m, std::vector<long>& seen) {
    Ref const box = m.mvar(), log = m.mut_var(m.con(Int, 0));
    m.weak(m.con("Key", m.con(Int, 1)), m.unit(), m.fun("says", says));
    m.weak(m.con("Key", m.con(Int, 2)), m.unit(), m.fun("appends", appends, log, 7L));
    m.weak(m.con("Key", m.con(Int, 3)), m.unit(), m.fun("raises", raises, log));
    m.weak(m.con("Key", m.con(Int, 4)), m.unit(), m.fun("waits", waits, box, log));
    co_await m.perform_major_gc();
    co_await m.yield();
    seen.push_back(number(m.read(log)));
    CHECK(m.output().empty());
    CHECK(m.try_put(box, m.con(Int, 5)));
    co_await m.yield();
    seen.push_back(number(m.read(log)));
    CHECK(m.output() == "static");
    co_return m.unit();
}

}  // namespace

// As in GHC (runFinalizerBatch).
TEST_CASE("PrimOps: one thread runs all finalizers of a collection", "[unit]") {
    Machine m;
    std::vector<std::size_t> threads;
    m.on_collection([&](Machine&) { threads.push_back(count(m.heap(), ClosureType::TSO)); });
    std::vector<long> seen;
    m.run(finalizers_wait(m, seen));
    CHECK(threads == std::vector<std::size_t>{2});
    CHECK(seen == std::vector<long>{0, 57});
    CHECK(m.errors().empty());
}

TEST_CASE("PrimOps: N8: finalizers run in GHC's order", "[conformance]") {
    Machine m;
    CHECK(number(m.run(finalizers(m, 0))) == 87654321);
    CHECK(number(m.run(finalizers(m, 1))) == 87651234);
    CHECK(number(m.run(finalizers(m, 2))) == 87654321);
    CHECK(number(m.run(finalizers(m, 3))) == 87651234);
    m.run(bad_finalizer(m));
    CHECK(m.errors().empty());
}

namespace {

using Wrong = Eval (*)(Machine&, Ref number, Ref none);
std::string refused(Wrong wrong) {
    Machine m;
    try {
        m.run(wrong(m, m.con(Int, 5), Ref()));
    } catch (ghc::Misuse const& e) { return e.what(); }
    return "not refused";
}

}  // namespace

TEST_CASE("PrimOps: operations refuse wrong operands with a sentence", "[unit]") {
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.take(n); }) ==
          "ghc machine: take: I# is no MVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.put(n, n); }) ==
          "ghc machine: put: I# is no MVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.read_mvar(n); }) ==
          "ghc machine: read_mvar: I# is no MVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.con(Int, !m.try_take(n)); }) ==
          "ghc machine: try_take: I# is no MVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.kill_thread(n); }) ==
          "ghc machine: kill_thread: I# is no thread");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.throw_to(n, n); }) ==
          "ghc machine: throw_to: I# is no thread");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.atomically(n); }) ==
          "ghc machine: I# is applied, but it is no function");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.read_tvar(n); }) ==
          "ghc machine: read_tvar: I# is no TVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.write_tvar(n, n); }) ==
          "ghc machine: write_tvar: I# is no TVar");
    CHECK(refused([](Machine& m, Ref n, Ref) -> Eval { co_return m.atomic_modify(n, n); }) ==
          "ghc machine: atomic_modify: I# is no mutable variable");
}

namespace {

Eval give(Machine&, Ref x) { co_return x; }

struct Refusal {
    char const* operation;
    Wrong wrong;
};
Refusal const refusals[] = {
    {"evaluation", [](Machine&, Ref, Ref none) -> Eval { co_return none; }},
    {"evaluation", [](Machine&, Ref, Ref none) -> Eval { co_return co_await none; }},
    {"call", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.call(none, n); }},
    {"call", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.call(n, none); }},
    {"pure", [](Machine& m, Ref, Ref none) -> Eval { co_return m.pure(none); }},
    {"take", [](Machine& m, Ref, Ref none) -> Eval { co_return m.take(none); }},
    {"read_mvar", [](Machine& m, Ref, Ref none) -> Eval { co_return m.read_mvar(none); }},
    {"put", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.put(none, n); }},
    {"put", [](Machine& m, Ref, Ref none) -> Eval { co_return m.put(m.mvar(), none); }},
    {"raise", [](Machine& m, Ref, Ref none) -> Eval { co_return m.raise(none); }},
    {"catch_exception", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_exception(none, n); }},
    {"catch_exception", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_exception(n, none); }},
    {"catch_action", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_action(none, n); }},
    {"catch_action", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_action(n, none); }},
    {"or_else", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.or_else(none, n); }},
    {"or_else", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.or_else(n, none); }},
    {"catch_stm", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_stm(none, n); }},
    {"catch_stm", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.catch_stm(n, none); }},
    {"throw_to", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.throw_to(none, n); }},
    {"throw_to", [](Machine& m, Ref, Ref none) -> Eval { co_return m.throw_to(m.my_thread_id(), none); }},
    {"kill_thread", [](Machine& m, Ref, Ref none) -> Eval { co_return m.kill_thread(none); }},
    {"mask", [](Machine& m, Ref, Ref none) -> Eval { co_return m.mask(none); }},
    {"with_masking",
     [](Machine& m, Ref, Ref none) -> Eval { co_return m.with_masking(ghc::MaskingState::Unmasked, none); }},
    {"atomically", [](Machine& m, Ref, Ref none) -> Eval { co_return m.atomically(none); }},
    {"read_tvar", [](Machine& m, Ref, Ref none) -> Eval { co_return m.read_tvar(none); }},
    {"write_tvar", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.write_tvar(none, n); }},
    {"write_tvar", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.write_tvar(m.tvar(n), none); }},
    {"srt", [](Machine& m, Ref, Ref none) -> Eval { co_return m.srt(none); }},
    {"srt", [](Machine& m, Ref, Ref none) -> Eval { co_return m.srt(m.unit(), none); }},
    {"ap", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.ap(none, n); }},
    {"ap", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.ap(n, none); }},
    {"selector", [](Machine& m, Ref, Ref none) -> Eval { co_return m.selector(0, none); }},
    {"mut_var", [](Machine& m, Ref, Ref none) -> Eval { co_return m.mut_var(none); }},
    {"tvar", [](Machine& m, Ref, Ref none) -> Eval { co_return m.tvar(none); }},
    {"array", [](Machine& m, Ref, Ref none) -> Eval { co_return m.array(2, none); }},
    {"small_array", [](Machine& m, Ref, Ref none) -> Eval { co_return m.small_array(2, none); }},
    {"freeze", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.freeze(none), n); }},
    {"read", [](Machine& m, Ref, Ref none) -> Eval { co_return m.read(none); }},
    {"read", [](Machine& m, Ref, Ref none) -> Eval { co_return m.read(none, 1); }},
    {"write", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.write(none, n), n); }},
    {"write", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.write(m.mut_var(n), none), n); }},
    {"write", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.write(m.array(2, n), 1, none), n); }},
    {"atomic_modify", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.atomic_modify(none, n); }},
    {"atomic_modify",
     [](Machine& m, Ref n, Ref none) -> Eval { co_return m.atomic_modify(m.mut_var(n), none); }},
    {"mvar", [](Machine& m, Ref, Ref none) -> Eval { co_return m.mvar(none); }},
    {"try_take", [](Machine& m, Ref, Ref none) -> Eval { co_return m.try_take(none); }},
    {"try_put", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.con(Int, m.try_put(none, n)); }},
    {"try_put", [](Machine& m, Ref, Ref none) -> Eval { co_return m.con(Int, m.try_put(m.mvar(), none)); }},
    {"try_put",
     [](Machine& m, Ref n, Ref none) -> Eval { co_return m.con(Int, m.try_put(m.mvar(n), none)); }},
    {"stable_name", [](Machine& m, Ref, Ref none) -> Eval { co_return m.stable_name(none); }},
    {"weak", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.weak(none, n); }},
    {"weak", [](Machine& m, Ref n, Ref none) -> Eval { co_return m.weak(n, none); }},
    {"deref", [](Machine& m, Ref, Ref none) -> Eval { co_return m.deref(none); }},
    {"fork",
     [](Machine& m, Ref n, Ref) -> Eval {
         Eval moved = give(m, n), other = std::move(moved);
         co_return m.fork(std::move(moved));
     }},
    {"fork_on",
     [](Machine& m, Ref n, Ref) -> Eval {
         Eval moved = give(m, n), other = std::move(moved);
         co_return m.fork_on(0, std::move(moved));
     }},
    {"co_await",
     [](Machine& m, Ref n, Ref) -> Eval {
         Eval moved = give(m, n), other = std::move(moved);
         co_return std::move(moved);
     }},
    {"interleave", [](Machine& m, Ref, Ref none) -> Eval { co_return m.interleave(none); }},
    {"par", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.par(none), n); }},
    {"set_heap_roots",
     [](Machine& m, Ref n, Ref none) -> Eval {
         co_return (m.set_heap_roots({{"n", n}, {"none", none}}), n);
     }},
    {"is", [](Machine& m, Ref, Ref none) -> Eval { co_return m.con(Int, none.is(Int)); }},
    {"number", [](Machine& m, Ref, Ref none) -> Eval { co_return m.con(Int, none.number()); }},
    {"field", [](Machine&, Ref, Ref none) -> Eval { co_return none[0]; }},
    {"field", [](Machine&, Ref, Ref none) -> Eval { co_return std::move(none)[0]; }},
    {"word", [](Machine& m, Ref, Ref none) -> Eval { co_return m.con(Int, none.word()); }},
    {"set", [](Machine&, Ref n, Ref none) -> Eval { co_return (none.set(0, n), n); }},
    {"set", [](Machine& m, Ref n, Ref none) -> Eval { co_return (m.con("A", n).set(0, none), n); }},
};

}  // namespace

TEST_CASE("PrimOps: every operation refuses an empty variable, and names itself", "[unit]") {
    for (Refusal const& each : refusals)
        CHECK(refused(each.wrong) == "ghc machine: " + std::string(each.operation) +
                                         ": a variable is empty: it was moved, or never had a value");
    Machine m;
    auto const run_twice = [&m] {
        Eval program = give(m, m.unit());
        m.run(std::move(program));
        m.run(std::move(program));
    };
    CHECK_THROWS_WITH(run_twice(),
                      "ghc machine: run: a variable is empty: it was moved, or never had a value");
    CHECK_THROWS_WITH(Code("f").refers(Ref()), "ghc heap: refers: a variable is empty");
    CHECK_THROWS_WITH(m.heap().stable(Ref().closure()), "ghc heap: stable: there is no object");
}

namespace {

Eval awaits_twice(Machine& m, Ref mvar) {
    ghc::Operation take = m.take(mvar);
    co_await std::move(take);
    co_await std::move(take);
    co_return m.unit();
}
Eval calls_twice(Machine& m, Ref function) {
    ghc::Call call = m.call(function, m.unit());
    co_await std::move(call);
    co_await std::move(call);
    co_return m.unit();
}

}  // namespace

TEST_CASE("PrimOps: an operation that was awaited is refused", "[unit]") {
    Machine m;
    CHECK_THROWS_AS(m.run(awaits_twice(m, m.mvar(m.unit()))), ghc::Misuse);
    CHECK_THROWS_AS(m.run(calls_twice(m, m.fun("give", give))), ghc::Misuse);
}
