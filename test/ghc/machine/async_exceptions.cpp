// Asynchronous exceptions: the threads that receive them, and the evaluations that they suspend.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <string>
#include <vector>

using ghc::as;

namespace {

Code const Stop = "Stop";

Eval plus_one(Machine& m, Ref a) {
    Ref const x = co_await std::move(a);
    co_return m.con(Int, number(x) + 1);
}
int begun = 0;
Eval taken(Machine& m, Ref v) {
    ++begun;
    co_return m.take(v);
}
Eval doubled(Machine& m, Ref v) {
    Ref const x = co_await m.take(v);
    co_return m.con(Int, 2 * number(x));
}
Eval handler(Machine& m, long n, Ref) { co_return m.con(Int, n); }
Eval tells(Machine& m, Ref told, Ref exception) {
    co_await m.put(told, exception);
    co_return m.unit();
}
Eval evaluates(Machine& m, Ref x) {
    co_await std::move(x);
    co_return m.unit();
}
Eval catches(Machine& m, Ref x, Ref told) { co_return m.catch_exception(x, m.fun("tells", tells, told)); }

/// x + n; the evaluation waits for an MVar.
Ref chain(Machine& m, long n, Ref const& v) {
    Ref x = m.thunk("<taken>", taken, v);
    for (long i = 0; i < n; ++i) x = m.thunk("<x+1>", plus_one, x);
    return x;
}
std::size_t count(ghc::Heap& heap, std::string const& name) {
    std::size_t n = 0;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) n += ghc::description(*c) == name;
    return n;
}

Eval killed_and_gone_on(Machine& m, long n, bool collected) {
    Ref const v = m.mvar(), x = chain(m, n, v), told = m.mvar();
    for (int round = 0; round < 3; ++round) {  // a killed evaluation is suspended again
        Ref const t = m.fork(catches(m, x, told));
        co_await m.yield();
        co_await m.throw_to(t, m.con(Stop));
        Ref const exception = co_await m.take(told);
        CHECK(exception.is(Stop));
        if (collected) {
            co_await m.perform_major_gc();
            CHECK(ghc::type(x.closure()) == ClosureType::AP_STACK);
            CHECK(count(m.heap(), "AP_STACK") == static_cast<std::size_t>(n) + 1);
        }
    }
    co_await m.put(v, m.con(Int, 5));
    Ref const value = co_await x;
    co_return value;
}

}  // namespace

TEST_CASE("Asynchronous exceptions: suspended evaluations can be resumed", "[unit]") {
    for (bool const collected : {false, true})
        for (long const n : {0L, 1L, 10L, 1000L}) {
            Machine m;
            begun = 0;
            CHECK(number(m.run(killed_and_gone_on(m, n, collected))) == 5 + n);
            CHECK(begun == 1);
        }
}

