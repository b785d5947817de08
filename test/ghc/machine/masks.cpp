// Masked asynchronous exceptions and their delivery. Expected results are from GHC 9.0.2's output or the
// documentation of Control.Exception.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <trav/ghc/layout/check.hpp>

#include <algorithm>
#include <string>
#include <vector>

using ghc::as;
using ghc::MaskingState;
using enum ghc::MaskingState;

namespace {

Code const Stop = "Stop";

Ref state_of(Machine& m) { return m.con(Int, static_cast<int>(m.masking_state())); }

// -- actions: functions of `()`
Eval state(Machine& m, Ref) { co_return state_of(m); }
Eval take(Machine& m, Ref v, Ref) { co_return m.take(v); }
Eval masked(Machine& m, long how, Ref action, Ref) {
    co_return m.with_masking(static_cast<MaskingState>(how), action);
}
Ref in_state(Machine& m, MaskingState how, Ref const& action) {
    return m.fun("masked", masked, static_cast<long>(how), action);
}

// -- handlers
Eval handler_state(Machine& m, Ref) { co_return state_of(m); }
Eval number_of(Machine&, Ref exception) { co_return exception[0]; }
Eval number_told(Machine& m, Ref out, Ref exception) {
    co_await m.put(out, exception[0]);
    co_return m.unit();
}

Eval raises(Machine& m) { co_return m.raise(m.con(Stop, m.con(Int, 9))); }
Eval applied(Machine& m, Ref action) { co_return m.call(action, m.unit()); }
Ref thunk_of(Machine& m, Ref const& action) { return m.thunk("<applied>", applied, action); }

Eval ignores(Machine& m, Ref) { co_return m.unit(); }
/// A thread that runs the action and ignores an exception that ends it.
Eval guarded(Machine& m, Ref action) {
    co_return m.catch_exception(thunk_of(m, action), m.fun("ignores", ignores));
}

Eval throws(Machine& m, Ref target, long n) {
    co_await m.throw_to(target, m.con(Stop, m.con(Int, n)));
    co_return m.unit();
}
Eval turns(Machine& m, int n = 20) {
    for (int i = 0; i < n; ++i) co_await m.yield();
    co_return m.unit();
}

std::size_t count(Machine& m, std::string const& name) {
    std::size_t n = 0;
    auto const objects = m.heap().objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) n += ghc::description(*c) == name;
    return n;
}

/// Runs a program without collections and with one after each step; each time looks at all closures.
std::string runs(Eval (*program)(Machine&, std::string*)) {
    std::string plain, often;
    Machine m, n({.collect_every = 1, .ticks_per_turn = 0});
    for (Machine* machine : {&m, &n})
        machine->on_collection([](Machine& at) {
            auto const readable = [](ghc::Word, std::size_t) { return true; };
            auto const objects = at.heap().objects();
            for (auto c = objects.begin(); c != objects.end(); ++c) ghc::check_closure(*c, readable);
        });
    m.run(program(m, &plain));
    n.run(program(n, &often));
    m.shutdown();
    n.shutdown();
    CHECK(plain == often);
    return plain;
}

}  // namespace

namespace {

Eval in_handler(Machine& m, Ref) {
    co_return m.catch_exception(m.thunk("<raises>", raises), m.fun("handlerState", handler_state));
}
Eval in_thread(Machine& m, Ref out) {
    co_await m.put(out, state_of(m));
    co_return m.unit();
}
Eval in_fork(Machine& m, Ref) {
    Ref const out = m.mvar();
    m.fork(in_thread(m, out));
    Ref const s = co_await m.take(out);
    co_return s;
}
Eval after_handler(Machine& m, Ref) {
    co_await m.catch_exception(m.thunk("<raises>", raises), m.fun("handlerState", handler_state));
    co_return state_of(m);
}

Eval states(Machine& m, std::string* story) {
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        std::vector<Ref> const actions{m.fun("state", state),
                                       m.fun("inHandler", in_handler),
                                       m.fun("inFork", in_fork),
                                       m.fun("afterHandler", after_handler),
                                       in_state(m, Unmasked, m.fun("state", state)),
                                       in_state(m, Unmasked, m.fun("inHandler", in_handler)),
                                       in_state(m, MaskedInterruptible, m.fun("state", state))};
        for (Ref const& action : actions) {
            Ref const seen = co_await m.with_masking(s, action);
            *story += std::to_string(number(seen));
            CHECK(m.masking_state() == Unmasked);
        }
        *story += ' ';
    }
    Ref const once = co_await m.mask(m.fun("state", state));
    *story += std::to_string(number(once));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: actions, handlers and forked threads have their states; afterwards the state is restored",
          "[conformance]") {
    CHECK(runs(states) == "0100011 1111011 2222011 1");
}