namespace {

// the AP_STACK of x + 1: GHC's contains a return address, the cost centres and the live variables
Eval one_stopped(Machine& m) {
    Ref const v = m.mvar(), x = m.thunk("<2v>", doubled, v), told = m.mvar(),
              y = m.thunk("<x+1>", plus_one, x);
    Ref const t = m.fork(catches(m, y, told));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    Closure const* const ap = as<ghc::Ind>(x.closure())->indirectee;
    CHECK(ghc::type(ap) == ClosureType::AP_STACK);
    CHECK(as<ghc::Ind>(y.closure())->indirectee != ap);
    CHECK(as<ghc::ApStack>(as<ghc::Ind>(y.closure())->indirectee)->fun == ap);
    CHECK(as<ghc::ApStack>(as<ghc::Ind>(y.closure())->indirectee)->size == 2);  // plus_one has no live
                                                                                // variables
    co_await m.put(v, m.con(Int, 20));
    Ref const value = co_await y;
    co_return value;
}
Eval fills(Machine& m, Ref v) {
    Ref const two = m.con(Int, 2);
    co_await m.put(v, two);
    co_return two;
}
Eval reads(Machine& m, Ref v) { co_return m.read_mvar(v); }
// evaluations that wait to fill a full MVar, and to read an empty one, go on where they were
Eval waits_stopped(Machine& m) {
    Ref const full = m.mvar(), empty = m.mvar(), told = m.mvar();
    co_await m.put(full, m.con(Int, 1));
    Ref const x = m.thunk("<fills>", fills, full), y = m.thunk("<reads>", reads, empty);
    for (Ref const& waiting : {x, y}) {
        Ref const t = m.fork(catches(m, waiting, told));
        co_await m.yield();
        co_await m.perform_major_gc();  // moves the MVar that the frame holds
        co_await m.throw_to(t, m.con(Stop));
        co_await m.perform_major_gc();
        co_await m.take(told);
    }
    Ref const one = co_await m.take(full);
    Ref const two = co_await x;
    Ref const also_two = co_await m.take(full);
    co_await m.put(empty, m.con(Int, 3));
    Ref const three = co_await y;
    Ref const also_three = co_await m.take(empty);
    CHECK(std::vector{number(one), number(two), number(also_two), number(three), number(also_three)} ==
          std::vector<long>{1, 2, 2, 3, 3});
    co_return m.unit();
}
int evaluations = 0;  // whose code exists
struct Evaluation {
    Evaluation() { ++evaluations; }
    ~Evaluation() { --evaluations; }
};
Eval counted(Machine& m, Ref v) {
    Evaluation const one;
    Ref const x = co_await m.take(v);
    co_return x;
}
Eval all_dropped(Machine& m) {
    Ref const v = m.mvar(), told = m.mvar();
    for (long const n : {0L, 10L}) {
        Ref const t = m.fork(catches(m, n == 0 ? m.thunk("<counted>", counted, v) : chain(m, n, v), told));
        co_await m.yield();
        co_await m.throw_to(t, m.con(Stop));
        co_await m.take(told);
        CHECK(evaluations == (n == 0 ? 1 : 0));
        co_await m.perform_major_gc();
        CHECK(count(m.heap(), "AP_STACK") == 0);
        CHECK(evaluations == 0);
    }
    co_return m.unit();
}

}  // namespace

namespace {

Eval sums(Machine& m, Ref v, Ref a, Ref b, Ref c) {
    Ref const x = co_await m.take(v);
    co_return m.con(Int, number(x) + number(a) + number(b) + number(c));
}
// the variables of a suspended evaluation move with its AP_STACK
Eval collected_while_stopped(Machine& m) {
    Ref const v = m.mvar(), told = m.mvar();
    Ref const x = m.thunk("<sums>", sums, v, m.con(Int, 1000), m.con(Int, 2000), m.con(Int, 3000));
    Ref const t = m.fork(catches(m, x, told));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    co_await m.take(told);
    for (int i = 0; i != 3; ++i) co_await m.perform_major_gc();
    co_await m.put(v, m.con(Int, 4000));
    Ref const sum = co_await x;
    co_return sum;
}
// a thunk that fills a full MVar; it is killed after another thread has emptied it
Eval woken_and_stopped(Machine& m) {
    Ref const full = m.mvar(m.con(Int, 1)), told = m.mvar(), x = m.thunk("<fills>", fills, full);
    Ref const t = m.fork(catches(m, x, told));
    co_await m.yield();
    co_await m.take(full);
    co_await m.throw_to(t, m.con(Stop));
    // a return address, the cost centres, and the two variables of fills
    CHECK(as<ghc::ApStack>(as<ghc::Ind>(x.closure())->indirectee)->size == 4);
    Ref const two = co_await x;
    CHECK(number(two) == 2);
    Ref const content = co_await m.take(full);
    co_return content;
}

}  // namespace

TEST_CASE("Asynchronous exceptions: collections update the variables of an AP_STACK", "[unit]") {
    Machine m;
    CHECK(number(m.run(collected_while_stopped(m))) == 10000);
}

// GHC 9.0.2: for a thunk that runs `putMVar#`, killed after another thread has emptied the MVar, the AP_STACK
// has 64 bytes; a frame with the result would make them 80
TEST_CASE("Asynchronous exceptions: an operation without a result leaves nothing on the stack",
          "[conformance]") {
    Machine m;
    CHECK(number(m.run(woken_and_stopped(m))) == 2);
}

TEST_CASE("Asynchronous exceptions: an AP_STACK has the frames above the next one, which it resumes",
          "[unit]") {
    Machine m;
    CHECK(number(m.run(one_stopped(m))) == 41);
}

TEST_CASE("Asynchronous exceptions: a suspended evaluation waits for its MVar again", "[unit]") {
    Machine m;
    m.run(waits_stopped(m));
}

TEST_CASE("Asynchronous exceptions: a collection frees a suspended evaluation that nothing refers to",
          "[unit]") {
    Machine m;
    m.run(all_dropped(m));
}

namespace {

Eval sharer(Machine& m, Ref x, Ref out) {
    Ref const value = co_await std::move(x);
    co_await m.put(out, value);
    co_return m.unit();
}
// two threads wait for the value that a third one evaluates; the third is killed, then one of the two
Eval shared(Machine& m) {
    Ref const v = m.mvar(), x = chain(m, 3, v), out = m.mvar();
    Ref const first = m.fork(evaluates(m, x));
    co_await m.yield();
    Ref const second = m.fork(sharer(m, x, out));
    m.fork(sharer(m, x, out));
    co_await m.yield();
    co_await m.kill_thread(first);
    co_await m.kill_thread(second);  // before it has run again
    co_await m.yield();
    co_await m.put(v, m.con(Int, 7));
    Ref const value = co_await m.take(out);
    co_return value;
}
// kills a thread that waits for another one's evaluation
Eval waiting_killed(Machine& m) {
    Ref const v = m.mvar(), x = chain(m, 3, v), y = m.thunk("<x+1>", plus_one, x), out = m.mvar();
    m.fork(sharer(m, x, out));
    co_await m.yield();
    Ref const second = m.fork(evaluates(m, y));
    co_await m.yield();
    co_await m.kill_thread(second);
    co_await m.put(v, m.con(Int, 7));
    Ref const a = co_await m.take(out), b = co_await y;
    co_return m.con(Int, 100 * number(a) + number(b));
}

}  // namespace

TEST_CASE("Asynchronous exceptions: a thread waiting for the value resumes the evaluation", "[unit]") {
    Machine m;
    CHECK(number(m.run(shared(m))) == 10);
    CHECK(number(m.run(waiting_killed(m))) == 1011);
}