namespace {

Eval mask_inside(Machine& m, Ref) { co_return m.mask(m.fun("state", state)); }
Eval nested(Machine& m, std::string* story) {
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        Ref const seen = co_await m.with_masking(s, m.fun("maskInside", mask_inside));
        *story += std::to_string(number(seen));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: mask does not weaken a stronger state", "[conformance]") { CHECK(runs(nested) == "112"); }

namespace {

// loop n = if n == 0 then getMaskingState else mask_ (unsafeUnmask (loop (n - 1)))
Eval loop(Machine& m, long n, Ref) {
    if (n == 0) co_return m.con(Int, static_cast<long>(m.masking_state()));
    Ref const next = m.fun("loop", loop, n - 1);
    co_return m.with_masking(n % 2 == 0 ? MaskedInterruptible : Unmasked, next);
}
Eval looping(Machine& m, long n) { co_return m.call(m.fun("loop", loop, n), m.unit()); }

}  // namespace

TEST_CASE("Masks: masking and unmasking in tail position does not grow the stack", "[unit]") {
    for (long const n : {10L, 11L, 100'000L}) {
        Machine m;
        std::size_t largest = 0;
        m.on_tick([&](Machine& at) {
            for (Closure* tso : at.heap().root_lists().run_queue())
                largest = std::max<std::size_t>(largest, as<ghc::Tso>(tso)->tot_stack_size);
        });
        CHECK(number(m.run(looping(m, n))) == 0);  // the last step unmasks
        CHECK(largest <= 1024 / 8);
    }
}

namespace {

// masked: reports it, waits for permission to continue, then unmasks three times
Eval catches_one(Machine& m, Ref action) {
    Ref const n = co_await m.catch_exception(thunk_of(m, action), m.fun("numberOf", number_of));
    co_return n;
}
Eval zero(Machine& m, Ref) { co_return m.con(Int, 0); }
Eval victim(Machine& m, Ref ready, Ref v, Ref out, Ref) {
    co_await m.put(ready, m.unit());
    co_await m.with_masking(MaskedUninterruptible, m.fun("take", take, v));
    Ref const unmasks = in_state(m, Unmasked, m.fun("zero", zero));
    long told = 0;
    for (int i = 0; i < 3; ++i) {
        Ref const n = co_await catches_one(m, unmasks);
        told = 10 * told + number(n);
    }
    co_await m.put(out, m.con(Int, told));
    co_return m.unit();
}
Eval runs_masked(Machine& m, Ref action) { co_return m.mask(action); }

Eval last_first(Machine& m, std::string* story) {
    Ref const ready = m.mvar(), v = m.mvar(), out = m.mvar();
    Ref const t = m.fork(runs_masked(m, m.fun("victim", victim, ready, v, out)));
    co_await m.take(ready);
    std::vector<Ref> throwers;
    for (long i = 1; i <= 3; ++i) {
        throwers.push_back(m.fork(throws(m, t, i)));
        co_await turns(m);
    }
    co_await m.perform_major_gc();
    // each message waits: 4 pointers of 8 bytes, and a header of one word without profiling
    CHECK(count(m, "MSG_THROWTO") == 3);
    Closure const* message = ghc::untag(as<ghc::Tso>(t.closure())->blocked_exceptions);
    for (std::size_t i = 3; i-- > 0;) {
        CHECK(ghc::type(message) == ClosureType::PRIM);
        CHECK(ghc::size_words(message) == 7);
        auto const* const tso = as<ghc::Tso>(throwers[i].closure());
        CHECK(as<ghc::MessageThrowTo>(message)->source == tso);
        CHECK(as<ghc::MessageThrowTo>(message)->target == t.closure());
        CHECK(tso->why_blocked == ghc::WhyBlocked::MsgThrowTo);
        CHECK(tso->block_info == message);
        message = ghc::untag(as<ghc::MessageThrowTo>(message)->link);
    }
    CHECK(message == m.heap().end_tso_queue());
    co_await m.put(v, m.unit());
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_await turns(m);
    CHECK(count(m, "MSG_THROWTO") == 0);
    for (Ref const& thrower : throwers)
        *story += as<ghc::Tso>(thrower.closure())->what_next == ghc::WhatNext::Complete ? 'e' : '-';
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: a throwing thread waits until the target unmasks; the last exception comes first",
          "[conformance]") {
    CHECK(runs(last_first) == "321eee");
}

namespace {

Eval waits_masked(Machine& m, Ref ready, Ref v, Ref out, Ref) {
    co_await m.put(ready, m.unit());
    Ref const n = co_await catches_one(m, m.fun("take", take, v));
    co_await m.put(out, m.con(Int, 10 * static_cast<long>(m.masking_state()) + number(n)));
    co_return m.unit();
}
// the thread is already blocked when the exception is thrown
Eval thrown_to_waiting(Machine& m, std::string* story) {
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        Ref const ready = m.mvar(), v = m.mvar(), out = m.mvar();
        Ref const action = in_state(m, s, m.fun("waitsMasked", waits_masked, ready, v, out));
        Ref const t = m.fork(guarded(m, action));
        co_await m.take(ready);
        co_await turns(m);
        m.fork(throws(m, t, 5));
        co_await turns(m);
        co_await m.put(v, m.con(Int, 7));
        Ref const n = co_await m.take(out);
        *story += std::to_string(number(n)) + " ";
    }
    co_return m.unit();
}

// the exception is pending when the thread blocks
Eval begins_to_wait(Machine& m, Ref ready, Ref v, Ref out, Ref) {
    co_await m.put(ready, m.unit());
    co_await turns(m);  // another thread throws in the meantime
    Ref const full = m.mvar(m.con(Int, 1));
    Ref const one = co_await catches_one(m, m.fun("take", take, full));  // need not wait
    Ref const n = co_await catches_one(m, m.fun("take", take, v));
    co_await m.put(out, m.con(Int, 10 * number(one) + number(n)));
    co_return m.unit();
}
Eval waits_afterwards(Machine& m, std::string* story) {
    Ref const ready = m.mvar(), v = m.mvar(), out = m.mvar();
    Ref const t = m.fork(runs_masked(m, m.fun("beginsToWait", begins_to_wait, ready, v, out)));
    co_await m.take(ready);
    co_await m.throw_to(t, m.con(Stop, m.con(Int, 5)));
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: waiting for an MVar delivers exceptions, unless the state is uninterruptible",
          "[conformance]") {
    // in the uninterruptible state the value arrives first; then the exception ends the thread, too late for
    // `out`
    CHECK(runs(thrown_to_waiting) == "5 15 27 ");
    CHECK(runs(waits_afterwards) == "15");
}

namespace {

Eval sleep(Machine& m, Ref) {
    co_await m.thread_delay(1000);
    co_return m.con(Int, 7);
}
Eval sleeps_masked(Machine& m, Ref ready, Ref out, Ref) {
    co_await m.put(ready, m.unit());
    Ref const n = co_await catches_one(m, m.fun("sleep", sleep));
    co_await m.put(out, n);
    co_return m.unit();
}
Eval thrown_to_sleeping(Machine& m, std::string* story) {
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        Ref const ready = m.mvar(), out = m.mvar();
        Ref const t = m.fork(guarded(m, in_state(m, s, m.fun("sleepsMasked", sleeps_masked, ready, out))));
        co_await m.take(ready);
        co_await turns(m);
        CHECK(as<ghc::Tso>(t.closure())->why_blocked == ghc::WhyBlocked::Delay);
        m.fork(throws(m, t, 5));
        Ref const n = co_await m.take(out);
        *story += std::to_string(number(n));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: a sleeping thread receives exceptions, unless the state is uninterruptible", "[unit]") {
    CHECK(runs(thrown_to_sleeping) == "557");
}

namespace {

Eval plus_one(Machine& m, Ref v) {
    Ref const x = co_await m.take(v);
    co_return m.con(Int, number(x) + 1);
}
Eval evaluates(Machine& m, Ref x, Ref out) {
    Ref const n = co_await std::move(x);
    co_await m.put(out, n);
    co_return m.unit();
}
Eval value_of(Machine&, Ref x, Ref) { co_return x; }
Eval wants_masked(Machine& m, Ref x, Ref out, Ref) {
    Ref const n = co_await catches_one(m, m.fun("valueOf", value_of, x));
    co_await m.put(out, n);
    co_return m.unit();
}
Eval black_hole(Machine& m, std::string* story) {
    Ref const v = m.mvar(), out = m.mvar(), other = m.mvar(), x = m.thunk("<x+1>", plus_one, v);
    m.fork(evaluates(m, x, other));
    co_await m.yield();
    Ref const action = m.fun("wantsMasked", wants_masked, x, out);
    Ref const t = m.fork(guarded(m, in_state(m, MaskedInterruptible, action)));
    co_await turns(m);
    CHECK(as<ghc::Tso>(t.closure())->why_blocked == ghc::WhyBlocked::BlackHole);
    Ref const thrower = m.fork(throws(m, t, 5));
    co_await turns(m);
    CHECK(as<ghc::Tso>(thrower.closure())->why_blocked == ghc::WhyBlocked::MsgThrowTo);
    co_await m.put(v, m.con(Int, 6));
    Ref const a = co_await m.take(other), b = co_await m.take(out);
    *story += std::to_string(number(a)) + std::to_string(number(b));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: waiting for another thread's evaluation does not deliver exceptions", "[conformance]") {
    CHECK(runs(black_hole) == "77");
}

namespace {

Eval waits_uninterruptibly(Machine& m, Ref v) {
    co_await m.with_masking(MaskedUninterruptible, m.fun("take", take, v));
    co_return m.unit();
}
Eval throws_and_tells(Machine& m, Ref target, long n, Ref out) {
    co_await m.throw_to(target, m.con(Stop, m.con(Int, n)));
    co_await m.put(out, m.con(Int, n));
    co_return m.unit();
}
// the target's first state is unmasked
Eval unmasks_at_the_end(Machine& m, std::string* story) {
    Ref const v = m.mvar(), out = m.mvar();
    Ref const t = m.fork(waits_uninterruptibly(m, v));
    co_await turns(m);
    m.fork(throws_and_tells(m, t, 4, out));
    co_await turns(m);
    CHECK(as<ghc::Tso>(t.closure())->what_next == ghc::WhatNext::RunGHC);
    co_await m.put(v, m.unit());
    co_await turns(m);
    if (as<ghc::Tso>(t.closure())->what_next == ghc::WhatNext::Complete) *story += "ended";
    co_return m.unit();
}
// a thread that is masked from start to end
Eval forks(Machine& m, Ref v, Ref out, Ref) {
    Ref const t = m.fork(waits_uninterruptibly(m, v));
    co_await turns(m);
    m.fork(throws_and_tells(m, t, 4, out));
    co_await turns(m);
    CHECK(count(m, "MSG_THROWTO") >= 1);
    co_await m.put(v, m.unit());
    Ref const n = co_await m.take(out);
    CHECK(as<ghc::Tso>(t.closure())->what_next == ghc::WhatNext::Complete);
    co_return n;
}
Eval masked_from_the_start(Machine& m, std::string* story) {
    Ref const v = m.mvar(), out = m.mvar();
    Ref const n = co_await m.mask(m.fun("forks", forks, v, out));
    *story += std::to_string(number(n));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: when a thread ends, threads that throw to it continue", "[conformance]") {
    CHECK(runs(masked_from_the_start) == "4");
}

TEST_CASE("Masks: a pending exception is delivered when the thread returns to its first state",
          "[conformance]") {
    Machine m;
    std::string story;
    m.run(unmasks_at_the_end(m, &story));
    CHECK(story == "ended");
    CHECK(m.errors() == "thread 2: uncaught exception: Stop\n");
}

namespace {

Eval thrower_killed(Machine& m, std::string* story) {
    Ref const ready = m.mvar(), v = m.mvar(), out = m.mvar(), told = m.mvar();
    Ref const t = m.fork(runs_masked(m, m.fun("victim", victim, ready, v, out)));
    co_await m.take(ready);
    std::vector<Ref> throwers;
    for (long i = 1; i <= 3; ++i) {
        throwers.push_back(m.fork(throws(m, t, i)));
        co_await turns(m);
    }
    co_await m.kill_thread(throwers[1]);  // waits interruptibly, although its target masks
    co_await m.kill_thread(throwers[2]);
    throwers.clear();
    co_await m.perform_major_gc();
    CHECK(count(m, "MSG_THROWTO") == 1);
    CHECK(count(m, "MSG_NULL") == 2);
    CHECK(count(m, "TSO") == 3);
    co_await m.put(v, m.unit());
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: the exception of a killed thrower is not delivered", "[conformance]") {
    CHECK(runs(thrower_killed) == "100");
}

namespace {

Eval itself(Machine& m, Ref me, Ref) {
    Ref const self = co_await m.take(me);
    co_await m.throw_to(self, m.con(Stop, m.con(Int, 3)));
    co_return m.con(Int, 0);
}
Eval tells_masked(Machine& m, Ref me, Ref out, Ref) {
    Ref const n = co_await catches_one(m, m.fun("itself", itself, me));
    co_await m.put(out, n);
    co_return m.unit();
}
Eval to_itself(Machine& m, std::string* story) {
    Ref const me = m.mvar(), out = m.mvar();
    Ref const action = m.fun("tellsMasked", tells_masked, me, out);
    Ref const t = m.fork(applied(m, in_state(m, MaskedUninterruptible, action)));
    co_await m.put(me, t);
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_return m.unit();
}

// a handler is masked: a second exception is delivered after it
Eval handler_waits(Machine& m, Ref v, Ref out, Ref) {
    co_await m.with_masking(MaskedUninterruptible, m.fun("take", take, v));
    co_await m.put(out, m.con(Int, 1));
    co_return m.unit();
}
Eval first_caught(Machine& m, Ref v, Ref w, Ref out) {
    co_await m.catch_exception(thunk_of(m, m.fun("take", take, w)),
                               m.fun("handlerWaits", handler_waits, v, out));
    co_await m.put(out, m.con(Int, 8));  // too late
    co_return m.unit();
}
Eval both_caught(Machine& m, Ref v, Ref w, Ref out) {
    co_return m.catch_exception(m.thunk("<first>", first_caught, v, w, out),
                                m.fun("numberTold", number_told, out));
}
Eval second_exception(Machine& m, std::string* story) {
    Ref const v = m.mvar(), w = m.mvar(), out = m.mvar();
    Ref const t = m.fork(both_caught(m, v, w, out));
    co_await turns(m);
    co_await m.throw_to(t, m.con(Stop, m.con(Int, 1)));
    m.fork(throws(m, t, 2));
    co_await turns(m);
    CHECK(count(m, "MSG_THROWTO") >= 1);
    co_await m.put(v, m.unit());
    for (int i = 0; i < 2; ++i) {
        Ref const n = co_await m.take(out);
        *story += std::to_string(number(n));
    }
    co_return m.unit();
}

Eval puts_later(Machine& m, Ref v) {
    co_await turns(m);
    co_await m.put(v, m.unit());
    co_return m.unit();
}
Eval before_the_handler(Machine& m, std::string* story) {
    Ref const v = m.mvar(), w = m.mvar(), out = m.mvar();
    Ref const t = m.fork(both_caught(m, v, w, out));
    co_await turns(m);
    m.fork(puts_later(m, v));
    for (long i = 1; i <= 2; ++i) co_await m.throw_to(t, m.con(Stop, m.con(Int, i)));
    for (int i = 0; i < 2; ++i) {
        Ref const n = co_await m.take(out);
        *story += std::to_string(number(n));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: a thread that throws to itself receives the exception in any state", "[conformance]") {
    CHECK(runs(to_itself) == "3");
}

TEST_CASE("Masks: a handler runs masked, and a second exception is delivered after it", "[conformance]") {
    CHECK(runs(second_exception) == "12");
    CHECK(runs(before_the_handler) == "12");
}

namespace {

Eval lost_target(Machine& m, Ref v, Ref) { co_return m.take(v); }
Eval lost(Machine& m, std::string* story) {
    Ref const out = m.mvar();
    Ref t =
        m.fork(applied(m, in_state(m, MaskedUninterruptible, m.fun("lostTarget", lost_target, m.mvar()))));
    co_await turns(m);
    m.fork(throws_and_tells(m, t, 6, out));
    t = Ref();
    co_await turns(m);
    co_await m.perform_major_gc();
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_return m.unit();
}
Eval finalizer(Machine& m, Ref out, Ref) {
    co_await m.put(out, state_of(m));
    co_return m.unit();
}
Eval collects(Machine& m, Ref out, Ref) {
    m.weak(m.con(Int, 1000), m.unit(), m.fun("finalizer", finalizer, out));
    co_await m.perform_major_gc();
    co_return m.unit();
}
Eval finalized(Machine& m, std::string* story) {
    Ref const out = m.mvar();
    co_await m.mask(m.fun("collects", collects, out));
    Ref const n = co_await m.take(out);
    *story += std::to_string(number(n));
    co_return m.unit();
}

}  // namespace

TEST_CASE(
    "Masks: a thread that nothing can wake receives an exception in any state, and its throwers continue",
    "[conformance]") {
    CHECK(runs(lost) == "6");
}

TEST_CASE("Masks: finalizers do not mask", "[conformance]") { CHECK(runs(finalized) == "0"); }

namespace {

Eval throws_in_thunk(Machine& m, Ref target, Ref exception) {
    Ref const two = m.con(Int, 2);
    co_await m.throw_to(target, exception);
    co_return two;
}
// a thunk with a throw to a masked thread, killed after the delivery
Eval woken_and_killed(Machine& m) {
    Ref const v = m.mvar();
    Ref const target = m.fork(applied(m, in_state(m, MaskedUninterruptible, m.fun("take", take, v))));
    co_await turns(m);
    Ref const x = m.thunk("<throws>", throws_in_thunk, target, m.con(Stop)),
              t = m.fork(evaluates(m, x, m.mvar()));
    co_await turns(m);
    co_await m.put(v, m.unit());
    CHECK(as<ghc::Tso>(t.closure())->why_blocked == ghc::WhyBlocked::MsgThrowTo);
    while (as<ghc::Tso>(t.closure())->why_blocked == ghc::WhyBlocked::MsgThrowTo) co_await m.yield();
    co_await m.kill_thread(t);
    // a return address, the cost centres, and the three variables of throws_in_thunk
    CHECK(as<ghc::ApStack>(as<ghc::Ind>(x.closure())->indirectee)->size == 5);
    co_return x;
}

}  // namespace

// GHC: tryWakeupThread removes the frame of a waiting thrower
TEST_CASE("Masks: a thread whose exception was delivered has no frame of the operation", "[conformance]") {
    Machine m;
    CHECK(number(m.run(woken_and_killed(m))) == 2);
}

namespace {

Eval gives(Machine& m, Ref v) { co_return m.take(v); }

}  // namespace

TEST_CASE("Masks: a thread that is forked before the program does not mask", "[unit]") {
    Machine m;
    Ref const v = m.mvar();
    Ref const t = m.fork(in_thread(m, v));
    CHECK(as<ghc::Tso>(t.closure())->flags == 0);
    CHECK(number(m.run(gives(m, v))) == 0);
}

namespace {

// -- operations that wait for the main thread
Eval puts(Machine& m, Ref v, Ref) {
    co_await m.put(v, m.unit());
    co_return m.con(Int, 7);
}
Eval reads(Machine& m, Ref v, Ref) { co_return m.read_mvar(v); }
Eval retries(Machine& m, Ref v, Ref) {
    Ref const x = co_await m.read_tvar(v);
    if (number(x) == 0) co_return m.retry();
    co_return x;
}
Eval writes_seven(Machine& m, Ref v, Ref) {
    co_await m.write_tvar(v, m.con(Int, 7));
    co_return m.unit();
}
Eval waits_for_write(Machine& m, Ref v, Ref) { co_return m.atomically(m.fun("retries", retries, v)); }
Eval throws_to(Machine& m, Ref target, Ref) {
    co_await m.throw_to(target, m.con(Stop, m.con(Int, 8)));
    co_return m.con(Int, 7);
}
Eval received(Machine& m, Ref out, Ref action, Ref) {
    Ref const n = co_await catches_one(m, action);
    co_await m.put(out, n);
    co_return m.unit();
}

// puts the result of an action in a state, with an exception meanwhile
Eval interrupted(Machine& m, Ref action, MaskingState s, Ref out, ghc::WhyBlocked why) {
    Ref const t = m.fork(guarded(m, in_state(m, s, m.fun("received", received, out, action))));
    co_await turns(m);
    CHECK(as<ghc::Tso>(t.closure())->why_blocked == why);
    m.fork(throws(m, t, 5));
    co_await turns(m);
    co_return m.unit();
}
Eval all_interrupted(Machine& m, std::string* story) {
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        Ref const out = m.mvar(), full = m.mvar(m.unit()), empty = m.mvar(), v = m.tvar(m.con(Int, 0)),
                  w = m.mvar();
        Ref const target = m.fork(applied(m, in_state(m, MaskedUninterruptible, m.fun("take", take, w))));
        co_await turns(m);
        using enum ghc::WhyBlocked;
        co_await interrupted(m, m.fun("puts", puts, full), s, out, MVar);
        co_await m.take(full);
        Ref const put = co_await m.take(out);
        co_await interrupted(m, m.fun("reads", reads, empty), s, out, MVarRead);
        co_await m.put(empty, m.con(Int, 7));
        Ref const read = co_await m.take(out);
        co_await interrupted(m, m.fun("waitsForWrite", waits_for_write, v), s, out, STM);
        co_await m.atomically(m.fun("writesSeven", writes_seven, v));
        Ref const written = co_await m.take(out);
        co_await interrupted(m, m.fun("throwsTo", throws_to, target), s, out, MsgThrowTo);
        co_await m.put(w, m.unit());
        Ref const thrown = co_await m.take(out);
        for (Ref const& n : {put, read, written, thrown}) *story += std::to_string(number(n));
        *story += ' ';
    }
    co_return m.unit();
}

}  // namespace

// Control.Exception: "Interruptible operations"
TEST_CASE("Masks: each operation that may wait delivers exceptions, unless the state is uninterruptible",
          "[conformance]") {
    CHECK(runs(all_interrupted) == "5555 5555 7777 ");
}

namespace {

Eval forks_on(Machine& m, Ref) {
    Ref const out = m.mvar(), t = m.fork_on(4, in_thread(m, out));
    CHECK((as<ghc::Tso>(t.closure())->flags & ghc::tso_flag::locked) != 0);
    CHECK(as<ghc::Tso>(t.closure())->cap == 4 % m.heap().capabilities());
    Ref const s = co_await m.take(out);
    co_return s;
}
Eval all_forked_on(Machine& m, std::string* story) {
    CHECK(as<ghc::Tso>(m.my_thread_id().closure())->flags == 0);
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible}) {
        Ref const seen = co_await m.with_masking(s, m.fun("forksOn", forks_on));
        *story += std::to_string(number(seen));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("Masks: forkOn keeps the state, and the thread on its capability", "[conformance]") {
    for (std::size_t const capabilities : {1u, 3u}) {
        Machine m({.heap = {.capabilities = capabilities}});
        std::string story;
        m.run(all_forked_on(m, &story));
        CHECK(story == "012");
    }
}

namespace {

// the words in use on the stack of a waiting thread
std::size_t words_used(Ref const& thread) {
    auto* const stack = as<ghc::Stack>(ghc::untag(as<ghc::Tso>(thread.closure())->stackobj));
    return static_cast<std::size_t>(ghc::words_after(stack) + stack->stack_size - stack->sp);
}
Eval words_in_states(Machine& m, std::vector<std::size_t>* words) {
    Ref const v = m.mvar(), takes = m.fun("take", take, v);
    for (MaskingState const s : {Unmasked, MaskedInterruptible, MaskedUninterruptible})
        for (Ref const& action : {in_state(m, s, takes), in_state(m, s, in_state(m, s, takes))}) {
            Ref const t = m.fork(applied(m, action));
            co_await turns(m);
            words->push_back(words_used(t));
            co_await m.put(v, m.unit());
        }
    co_return m.unit();
}

}  // namespace

// GHC: stg_maskAsyncExceptions# and its like push a frame of one word, in another state than their own
TEST_CASE("Masks: a thread needs a word more in a new state, and none more in the same", "[conformance]") {
    Machine m;
    std::vector<std::size_t> words;
    m.run(words_in_states(m, &words));
    std::size_t const n = words[0];
    CHECK(words == std::vector<std::size_t>{n, n, n + 1, n + 1, n + 1, n + 1});
}