namespace {

Eval queued(Machine& m, bool middle) {  // three threads wait for an MVar; kills the middle one, then the last
    Ref const v = m.mvar(), out = m.mvar();
    std::vector<Ref> threads;
    for (int i = 0; i < 3; ++i) threads.push_back(m.fork(sharer(m, m.thunk("<taken>", taken, v), out)));
    co_await m.yield();
    if (middle) co_await m.kill_thread(threads[1]);
    co_await m.kill_thread(threads[2]);
    co_await m.kill_thread(threads[2]);  // no effect
    Ref const last = m.fork(sharer(m, m.thunk("<taken>", taken, v), out));
    co_await m.yield();
    int const waiting = middle ? 2 : 3;
    for (int i = 1; i <= waiting; ++i) co_await m.put(v, m.con(Int, i));
    long digits = 0;
    for (int i = 1; i <= waiting; ++i) {
        Ref const x = co_await m.take(out);
        digits = 10 * digits + number(x);
    }
    co_return m.con(Int, digits);
}
Eval itself(Machine& m, Ref me) {
    Ref const self = co_await m.take(me);
    co_await m.throw_to(self, m.con(Stop));
    co_return m.con(Int, 1);
}
Eval to_itself(Machine& m) {
    Ref const me = m.mvar(), told = m.mvar();
    Ref const t = m.fork(catches(m, m.thunk("<itself>", itself, me), told));
    co_await m.put(me, t);
    Ref const exception = co_await m.take(told);
    co_return m.con(Int, exception.is(Stop));
}
Eval uncaught(Machine& m) {
    Ref const t = m.fork(evaluates(m, m.thunk("<taken>", taken, m.mvar())));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Asynchronous exceptions: a queue loses killed threads", "[unit]") {
    Machine m;
    CHECK(number(m.run(queued(m, true))) == 12);
    CHECK(number(m.run(queued(m, false))) == 123);
}

TEST_CASE("Asynchronous exceptions: a thread may throw to itself; an uncaught exception ends it", "[unit]") {
    Machine m;
    CHECK(number(m.run(to_itself(m))) == 1);
    CHECK(m.run(uncaught(m)).is("()"));
    CHECK(m.errors().ends_with(": uncaught exception: Stop\n"));
}

namespace {

Eval waits(Machine& m, Ref v) { co_return m.take(v); }
Eval counts(Machine& m, Ref n) {
    Ref const x =
        co_await m.catch_exception(m.thunk("<waits>", waits, m.mvar()), m.fun("handler", handler, 1L));
    m.write(n, m.con(Int, number(m.read(n)) + number(x)));
    co_return m.unit();
}
Eval lost(Machine& m, long threads) {
    Ref const n = m.mut_var(m.con(Int, 0));
    for (long i = 0; i < threads; ++i) m.fork(counts(m, n));
    m.fork(waits(m, m.mvar()));  // without a handler: it just ends
    co_await m.yield();
    co_await m.perform_major_gc();
    CHECK(number(m.read(n)) == 0);
    co_await m.yield();
    co_await m.perform_major_gc();
    co_return m.read(n);
}
Eval both_ways(Machine& m) {  // the main thread waits for an MVar that no other thread knows
    Ref const x =
        co_await m.catch_exception(m.thunk("<waits>", waits, m.mvar()), m.fun("handler", handler, 9L));
    co_return x;
}
Eval known(Machine& m, Ref v) {
    m.heap().stable(v.closure());
    co_return m.take(v);
}

}  // namespace

TEST_CASE("BlockedIndefinitelyOnMVar: the census of the collection that finds the threads includes them",
          "[unit]") {
    Machine m;
    std::vector<std::size_t> threads, queues;
    m.on_collection([&](Machine& machine) {
        threads.push_back(count(machine.heap(), "TSO"));
        queues.push_back(count(machine.heap(), "MVAR_TSO_QUEUE"));
    });
    CHECK(number(m.run(lost(m, 100))) == 100);
    CHECK(threads == std::vector<std::size_t>{102, 1});
    CHECK(queues == std::vector<std::size_t>{101, 0});
}

TEST_CASE("BlockedIndefinitelyOnMVar: the main thread receives it if no other thread can run", "[unit]") {
    Machine m;
    CHECK(number(m.run(both_ways(m))) == 9);
    CHECK_THROWS_WITH(m.run(waits(m, m.mvar())),
                      "ghc machine: uncaught exception: BlockedIndefinitelyOnMVar");
    CHECK_THROWS_AS(m.run(known(m, m.mvar())), ghc::Deadlock);
}

namespace {

Eval takes_from(Machine& m, Ref v) {
    co_await m.take(std::move(v));
    co_return m.unit();
}
Eval gives_bytes(Machine& m) { co_return m.bytes(100); }
// Objects that threads which have ended keep: the value of one, nothing of a killed one.
Eval ended(Machine& m) {
    Ref const one = m.fork(gives_bytes(m)), other = m.fork(takes_from(m, m.mvar()));
    co_await m.yield();
    co_await m.kill_thread(other);
    co_await m.perform_major_gc();
    co_return m.unit();
}
// The cost centres under which a handler makes its value.
Eval makes(Machine& m, Ref) { co_return m.con("Made", m.con(Int, 1000)); }
Eval raises_in_scc(Machine& m) {
    Scc const scc = m.scc("inner");
    co_return m.raise(m.con("Stop"));
}
Eval waits_in_scc(Machine& m) {
    Scc const scc = m.scc("inner");
    co_await m.take(m.mvar());
    co_return m.unit();
}
Eval handles(Machine& m, std::vector<std::string>& labels) {
    for (auto* const code : {&raises_in_scc, &waits_in_scc}) {
        Scc const scc = m.scc("outer");
        Ref const made = co_await m.catch_exception(m.thunk("<inner>", code), m.fun("makes", makes));
        labels.push_back(std::string(made.closure()->ccs->cc->label));
    }
    co_return m.unit();
}

}  // namespace

// as in programs of test/differential
TEST_CASE("Exceptions: a thread that has ended keeps its value, and a killed one nothing", "[unit]") {
    Machine m;
    std::vector<std::size_t> values, boxes;
    m.on_collection([&](Machine& machine) {
        values.push_back(count(machine.heap(), "ARR_WORDS"));
        boxes.push_back(count(machine.heap(), "MVAR"));
    });
    m.run(ended(m));
    CHECK(values == std::vector<std::size_t>{1});
    CHECK(boxes == std::vector<std::size_t>{0});
}
TEST_CASE("Exceptions: a handler begins with the cost centres that raised the exception", "[unit]") {
    Machine m;
    std::vector<std::string> labels;
    m.run(handles(m, labels));
    CHECK(labels == std::vector<std::string>{"inner", "inner"});
}

namespace {

// Who made thunks, and who needs their value: x + 1 needs that of x, as the selector needs the record.
Eval needed(Machine& m, bool selects, std::vector<std::string>& labels) {
    Ref const v = m.mvar(), told = m.mvar();
    Ref x;
    {
        Scc const scc = m.scc("makes");
        Ref const waits_for_v = m.thunk("<taken>", taken, v);
        x = selects ? m.selector(0, waits_for_v) : m.thunk("<x+1>", plus_one, waits_for_v);
    }
    {
        Scc const scc = m.scc("needs");
        Ref const t = m.fork(catches(m, x, told));
        co_await m.yield();
        co_await m.throw_to(t, m.con(Stop));
    }
    auto const* const outer = as<ghc::ApStack>(as<ghc::Ind>(x.closure())->indirectee);
    for (Closure const* c : {static_cast<Closure const*>(outer), static_cast<Closure const*>(outer->fun)}) {
        CHECK(ghc::type(c) == ClosureType::AP_STACK);
        labels.push_back(std::string(c->ccs->cc->label));
    }
    co_return m.unit();
}

}  // namespace

// GHC's code pushes the update frame before it enters the thunk's cost centres (-ddump-cmm), and raiseAsync
// charges the AP_STACK to the frame's
TEST_CASE("Asynchronous exceptions: who needs a value is charged for its AP_STACK", "[conformance]") {
    for (bool const selects : {false, true}) {
        Machine m;
        std::vector<std::string> labels;
        m.run(needed(m, selects, labels));
        CHECK(labels == std::vector<std::string>{"needs", "makes"});
    }
}

namespace {

// The names of the frames that an AP_STACK has.
std::vector<std::string> frames_of(Closure* c) {
    std::vector<std::string> names;
    auto* const ap = as<ghc::ApStack>(c);
    for (auto at = ghc::words_after(ap); at != ghc::words_after(ap) + ap->size;
         at += ghc::Frames::words(at)) {
        auto const& table = ghc::info(*reinterpret_cast<ghc::Entry const* const*>(at));
        names.emplace_back(ghc::at_offset<char const>(table, table.description));
    }
    return names;
}
// The frames of the AP_STACK of x + 1, where x is an AP_STACK, too.
Eval stopped_twice(Machine& m, bool collected, std::vector<std::string>& frames) {
    Ref const v = m.mvar(), told = m.mvar(), x = m.thunk("<taken>", taken, v),
              y = m.thunk("<x+1>", plus_one, x);
    for (Ref const& waiting : {x, y}) {
        Ref const t = m.fork(catches(m, waiting, told));
        co_await m.yield();
        co_await m.throw_to(t, m.con(Stop));
        co_await m.take(told);
        if (collected) co_await m.perform_major_gc();
    }
    frames = frames_of(collected ? y.closure() : as<ghc::Ind>(y.closure())->indirectee);
    co_await m.put(v, m.con(Int, 20));
    Ref const value = co_await y;
    co_return value;
}

}  // namespace

// GHC 9.0.2's stacks (gdb): above the frame of x + 1 is a stg_restore_cccs_eval frame, because x needs 1024
// words more than a thread has at first, and is entered again; and another one, if x is still a BLACKHOLE
TEST_CASE("Asynchronous exceptions: an AP_STACK is entered again on a larger stack", "[conformance]") {
    for (bool const collected : {false, true}) {
        Machine m;
        std::vector<std::string> frames, expected(collected ? 1 : 2, "stg_restore_cccs_eval");
        expected.emplace_back("stg_ret");
        CHECK(number(m.run(stopped_twice(m, collected, frames))) == 21);
        CHECK(frames == expected);
    }
}

// GHC's check of the stack: the frames, an update frame unless the AP_STACK is not updated, 1024 words, and
// the 21 reserved ones
TEST_CASE("Asynchronous exceptions: an AP_STACK needs 1024 words above its frames", "[conformance]") {
    for (bool const updated : {false, true})
        for (bool const fits : {false, true}) {
            Machine m;
            ghc::Capability cap(m, {});
            ghc::Thread thread;
            thread.tso = cap.frames.thread(cap.heap.ccs());
            cap.thread = &thread;
            cap.frames.select(thread.tso);
            cap.frames.overflow();  // onto a chunk of 32 KiB
            auto* const stack = as<ghc::Stack>(ghc::untag(as<ghc::Tso>(thread.tso)->stackobj));
            auto const free = static_cast<std::size_t>(stack->sp - ghc::words_after(stack));
            std::size_t const update_frame = 4;  // with cost centres
            std::size_t const most = free - 1024 - 21 - (updated ? update_frame : 0);
            Closure* const c = cap.heap.allocate(updated ? cap.code.ap_stack : cap.code.ap_stack_noupd,
                                                 ghc::words_of<ghc::ApStack> + most + 1);
            as<ghc::ApStack>(c)->size = fits ? most : most + 1;
            CHECK(ghc::rts::needs_chunk(cap, c) == !fits);
            CHECK((ghc::untag(as<ghc::Tso>(thread.tso)->stackobj) == stack) == fits);
        }
}

namespace {

Eval one_more(Machine& m, Ref v) {
    Ref const x = co_await doubled(m, v);  // a call, not a thunk
    co_return m.con(Int, number(x) + 1);
}
Eval stopped_in_a_call(Machine& m) {
    Ref const v = m.mvar(), out = m.mvar(), x = m.thunk("<one_more>", one_more, v);
    Ref const t = m.fork(sharer(m, x, out));
    co_await m.yield();
    co_await m.kill_thread(t);
    CHECK(frames_of(as<ghc::Ind>(x.closure())->indirectee) ==
          std::vector<std::string>{"stg_block_takemvar", "stg_ret", "stg_ret"});
    co_await m.put(v, m.con(Int, 20));
    Ref const value = co_await x;
    co_return value;
}

}  // namespace

TEST_CASE("Asynchronous exceptions: an AP_STACK may resume several calls", "[unit]") {
    Machine m;
    CHECK(number(m.run(stopped_in_a_call(m))) == 41);
}

// -- what a thread was about to enter is no frame of an AP_STACK, but what the AP_STACK enters (raiseAsync)

namespace {

Closure* entered_by(Ref const& thunk) {
    return ghc::untag(as<ghc::ApStack>(as<ghc::Ind>(thunk.closure())->indirectee)->fun);
}
// y = x + 1, where another thread evaluates x
Eval stopped_at_blackhole(Machine& m) {
    Ref const v = m.mvar(), out = m.mvar(), x = m.thunk("<taken>", taken, v),
              y = m.thunk("<x+1>", plus_one, x);
    m.fork(evaluates(m, x));
    co_await m.yield();
    Ref const t = m.fork(evaluates(m, y));
    co_await m.yield();
    co_await m.kill_thread(t);
    CHECK(entered_by(y) == x.closure());
    CHECK(frames_of(as<ghc::Ind>(y.closure())->indirectee) == std::vector<std::string>{"stg_ret"});
    co_await m.put(v, m.con(Int, 20));
    Ref const value = co_await y;
    co_return value;
}
// y = x + 1, stopped after any number of steps; counts the times that x was next
Eval stopped_any_time(Machine& m, int& x_was_next) {
    Ref const v = m.mvar(), told = m.mvar(), x = m.thunk("<taken>", taken, v),
              y = m.thunk("<x+1>", plus_one, x);
    Ref const t = m.fork(catches(m, y, told));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    if (ghc::type(y.closure()) == ClosureType::BLACKHOLE) {
        Closure const* const next = entered_by(y);
        x_was_next += next == x.closure();
        // the code of x + 1 runs next, or waits for x
        CHECK((ghc::description(next) == "DUMMY_RET" || next == x.closure() ||
               ghc::type(next) == ClosureType::AP_STACK));
        CHECK(frames_of(as<ghc::Ind>(y.closure())->indirectee) == std::vector<std::string>{"stg_ret"});
    }
    co_await m.take(told);
    co_await m.put(v, m.con(Int, 20));
    Ref const value = co_await y;
    co_return value;
}
Eval fills_last(Machine& m, Ref v) { co_return m.put(v, m.con(Int, 2)); }
// a thread that was about to return () to an update frame
Eval stopped_at_the_end(Machine& m) {
    Ref const full = m.mvar(m.con(Int, 1)), told = m.mvar(), x = m.thunk("<fills>", fills_last, full);
    Ref const t = m.fork(catches(m, x, told));
    co_await m.yield();
    co_await m.take(full);
    co_await m.throw_to(t, m.con(Stop));
    CHECK(ghc::description(entered_by(x)) == "DUMMY_RET");
    CHECK(as<ghc::ApStack>(as<ghc::Ind>(x.closure())->indirectee)->size == 0);
    Ref const value = co_await x;
    co_return value;
}

}  // namespace

TEST_CASE("Asynchronous exceptions: an AP_STACK first enters what its thread was about to enter",
          "[conformance]") {
    Machine m;
    CHECK(number(m.run(stopped_at_blackhole(m))) == 21);
    int x_was_next = 0;
    for (std::uint64_t steps = 1; steps != 20; ++steps) {
        Machine slow({.steps_per_tick = 1, .ticks_per_turn = steps});
        CHECK(number(slow.run(stopped_any_time(slow, x_was_next))) == 21);
    }
    CHECK(x_was_next > 0);
    CHECK(m.run(stopped_at_the_end(m)).is("()"));
}

// -- queues and frames of threads that receive an exception

namespace {

Eval numbered(Machine& m, Ref v, long k, Ref out) {
    Ref const x = co_await m.take(v);
    co_await m.put(out, m.con(Int, 10 * k + number(x)));
    co_return m.unit();
}
// of threads 0, 1 and 2, which wait for an MVar, kills some; then thread 3 waits, too
Eval some_killed(Machine& m, unsigned killed) {
    Ref const v = m.mvar(), out = m.mvar();
    std::vector<Ref> threads;
    std::vector<long> left, told, expected;
    for (long k = 0; k != 3; ++k) threads.push_back(m.fork(numbered(m, v, k, out)));
    co_await m.yield();
    for (std::size_t k = 0; k != 3; ++k) {
        if ((killed >> k & 1) != 0) co_await m.kill_thread(threads[k]);
        else left.push_back(static_cast<long>(k));
    }
    if (left.empty()) {
        CHECK(ghc::untag(as<ghc::MVar>(v.closure())->head) == m.heap().end_tso_queue());
        CHECK(ghc::untag(as<ghc::MVar>(v.closure())->tail) == m.heap().end_tso_queue());
    }
    left.push_back(3);
    m.fork(numbered(m, v, 3, out));
    co_await m.yield();
    for (std::size_t i = 0; i != left.size(); ++i) {
        co_await m.put(v, m.con(Int, static_cast<long>(i)));
        Ref const x = co_await m.take(out);
        told.push_back(number(x));
        expected.push_back(10 * left[i] + static_cast<long>(i));
    }
    CHECK(told == expected);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Asynchronous exceptions: the other threads keep their order in an MVar's queue", "[unit]") {
    for (unsigned killed = 0; killed != 8; ++killed) {
        Machine m;
        m.run(some_killed(m, killed));
    }
}

namespace {

Eval waits_with(Machine& m, Ref v, Ref) {
    Ref const held = m.bytes(100);
    co_await m.take(v);
    co_return held;
}
Ref made_in_inner(Machine& m, Ref const& v) {
    Scc const scc = m.scc("inner");
    return m.fun("waits_with", waits_with, v);
}
Eval catches_in(Machine& m, Ref v, Ref told) {
    Scc const scc = m.scc("outer");
    Ref const x = co_await m.catch_action(made_in_inner(m, v), m.fun("tells", tells, told));
    co_return x;
}
// the labels of the cost centres that objects are charged to
std::vector<std::string> labels_of(ghc::Heap& heap, std::string const& name) {
    std::vector<std::string> labels;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c)
        if (ghc::description(*c) == name) labels.emplace_back((*c)->ccs->cc->label);
    return labels;
}
// before its handler runs
Eval about_to_handle(Machine& m) {
    Ref const v = m.mvar(), told = m.mvar(), t = m.fork(catches_in(m, v, told));
    co_await m.yield();
    CHECK(count(m.heap(), "ARR_WORDS") == 1);
    CHECK(as<ghc::Tso>(t.closure())->cccs->cc->label == std::string("inner"));
    co_await m.throw_to(t, m.con(Stop));
    CHECK(labels_of(m.heap(), "raise") == std::vector<std::string>{"outer"});
    co_await m.perform_major_gc();
    CHECK(count(m.heap(), "ARR_WORDS") == 0);
    Ref const exception = co_await m.take(told);
    CHECK(exception.is(Stop));
    co_return m.unit();
}
Eval kills_waiting(Machine& m) {
    Ref t;
    {
        Scc const scc = m.scc("victim");
        t = m.fork(evaluates(m, m.thunk("<taken>", taken, m.mvar())));
    }
    co_await m.yield();
    ghc::CostCentreStack const* const its = as<ghc::Tso>(t.closure())->cccs;
    CHECK(its->cc->label == std::string("victim"));
    auto const before = its->time_ticks;
    co_await m.kill_thread(t);
    CHECK(its->time_ticks == before);
    co_return m.unit();
}
Eval bound(Machine& m) {
    Ref const v = m.mvar(), told = m.mvar();
    Ref const t = m.fork_on(0, catches_in(m, v, told));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    CHECK((as<ghc::Tso>(t.closure())->flags & ghc::tso_flag::locked) != 0);
    co_await m.take(told);
    co_return m.unit();
}
Eval waits_masked(Machine& m, Ref v, Ref) { co_return m.take(v); }
Eval masks(Machine& m, Ref action) {
    co_return m.with_masking(ghc::MaskingState::MaskedUninterruptible, action);
}
Eval throws_to(Machine& m, Ref thread, Ref exception) {
    co_await m.throw_to(thread, exception);
    co_return m.unit();
}
// GHC's stg_block_throwto: a return address, the thread, the exception
Eval waits_to_throw(Machine& m) {
    Ref const v = m.mvar(), stop = m.con(Stop, m.con(Int, 1000)),
              target = m.fork(masks(m, m.fun("waits_masked", waits_masked, v)));
    co_await m.yield();
    Ref const source = m.fork(throws_to(m, target, stop));
    co_await m.yield();
    CHECK(as<ghc::Tso>(source.closure())->why_blocked == ghc::WhyBlocked::MsgThrowTo);
    auto const* const stack = as<ghc::Stack>(ghc::untag(as<ghc::Tso>(source.closure())->stackobj));
    auto* const* const at = reinterpret_cast<Closure* const*>(stack->sp + 1);
    CHECK(ghc::untag(at[0]) == target.closure());
    CHECK(ghc::untag(at[1]) == stop.closure());
    co_await m.put(v, m.con(Int, 1));
    co_return m.unit();
}

}  // namespace

// raiseAsync: SET_HDR(raise, &stg_raise_info, cf->header.prof.ccs)
TEST_CASE("Asynchronous exceptions: what is raised is charged to the catch; frames above it are gone",
          "[conformance]") {
    Machine m;
    m.run(about_to_handle(m));
}

TEST_CASE("Asynchronous exceptions: the throwing thread pays for its own time", "[unit]") {
    Machine m({.steps_per_tick = 1, .ticks_per_turn = 0});
    m.run(kills_waiting(m));
}

TEST_CASE("Asynchronous exceptions: a thread stays bound to its capability", "[unit]") {
    Machine m;
    m.run(bound(m));
}

TEST_CASE(
    "Asynchronous exceptions: a thread that waits to throw has the target and the exception in its frame",
    "[conformance]") {
    Machine m;
    m.run(waits_to_throw(m));
}

namespace {

// x + 1000; the thunks are charged to cost centres in turn
Ref chain_in_turn(Machine& m, Ref const& v) {
    Ref x = m.thunk("<taken>", taken, v);
    for (int i = 0; i != 1000; ++i) {
        Scc const scc = m.scc(i % 2 == 0 ? "even" : "odd");
        x = m.thunk("<x+1>", plus_one, x);
    }
    return x;
}
Eval stopped_across_chunks(Machine& m) {
    Ref const v = m.mvar(), told = m.mvar(), all = chain_in_turn(m, v);
    Ref const first = m.fork(catches(m, all, told));
    co_await m.yield();
    co_await m.throw_to(first, m.con(Stop));
    co_await m.take(told);
    Closure const* c = as<ghc::Ind>(all.closure())->indirectee;  // the AP_STACK that is not updated
    while (ghc::description(c) != "AP_STACK_NOUPD") c = ghc::untag(as<ghc::ApStack>(c)->fun);
    auto const* const its = c->ccs;
    Closure const* const above = ghc::untag(as<ghc::ApStack>(c)->fun);
    REQUIRE(ghc::type(above) == ClosureType::AP_STACK);
    Ref const second = m.fork(catches(m, all, told));
    co_await m.yield();
    co_await m.throw_to(second, m.con(Stop));
    co_await m.take(told);
    CHECK(ghc::untag(as<ghc::Ind>(above)->indirectee)->ccs == its);
    co_await m.put(v, m.con(Int, 5));
    Ref const value = co_await all;
    co_return value;
}

}  // namespace

// GHC's entry code of an AP_STACK_NOUPD enters its cost centres; who needs a value is charged for its
// AP_STACK
TEST_CASE("Asynchronous exceptions: an AP_STACK that is not updated also enters its cost centres",
          "[conformance]") {
    Machine m;
    CHECK(number(m.run(stopped_across_chunks(m))) == 1005);
}
