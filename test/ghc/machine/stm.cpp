// Transactions: their reads, writes and waits, and their objects on the heap.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/layout/check.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using ghc::as;
using ghc::Word;

namespace {

Code const Stop = "Stop";

Ref tvar(Machine& m, long n) { return m.tvar(m.con(Int, n)); }
long held(Machine& m, Ref const& v) { return number(m.read(v)); }

std::size_t count(ghc::Heap& heap, std::string const& name) {
    std::size_t n = 0;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) n += ghc::description(*c) == name;
    return n;
}
/// The number of threads in a TVar's queue.
std::size_t watchers(ghc::Heap& heap, Ref const& v) {
    std::size_t n = 0;
    for (Closure* at = as<ghc::TVar>(v.closure())->first_watch_queue_entry;
         ghc::untag(at) != heap.end_stm_watch_queue(); at = as<ghc::TVarWatchQueue>(at)->next_queue_entry)
        ++n;
    return n;
}
ghc::WhyBlocked why(Ref const& thread) { return as<ghc::Tso>(thread.closure())->why_blocked; }

/// Throws unless everything on a freshly collected heap can be decoded within the heap's own memory.
void check(ghc::Heap& heap) {
    std::map<Word, Word> ends;  // of objects, by start address
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c)
        ends[ghc::address(*c)] =
            ghc::address(*c) + ghc::size_words(*c) * ghc::word_bytes + ghc::readable_bytes;
    auto const readable = [&](Word at, Word bytes) {
        if (heap.is_static(reinterpret_cast<Closure const*>(at))) return true;
        auto const next = ends.upper_bound(at);
        return next != ends.begin() && at + bytes <= std::prev(next)->second;
    };
    for (auto c = objects.begin(); c != objects.end(); ++c) {
        ghc::check_closure(*c, readable);
        ghc::scan_closure(*c, [&](Closure* child) {
            if (child && !readable(ghc::address(ghc::untag(child)), sizeof(Closure)))
                throw std::logic_error("refers to what was freed: " + std::string(ghc::description(*c)));
        });
    }
}

// actions
Eval add(Machine& m, Ref v, long n, Ref) {
    Ref const x = co_await m.read_tvar(v);
    co_await m.write_tvar(v, m.con(Int, number(x) + n));
    co_return x;
}
Eval take_one(Machine& m, Ref v, Ref) {  // waits until the variable is positive
    Ref const x = co_await m.read_tvar(v);
    if (number(x) == 0) co_return m.retry();
    co_await m.write_tvar(v, m.con(Int, number(x) - 1));
    co_return x;
}
Eval answers(Machine& m, long n, Ref) { co_return m.con(Int, n); }
Eval gives_up(Machine& m, Ref) { co_return m.retry(); }
Eval writes_and_gives_up(Machine& m, Ref v, long n, Ref) {
    co_await m.write_tvar(v, m.con(Int, n));
    co_return m.retry();
}
Eval writes_and_raises(Machine& m, Ref v, long n, Ref) {
    co_await m.write_tvar(v, m.con(Int, n));
    co_return m.raise(m.con("Failed", n));
}
Eval either(Machine& m, Ref a, Ref b, Ref) { co_return m.or_else(a, b); }
Eval handles(Machine& m, Ref v, Ref exception) {  // adds the number in the exception to the variable
    Ref const x = co_await m.read_tvar(v);
    co_await m.write_tvar(v, m.con(Int, number(x) + number(exception)));
    co_return x;
}
Eval with_handler(Machine& m, Ref action, Ref v, Ref) {
    co_return m.catch_stm(action, m.fun("handles", handles, v));
}

Ref adds(Machine& m, Ref const& v, long n) { return m.fun("add", add, v, n); }
Ref takes(Machine& m, Ref const& v) { return m.fun("take_one", take_one, v); }
Ref is(Machine& m, long n) { return m.fun("answers", answers, n); }
Ref or_else(Machine& m, Ref const& a, Ref const& b) { return m.fun("either", either, a, b); }

// not actions: threads and others
Eval runs(Machine& m, Ref action) { co_return m.atomically(action); }
Eval runs_and_tells(Machine& m, Ref action, Ref out) {
    Ref const x = co_await m.atomically(action);
    co_await m.put(out, x);
    co_return m.unit();
}
Eval tells(Machine& m, Ref out, Ref exception) {
    co_await m.put(out, exception);
    co_return m.unit();
}
Eval rest(Machine& m) {
    for (int i = 0; i < 20; ++i) co_await m.yield();
    co_return m.unit();
}

}  // namespace

namespace {

Eval transferred(Machine& m) {
    Ref const v = tvar(m, 5), w = m.tvar(m.unit());
    Ref const x = co_await m.atomically(adds(m, v, 2));
    CHECK(number(x) == 5);
    CHECK(held(m, v) == 7);
    CHECK(m.read(w).is("()"));
    co_return m.unit();
}
Eval makes_one(Machine& m, Ref) {
    Ref const v = tvar(m, 1);
    co_await m.write_tvar(v, m.con(Int, 2));
    co_return m.pure(v);
}
Eval made_within(Machine& m) {
    Ref const v = co_await m.atomically(m.fun("makes_one", makes_one));
    co_return m.read(v);
}
Eval alone(Machine& m, Ref v, Ref) { co_return m.read_tvar(v); }

}  // namespace

TEST_CASE("STM: a transaction sees its own writes; other threads see them after it ends", "[unit]") {
    Machine m({.collect_every = 1});
    m.on_collection([](Machine& machine) { check(machine.heap()); });
    m.run(transferred(m));
    CHECK(number(m.run(made_within(m))) == 2);
}

TEST_CASE("STM: reads, writes, retry and orElse require a transaction", "[unit]") {
    Machine m;
    Ref const v = tvar(m, 1), unit = m.unit();
    std::string const none = "ghc machine: there is no transaction: atomically runs one";
    CHECK_THROWS_WITH(m.run(alone(m, v, unit)), none);
    CHECK_THROWS_WITH(m.run(add(m, v, 1, unit)), none);
    CHECK_THROWS_WITH(m.run(gives_up(m, unit)), none);
    CHECK_THROWS_WITH(m.run(either(m, is(m, 1), is(m, 2), unit)), none);
    CHECK_THROWS_WITH(m.run(with_handler(m, is(m, 1), v, unit)), none);
}

// -- retry

namespace {

Eval consumer_waits(Machine& m) {
    Ref const v = tvar(m, 0), w = tvar(m, 0), out = m.mvar();
    Ref const t = m.fork(runs_and_tells(m, takes(m, v), out));
    co_await rest(m);
    CHECK(why(t) == ghc::WhyBlocked::STM);
    CHECK(watchers(m.heap(), v) == 1);
    co_await m.atomically(adds(m, w, 1));  // the transaction has not read this variable
    co_await rest(m);
    CHECK(why(t) == ghc::WhyBlocked::STM);
    co_await m.atomically(adds(m, v, 3));
    CHECK(why(t) == ghc::WhyBlocked::NotBlocked);
    Ref const x = co_await m.take(out);
    CHECK(number(x) == 3);
    CHECK(held(m, v) == 2);
    CHECK(watchers(m.heap(), v) == 0);
    co_return m.unit();
}
Eval written_directly(Machine& m) {
    Ref const v = tvar(m, 0), out = m.mvar();
    m.fork(runs_and_tells(m, takes(m, v), out));
    co_await m.yield();
    m.write(v, m.con(Int, 9));
    co_return m.take(out);
}
Eval tells_who(Machine& m, Ref v, long who, Ref out) {
    co_await m.atomically(takes(m, v));
    co_await m.put(out, m.con(Int, who));
    co_return m.unit();
}
// three threads wait; their turns come in order
Eval first_come(Machine& m) {
    Ref const v = tvar(m, 0), out = m.mvar();
    for (long who = 1; who <= 3; ++who) {
        m.fork(tells_who(m, v, who, out));
        co_await m.yield();
    }
    CHECK(watchers(m.heap(), v) == 3);
    co_await m.atomically(adds(m, v, 1));
    Ref const first = co_await m.take(out);
    co_await rest(m);
    CHECK(watchers(m.heap(), v) == 2);
    co_await m.atomically(adds(m, v, 2));
    Ref const a = co_await m.take(out), b = co_await m.take(out);
    CHECK(number(a) + number(b) == 5);
    co_return first;
}

int tries = 0;
Eval tries_to_take(Machine& m, Ref v, Ref w, Ref) {  // waits until one of the variables is positive
    ++tries;
    Ref const x = co_await m.read_tvar(v), y = co_await m.read_tvar(w);
    if (number(x) + number(y) == 0) co_return m.retry();
    co_return m.con(Int, number(x) + number(y));
}
Eval back_and_forth(Machine& m) {  // when the thread's turn comes, the changed variable has its old value
                                   // again
    Ref const v = tvar(m, 0), w = tvar(m, 0), out = m.mvar(), zero = m.read(v);
    Ref const t = m.fork(runs_and_tells(m, m.fun("tries", tries_to_take, v, w), out));
    co_await m.yield();
    CHECK(tries == 1);
    m.write(v, m.con(Int, 1));
    CHECK(why(t) == ghc::WhyBlocked::NotBlocked);
    m.write(v, zero);
    co_await rest(m);
    CHECK(tries == 1);
    CHECK(why(t) == ghc::WhyBlocked::STM);
    CHECK(watchers(m.heap(), v) == 1);
    CHECK(watchers(m.heap(), w) == 1);
    m.write(v, m.con(Int, 1));  // changes both before the thread has run: wakes it once
    m.write(w, m.con(Int, 2));
    Ref const x = co_await m.take(out);
    CHECK(tries == 2);
    CHECK(watchers(m.heap(), v) + watchers(m.heap(), w) == 0);
    co_return x;
}

Eval copies(Machine& m, Ref v, Ref) {  // writes what it has read
    Ref const x = co_await m.read_tvar(v);
    co_await m.write_tvar(v, x);
    co_return x;
}
// Woken: a thread that waits for a variable, after another one has read, written and changed it.
Eval wakes(Machine& m, std::vector<bool>& woken) {
    Ref const v = tvar(m, 0), t = m.fork(runs(m, takes(m, v)));
    for (Ref const& action : {m.fun("alone", alone, v), m.fun("copies", copies, v), adds(m, v, 1)}) {
        while (why(t) != ghc::WhyBlocked::STM) co_await m.yield();
        co_await m.atomically(action);
        woken.push_back(why(t) != ghc::WhyBlocked::STM);
    }
    co_return m.unit();
}

}  // namespace

// breakpoints at tryWakeupThread in GHC 9.0.2, without and with -threaded
TEST_CASE("STM: without -threaded, a transaction also wakes those who wait for what it only reads",
          "[conformance]") {
    for (std::size_t const capabilities : {1u, 2u}) {
        Machine m({.heap = {.capabilities = capabilities}});
        std::vector<bool> woken;
        m.run(wakes(m, woken));
        bool const threaded = capabilities > 1;
        CHECK(woken == std::vector{!threaded, !threaded, true});
    }
}
TEST_CASE("STM: retry waits until a variable that was read is written, and for nothing else", "[unit]") {
    for (std::uint64_t const every : {0u, 1u}) {
        Machine m({.collect_every = every});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        m.run(consumer_waits(m));
        CHECK(number(m.run(written_directly(m))) == 9);
        CHECK(number(m.run(first_come(m))) == 1);
        tries = 0;
        CHECK(number(m.run(back_and_forth(m))) == 3);
    }
}

// -- orElse

namespace {

Eval left_bias(Machine& m) {
    Ref const v = tvar(m, 0), w = tvar(m, 0);
    Ref const first = co_await m.atomically(or_else(m, is(m, 1), is(m, 2)));
    CHECK(number(first) == 1);
    Ref const gives_up_first = m.fun("writes", writes_and_gives_up, v, 5L);
    Ref const second = co_await m.atomically(or_else(m, gives_up_first, adds(m, v, 1)));
    CHECK(number(second) == 0);  // does not see the 5
    CHECK(held(m, v) == 1);
    co_await m.atomically(or_else(m, adds(m, w, 1), adds(m, w, 10)));
    CHECK(held(m, w) == 1);
    co_return m.unit();
}
// ((a `orElse` b) `orElse` (c `orElse` d)) runs the first that does not retry
Eval nested(Machine& m, long which) {
    Ref const v = tvar(m, 0);
    std::vector<Ref> all;
    for (long i = 0; i < 4; ++i)
        all.push_back(i < which ? m.fun("writes", writes_and_gives_up, v, 100 + i) : adds(m, v, 1 + i));
    co_await m.atomically(or_else(m, or_else(m, all[0], all[1]), or_else(m, all[2], all[3])));
    co_return m.read(v);
}
Eval before_and_in(Machine& m, Ref v, Ref w, Ref unit) {  // alternatives see earlier writes
    co_await add(m, v, 1, unit);
    co_await m.or_else(m.fun("writes", writes_and_gives_up, v, 50L), adds(m, v, 10));
    co_await m.or_else(adds(m, w, 100), is(m, 0));
    co_return m.read_tvar(v);
}
Eval enclosing(Machine& m) {
    Ref const v = tvar(m, 0), w = tvar(m, 0);
    Ref const x = co_await m.atomically(m.fun("before_and_in", before_and_in, v, w));
    co_return m.con(Int, number(x) + held(m, v) + held(m, w));
}
// both retry: a change that either of them waits for wakes the thread
Eval waits_for_both(Machine& m, bool first) {
    Ref const v = tvar(m, 0), w = tvar(m, 0), out = m.mvar();
    Ref const t = m.fork(runs_and_tells(m, or_else(m, takes(m, v), takes(m, w)), out));
    co_await m.yield();
    CHECK(watchers(m.heap(), v) == 1);
    CHECK(watchers(m.heap(), w) == 1);
    co_await m.atomically(adds(m, first ? v : w, 7));
    Ref const x = co_await m.take(out);
    CHECK(watchers(m.heap(), v) + watchers(m.heap(), w) == 0);
    co_return x;
}
Eval both_are_there(Machine& m) {
    Ref const v = tvar(m, 1), w = tvar(m, 2);
    co_return m.atomically(or_else(m, takes(m, w), takes(m, v)));
}
// the second alternative does not wait, but later the transaction does, also for the variable read by the
// first
Eval first_was_tried(Machine& m, Ref v, Ref w, Ref) {
    Ref const x = co_await m.or_else(takes(m, v), is(m, 0));
    Ref const y = co_await m.read_tvar(w);
    if (number(x) + number(y) == 0) co_return m.retry();
    co_return m.con(Int, 10 * number(x) + number(y));
}
Eval waits_for_the_first(Machine& m) {
    Ref const v = tvar(m, 0), w = tvar(m, 0), out = m.mvar();
    m.fork(runs_and_tells(m, m.fun("first_was_tried", first_was_tried, v, w), out));
    co_await m.yield();
    co_await m.atomically(adds(m, v, 4));
    co_return m.take(out);
}

}  // namespace

TEST_CASE("STM: orElse discards the first action if it retries, and runs the second", "[unit]") {
    for (std::uint64_t const every : {0u, 1u}) {
        Machine m({.collect_every = every});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        m.run(left_bias(m));
        for (long which = 0; which < 4; ++which) CHECK(number(m.run(nested(m, which))) == 1 + which);
        CHECK(number(m.run(enclosing(m))) == 11 + 11 + 100);
        CHECK(number(m.run(both_are_there(m))) == 2);
    }
}

TEST_CASE("STM: a waiting transaction has read the variables that its alternatives have read", "[unit]") {
    for (std::uint64_t const every : {0u, 1u}) {
        Machine m({.collect_every = every});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        CHECK(number(m.run(waits_for_both(m, true))) == 7);
        CHECK(number(m.run(waits_for_both(m, false))) == 7);
        CHECK(number(m.run(waits_for_the_first(m))) == 40);
    }
}

// -- exceptions

namespace {

Eval number_of(Machine& m, Ref exception) { co_return m.con(Int, number(exception)); }
Eval raised_out(Machine& m) {
    Ref const v = tvar(m, 1);
    Ref const run = m.thunk("<runs>", runs, m.fun("raises", writes_and_raises, v, 5L));
    Ref const x = co_await m.catch_exception(run, m.fun("number_of", number_of));
    CHECK(number(x) == 5);
    CHECK(held(m, v) == 1);
    co_await m.atomically(adds(m, v, 1));  // no transaction is left
    co_return m.read(v);
}
Eval raised_in_alternatives(Machine& m) {  // an exception does not start the other alternative
    Ref const v = tvar(m, 1);
    Ref const action = or_else(m, or_else(m, m.fun("raises", writes_and_raises, v, 5L), is(m, 1)), is(m, 2));
    Ref const run = m.thunk("<runs>", runs, action);
    Ref const x = co_await m.catch_exception(run, m.fun("number_of", number_of));
    CHECK(held(m, v) == 1);
    co_return x;
}
Eval writes_then_handles(Machine& m, Ref v, Ref action, Ref unit) {
    co_await add(m, v, 10, unit);
    co_await with_handler(m, action, v, unit);
    co_return m.read_tvar(v);
}
Eval handled(Machine& m) {  // the handler sees the state before the action, without the action's writes
    Ref const v = tvar(m, 1), raises = m.fun("raises", writes_and_raises, v, 5L);
    Ref const x = co_await m.atomically(m.fun("writes_then_handles", writes_then_handles, v, raises));
    CHECK(number(x) == 1 + 10 + 5);
    Ref const y = co_await m.atomically(m.fun("writes_then_handles", writes_then_handles, v, adds(m, v, 1)));
    CHECK(number(y) == 16 + 10 + 1);
    Ref const through = or_else(m, raises, is(m, 9));  // through an alternative
    Ref const z = co_await m.atomically(m.fun("writes_then_handles", writes_then_handles, v, through));
    CHECK(number(z) == 27 + 10 + 5);
    co_return m.read(v);
}
// retry passes an action that catches, since it is not an exception
Eval not_handled(Machine& m) {
    Ref const v = tvar(m, 1), out = m.mvar();
    Ref const action = m.fun("with_handler", with_handler, m.fun("writes", writes_and_gives_up, v, 5L), v);
    Ref const x = co_await m.atomically(or_else(m, action, adds(m, v, 1)));
    CHECK(number(x) == 1);
    m.fork(runs_and_tells(m, m.fun("with_handler", with_handler, takes(m, tvar(m, 0)), v), out));
    co_await rest(m);
    co_return m.read(v);
}
Eval atomically_within(Machine& m, Ref v, Ref) { co_return m.atomically(adds(m, v, 1)); }
Eval is_nested(Machine& m, Ref exception) { co_return m.con(Int, exception.is("NestedAtomically")); }
Eval within(Machine& m) {
    Ref const v = tvar(m, 1);
    Ref const run = m.thunk("<runs>", runs, m.fun("atomically_within", atomically_within, v));
    Ref const x = co_await m.catch_exception(run, m.fun("is_nested", is_nested));
    CHECK(held(m, v) == 1);
    co_return x;
}
Eval in_a_thunk(Machine& m, Ref) {
    Ref const x = co_await m.thunk("<gives_up>", gives_up, m.unit());
    co_return x;
}
Eval past_itself(Machine& m, Ref v, Ref) {
    Ref const x = co_await m.read_tvar(v);
    m.write(v, m.con(Int, number(x) + 1));
    co_return x;
}

}  // namespace

TEST_CASE("STM: an exception discards the effects of its transaction", "[unit]") {
    for (std::uint64_t const every : {0u, 1u}) {
        Machine m({.collect_every = every});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        CHECK(number(m.run(raised_out(m))) == 2);
        CHECK(number(m.run(raised_in_alternatives(m))) == 5);
        CHECK(number(m.run(handled(m))) == 42);
        CHECK(number(m.run(not_handled(m))) == 2);
        CHECK(number(m.run(within(m))) == 1);
    }
}

TEST_CASE("STM: the machine rejects operations that no Haskell program can perform", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(runs(m, m.fun("in_a_thunk", in_a_thunk))),
                      "ghc machine: retry is for the actions of a transaction, not for UPDATE_FRAME");
    CHECK_THROWS_WITH(m.run(runs(m, m.fun("past_itself", past_itself, tvar(m, 1)))),
                      "ghc machine: a transaction's TVar was written, but not by write_tvar");
}

// -- isolation

namespace {

constexpr long accounts = 4, total = 100;
int sums = 0, began = 0;

Eval slow(Machine& m, long n) {  // takes a while, so that turns end during transactions
    for (long i = 0; i < n; ++i) co_await m.con(Int, i);
    co_return m.con(Int, n);
}
Eval transfer(Machine& m, Ref from, Ref to, Ref) {
    ++began;
    Ref const x = co_await m.read_tvar(from);
    co_await m.write_tvar(from, m.con(Int, number(x) - 1));
    co_await slow(m, 3);
    Ref const y = co_await m.read_tvar(to);
    co_await m.write_tvar(to, m.con(Int, number(y) + 1));
    co_return x;
}
Eval sum_of(Machine& m, Ref all, Ref) {
    ++began;
    long sum = 0;
    for (std::size_t i = 0; i < accounts; ++i) {
        Ref const x = co_await m.read_tvar(m.read(all, i));
        sum += number(x);
    }
    ++sums;
    CHECK(sum == total);  // even in transactions that restart later
    co_return m.con(Int, sum);
}
Eval transfers(Machine& m, Ref all, long me, Ref out) {
    for (long i = 0; i < 20; ++i) {
        auto const from = static_cast<std::size_t>((me + i) % accounts),
                   to = static_cast<std::size_t>((me + 3 * i + 1) % accounts);
        co_await m.atomically(m.fun("transfer", transfer, m.read(all, from), m.read(all, to)));
    }
    co_await m.put(out, m.unit());
    co_return m.unit();
}
Eval bank(Machine& m) {
    Ref const all = m.array(accounts, m.unit()), out = m.mvar();
    for (std::size_t i = 0; i < accounts; ++i) m.write(all, i, tvar(m, total / accounts));
    for (long i = 0; i < 3; ++i) m.fork(transfers(m, all, i, out));
    for (int i = 0; i < 20; ++i) co_await m.atomically(m.fun("sum_of", sum_of, all));
    for (int i = 0; i < 3; ++i) co_await m.take(out);
    co_return m.atomically(m.fun("sum_of", sum_of, all));
}

}  // namespace

TEST_CASE("STM: a transaction sees all writes of another or none, with turns of any length", "[property]") {
    for (std::uint64_t const ticks : {0u, 1u, 2u, 3u, 5u, 7u, 11u}) {
        INFO(ticks);
        sums = began = 0;
        Machine m({.collect_every = 13, .steps_per_tick = 1, .ticks_per_turn = ticks});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        CHECK(number(m.run(bank(m))) == total);
        int const ended = 21 + 3 * 20;
        if (ticks == 0) CHECK(began == ended);
        else CHECK(began > ended);
        CHECK(sums >= 21);
    }
}

// -- evaluations in a transaction that restarts

namespace {

int evaluated = 0;
Eval expensive(Machine& m, Ref mvar) {
    ++evaluated;
    co_return m.take(mvar);
}
Eval adds_expensive(Machine& m, Ref v, Ref x, Ref) {
    ++began;
    Ref const old = co_await m.read_tvar(v), more = co_await x;
    co_await m.write_tvar(v, m.con(Int, number(old) + number(more)));
    co_return old;
}
Eval fails(Machine& m, Ref) { co_return m.con(Int, -1); }
Eval guarded(Machine& m, Ref x) { co_return m.catch_exception(x, m.fun("fails", fails)); }
Eval goes_on(Machine& m, bool alternative, bool catches) {
    Ref const v = tvar(m, 1), mvar = m.mvar(), out = m.mvar();
    Ref x = m.thunk("<x>", expensive, mvar);
    if (catches) x = m.thunk("<guarded>", guarded, x);
    Ref action = m.fun("adds_expensive", adds_expensive, v, x);
    if (alternative) action = or_else(m, action, is(m, 0));
    m.fork(runs_and_tells(m, action, out));
    co_await rest(m);
    CHECK(evaluated == 1);
    co_await m.atomically(adds(m, v, 10));  // invalidates the other transaction's read
    co_await m.put(mvar, m.con(Int, 100));
    Ref const old = co_await m.take(out);
    CHECK(number(old) == 11);
    co_return m.read(v);
}

}  // namespace

TEST_CASE("STM: an evaluation in a restarting transaction keeps its progress", "[unit]") {
    for (std::uint64_t const every : {0u, 1u})
        for (bool const alternative : {false, true})
            for (bool const catches : {false, true}) {
                Machine m({.collect_every = every});
                m.on_collection([](Machine& machine) { check(machine.heap()); });
                began = evaluated = 0;
                CHECK(number(m.run(goes_on(m, alternative, catches))) == 111);
                CHECK(evaluated == 1);
                CHECK(began == 2);
            }
}

// -- asynchronous exceptions

namespace {

Eval killed_while_waiting(Machine& m) {
    Ref const v = tvar(m, 0), w = tvar(m, 0), out = m.mvar();
    Ref const action = or_else(m, takes(m, v), takes(m, w));
    Ref const first = m.fork(runs_and_tells(m, action, out)), second = m.fork(runs_and_tells(m, action, out)),
              third = m.fork(runs_and_tells(m, action, out));
    co_await m.yield();
    CHECK(watchers(m.heap(), v) == 3);
    co_await m.kill_thread(second);
    CHECK(watchers(m.heap(), v) == 2);
    CHECK(watchers(m.heap(), w) == 2);
    co_await m.atomically(adds(m, v, 2));
    co_await m.kill_thread(first);  // woken, but has not run yet
    CHECK(watchers(m.heap(), v) == 1);
    Ref const x = co_await m.take(out);
    CHECK(watchers(m.heap(), w) == 0);
    co_return x;
}
Eval killed_inside(Machine& m) {  // while it evaluates in an alternative, after writing a variable
    Ref const v = tvar(m, 1), mvar = m.mvar(), x = m.thunk("<x>", expensive, mvar), told = m.mvar();
    Ref const action = or_else(m, m.fun("adds_expensive", adds_expensive, v, x), is(m, 0));
    Ref const t = m.fork(runs(m, action));
    co_await m.yield();
    CHECK(why(t) == ghc::WhyBlocked::MVar);
    co_await m.kill_thread(t);
    CHECK(held(m, v) == 1);
    co_await m.put(mvar, m.con(Int, 5));
    Ref const value = co_await x;  // the interrupted evaluation
    CHECK(evaluated == 1);
    co_return value;
}
// unsafePerformIO (atomically ...): the next thread that needs the value runs the transaction again
Eval evaluates(Machine& m, Ref x, Ref told) {
    Ref const value = co_await x;
    co_await m.put(told, value);
    co_return m.unit();
}
Eval plus_thousand(Machine& m, Ref action) {
    Ref const x = co_await m.atomically(action);
    co_return m.con(Int, 1000 + number(x));
}
Eval killed_in_a_thunk(Machine& m, bool collected) {
    Ref const v = tvar(m, 0), told = m.mvar(), x = m.thunk("<x>", plus_thousand, takes(m, v));
    Ref const t = m.fork(evaluates(m, x, told));
    co_await m.yield();
    CHECK(why(t) == ghc::WhyBlocked::STM);
    co_await m.kill_thread(t);
    CHECK(watchers(m.heap(), v) == 0);
    if (collected) {
        co_await m.perform_major_gc();
        CHECK(ghc::type(x.closure()) == ClosureType::AP_STACK);
        CHECK(count(m.heap(), "atomically") == 1);
        CHECK(count(m.heap(), "TREC_HEADER") == 0);
    }
    m.fork(evaluates(m, x, told));
    co_await m.yield();
    CHECK(watchers(m.heap(), v) == 1);
    co_await m.atomically(adds(m, v, 3));
    co_return m.take(told);
}
Eval caught(Machine& m, Ref x, Ref told) { co_return m.catch_exception(x, m.fun("tells", tells, told)); }
Eval told_of_it(Machine& m) {  // the handler belongs to the transaction's thread
    Ref const v = tvar(m, 0), told = m.mvar();
    Ref const t = m.fork(caught(m, m.thunk("<runs>", runs, takes(m, v)), told));
    co_await m.yield();
    co_await m.throw_to(t, m.con(Stop));
    Ref const exception = co_await m.take(told);
    CHECK(exception.is(Stop));
    co_await m.atomically(adds(m, v, 3));
    co_return m.read(v);
}

Eval runs_masked(Machine& m, Ref action, Ref) { co_return m.atomically(action); }
Eval masks(Machine& m, long state, Ref action) {
    co_return m.with_masking(static_cast<ghc::MaskingState>(state), m.fun("masked", runs_masked, action));
}
Eval throws_to(Machine& m, Ref thread) {
    co_await m.throw_to(thread, m.con(Stop));
    co_return m.unit();
}
// GHC: retry is interruptible
Eval told_though_it_masks(Machine& m, bool uninterruptible) {
    Ref const v = tvar(m, 0), told = m.mvar();
    long const state = uninterruptible ? 2 : 1;
    Ref const t = m.fork(caught(m, m.thunk("<masks>", masks, state, takes(m, v)), told));
    co_await m.yield();
    m.fork(throws_to(m, t));
    co_await m.yield();
    CHECK(watchers(m.heap(), v) == (uninterruptible ? 1 : 0));
    co_await m.atomically(adds(m, v, 3));
    Ref const exception = co_await m.take(told);
    CHECK(exception.is(Stop));
    co_return m.read(v);
}

}  // namespace

TEST_CASE("STM: a killed thread leaves its queues, and its transaction is discarded", "[unit]") {
    for (std::uint64_t const every : {0u, 1u}) {
        Machine m({.collect_every = every});
        m.on_collection([](Machine& machine) { check(machine.heap()); });
        CHECK(number(m.run(killed_while_waiting(m))) == 2);
        began = evaluated = 0;
        CHECK(number(m.run(killed_inside(m))) == 5);
        CHECK(number(m.run(killed_in_a_thunk(m, false))) == 1003);
        CHECK(number(m.run(killed_in_a_thunk(m, true))) == 1003);
        CHECK(number(m.run(told_of_it(m))) == 3);
        CHECK(number(m.run(told_though_it_masks(m, false))) == 3);
        CHECK(number(m.run(told_though_it_masks(m, true))) == 2);
    }
}

namespace {

Eval waits_in(Machine& m, Ref v, Ref) {
    Scc const scc = m.scc("inner");
    co_await m.read_tvar(v);
    co_return m.retry();
}
Eval runs_in(Machine& m, Ref action) {
    Scc const scc = m.scc("outer");
    Ref const x = co_await m.atomically(action);
    co_return x;
}
Eval charged(Machine& m) {
    Ref const v = tvar(m, 0), told = m.mvar(), x = m.thunk("<x>", runs_in, m.fun("waits_in", waits_in, v));
    Ref const t = m.fork(evaluates(m, x, told));
    co_await m.yield();
    co_await m.kill_thread(t);
    Closure const* const again = ghc::untag(as<ghc::ApStack>(as<ghc::Ind>(x.closure())->indirectee)->fun);
    CHECK(ghc::description(again) == "atomically");
    CHECK(again->ccs->cc->label == std::string("outer"));
    co_return m.unit();
}

}  // namespace

// raiseAsync: SET_HDR(atomically, &stg_atomically_info, af->header.prof.ccs)
TEST_CASE("STM: what runs a stopped transaction again is charged to the cost centres that ran it",
          "[conformance]") {
    Machine m;
    m.run(charged(m));
}

namespace {

Eval failed(Machine& m, Ref v) {
    m.fork(runs(m, takes(m, v)));
    co_await m.yield();
    throw std::runtime_error("the program ends");
    co_return m.unit();
}
Eval after_it(Machine& m, Ref v) {
    co_await m.atomically(adds(m, v, 1));
    co_await rest(m);
    co_return m.read(v);
}

}  // namespace

TEST_CASE("STM: the next program does not wake threads of a failed program", "[unit]") {
    Machine m;
    Ref const v = tvar(m, 0);
    CHECK_THROWS_WITH(m.run(failed(m, v)), "the program ends");
    CHECK(number(m.run(after_it(m, v))) == 1);
}

// -- BlockedIndefinitelyOnSTM

namespace {

Eval told_name(Machine& m, Ref n, Ref exception) {
    CHECK(exception.is("BlockedIndefinitelyOnSTM"));
    m.write(n, m.con(Int, number(m.read(n)) + 1));
    co_return m.unit();
}
Eval lost_one(Machine& m, Ref n, Ref action) {
    co_return m.catch_exception(m.thunk("<runs>", runs, action), m.fun("told_name", told_name, n));
}
Eval lost(Machine& m) {
    Ref const n = m.mut_var(m.con(Int, 0)), known = tvar(m, 0);
    for (int i = 0; i < 50; ++i) m.fork(lost_one(m, n, takes(m, tvar(m, 0))));
    // one of the two variables is known here
    m.fork(lost_one(m, n, or_else(m, takes(m, tvar(m, 0)), takes(m, known))));
    m.fork(lost_one(m, n, takes(m, known)));
    m.fork(runs(m, takes(m, tvar(m, 0))));  // without a handler: it just ends
    co_await rest(m);
    co_await m.perform_major_gc();
    co_await rest(m);
    CHECK(number(m.read(n)) == 50);
    co_await m.perform_major_gc();
    co_await rest(m);
    CHECK(watchers(m.heap(), known) == 2);
    co_return m.read(n);
}
Eval main_lost(Machine& m) {
    Ref const n = m.mut_var(m.con(Int, 0));
    co_await lost_one(m, n, takes(m, tvar(m, 0)));
    co_return m.read(n);
}
Eval main_known(Machine& m) {
    Ref const v = tvar(m, 0);
    m.heap().stable(v.closure());
    co_return m.atomically(takes(m, v));
}
Eval for_ever(Machine& m) { co_return m.atomically(m.fun("gives_up", gives_up)); }

}  // namespace

TEST_CASE("BlockedIndefinitelyOnSTM: threads receive it if they wait for unreachable variables", "[unit]") {
    Machine m;
    std::vector<std::size_t> threads, queues;
    m.on_collection([&](Machine& machine) {
        check(machine.heap());
        threads.push_back(count(machine.heap(), "TSO"));
        queues.push_back(count(machine.heap(), "TVAR_WATCH_QUEUE"));
    });
    CHECK(number(m.run(lost(m))) == 50);
    CHECK(threads == std::vector<std::size_t>{54, 3});  // the first census still includes them
    CHECK(queues == std::vector<std::size_t>{54, 3});   // the thread of orElse is in two queues
}

TEST_CASE("BlockedIndefinitelyOnSTM: the main thread receives it if no other thread can run", "[unit]") {
    Machine m;
    CHECK(number(m.run(main_lost(m))) == 1);
    CHECK_THROWS_WITH(m.run(for_ever(m)), "ghc machine: uncaught exception: BlockedIndefinitelyOnSTM");
    CHECK_THROWS_AS(m.run(main_known(m)), ghc::Deadlock);
}

// -- the heap during a transaction

namespace {

Eval reads_all(Machine& m, Ref all, long n, Ref) {
    for (long i = 0; i < n; ++i) {
        Ref const v = m.read(all, static_cast<std::size_t>(i)), x = co_await m.read_tvar(v);
        co_await m.write_tvar(v, m.con(Int, number(x) + 1000));
    }
    co_await m.perform_major_gc();  // without an STM action; but after the next one all writes are on the
                                    // heap
    co_return m.unit();
}
Eval in_alternative(Machine& m, Ref all, long n, Ref) {
    Scc const scc = m.scc("inside");
    co_await m.write_tvar(m.read(all, 0), m.con(Int, 1000));
    co_return m.or_else(m.fun("reads_all", reads_all, all, n), is(m, 0));
}
Eval with_many(Machine& m, long n) {
    Scc const scc = m.scc("main");
    Ref const all = m.array(static_cast<std::size_t>(n), m.unit());
    for (long i = 0; i < n; ++i) m.write(all, static_cast<std::size_t>(i), tvar(m, i));
    co_await m.atomically(m.fun("in_alternative", in_alternative, all, n));
    for (long i = 0; i < n; ++i)
        CHECK(held(m, m.read(all, static_cast<std::size_t>(i))) == (i == 0 ? 2000 : i + 1000));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

TEST_CASE("STM: a census during a transaction includes its TRECs, charged to the system", "[unit]") {
    for (long const n : {1L, 15L, 16L, 17L, 100L}) {
        INFO(n);
        Machine m;
        auto retainers = ghc::by_retainer(m.heap());
        auto kind = trav::by("description", [](Closure* c) { return std::string(ghc::description(c)); });
        auto producer = trav::by("producer", [](Closure* c) { return std::string(ghc::label(c->ccs)); });
        trav::Profiler profiler{ghc::Graph(m.heap()), retainers, kind, producer};
        m.on_collection([&](Machine& machine) {
            check(machine.heap());
            profiler.sample_heap(machine.heap().roots(), machine.seconds());
        });
        m.run(with_many(m, n));
        auto const table = profiler.profile().by(kind, producer);
        // the outer TREC has one entry, the inner one has n; a chunk has 16 entries and 51 words (without
        // profiling words)
        std::size_t const chunks = 1 + static_cast<std::size_t>(n + 15) / 16;
        CHECK(table.at({"TREC_CHUNK", "SYSTEM"}, 0).bytes == chunks * 51 * 8);
        CHECK(table.at({"TREC_HEADER", "SYSTEM"}, 0).bytes == 2 * 4 * 8);
        CHECK(table.at({"TVAR", "main"}, 0).bytes == static_cast<std::size_t>(n) * 4 * 8);
        CHECK(table.at({"TREC_CHUNK", "SYSTEM"}, 1).bytes == 0);
        CHECK(table.at({"TREC_HEADER", "SYSTEM"}, 1).bytes == 0);
        CHECK(table.at({"TVAR", "main"}, 1).bytes == static_cast<std::size_t>(n) * 4 * 8);
        // the written objects are reached through the inner TREC, which is a retainer: MUT_PRIM
        auto const sets = profiler.profile().by(retainers, kind);
        std::size_t const written = (static_cast<std::size_t>(n) + 1) * 16;
        CHECK(sets.at({"SYSTEM", "I#"}, 0).bytes >= written);
    }
}

// -- cost centres

namespace {

Eval marks(Machine& m, Ref) { co_return m.con("Marker", 1); }
Eval gives_up_elsewhere(Machine& m, Ref) {
    Scc const scc = m.scc("elsewhere");
    co_return m.retry();
}
Eval raises_elsewhere(Machine& m, Ref) {
    Scc const scc = m.scc("elsewhere");
    co_return m.raise(m.con(Int, 1));
}
Eval marks_or_waits(Machine& m, Ref v, Ref) {
    Ref const mark = m.con("Marker", 1), x = co_await m.read_tvar(v);
    Scc const scc = m.scc("elsewhere");
    if (number(x) == 0) co_return m.retry();
    co_return m.pure(mark);
}
Eval caught_by_marks(Machine& m, Ref) {
    co_return m.catch_stm(m.fun("raises", raises_elsewhere), m.fun("marks", marks));
}
std::string where(Ref const& mark) { return std::string(ghc::label(mark.closure()->ccs)); }
Eval booked(Machine& m) {
    Scc const scc = m.scc("here");
    Ref const v = tvar(m, 0), out = m.mvar();
    Ref const action = or_else(m, m.fun("gives_up", gives_up_elsewhere), m.fun("marks", marks));
    Ref const second = co_await m.atomically(action);
    CHECK(where(second) == "here");
    Ref const handled = co_await m.atomically(m.fun("caught_by_marks", caught_by_marks));
    CHECK(where(handled) == "elsewhere");
    m.fork(runs_and_tells(m, m.fun("marks_or_waits", marks_or_waits, v), out));
    co_await m.yield();
    co_await m.atomically(adds(m, v, 1));
    Ref const again = co_await m.take(out);
    CHECK(where(again) == "here");
    co_return m.unit();
}

}  // namespace

TEST_CASE("STM: after a retry, costs are charged where orElse and atomically were; a handler's, where it was "
          "raised",
          "[unit]") {
    Machine m;
    m.run(booked(m));
}

// -- random histories: in some order of the transactions, each does the same if it runs alone

namespace {

struct Action {
    enum class What { read, write, retry_if, raise_if, pause, both, or_else, caught };
    What what;
    int variable = 0, first = 0, second = 0;  // the last two are indices of other actions
};
using What = Action::What;
struct History {
    std::vector<Action> actions;
    std::vector<std::vector<int>> threads;  // actions of each thread, one after another
    std::vector<long> begin;                // initial values of the variables
    std::vector<int> killed;                // number of the main thread's turns before the kill, if any
};
History history;                          // the running one
std::vector<std::vector<long>> outcomes;  // by thread; negative: raised this

// the effect of an action by definition: its value, or the reason why it has none

struct End {
    enum Why { value, retried, raised } why;
    long number = 0;
};
End run_alone(int n, long x, std::vector<long>& state) {
    Action const& a = history.actions[static_cast<std::size_t>(n)];
    long& variable = state[static_cast<std::size_t>(a.variable)];
    switch (a.what) {
    case What::read: return {End::value, (3 * x + variable) % 100};
    case What::write: variable = x % 3; return {End::value, x};
    case What::retry_if: return {x % 3 == 1 ? End::retried : End::value, x};
    case What::raise_if: return {x % 4 == 2 ? End::raised : End::value, x};
    case What::pause: return {End::value, x};
    default: break;
    }
    auto const before = state;
    End const end = run_alone(a.first, x, state);
    End::Why const goes_on = a.what == What::both      ? End::value
                             : a.what == What::or_else ? End::retried
                                                       : End::raised;
    if (end.why != goes_on) return end;
    if (a.what != What::both) state = before;
    return run_alone(
        a.second, a.what == What::both ? end.number : x + (end.why == End::raised ? end.number : 0), state);
}
End run_transaction(int n, std::vector<long>& state) {
    auto const before = state;
    End const end = run_alone(n, 0, state);
    if (end.why != End::value) state = before;
    return end;
}
/// Whether some order of the transactions explains the outcomes and ends with these values; waiting
/// transactions must be unable to continue. The last transaction of a killed thread may or may not have run.
bool is_explained(std::vector<long> const& state, std::vector<long> const& last,
                  std::vector<std::size_t> const& done) {
    bool all = state == last;
    for (std::size_t t = 0; t < done.size(); ++t) {
        if (done[t] >= history.threads[t].size()) continue;
        auto after = state;
        End const end = run_transaction(history.threads[t][done[t]], after);
        bool const known = done[t] < outcomes[t].size(), killed = history.killed[t] >= 0;
        if (known) all = false;
        else if (!killed && end.why != End::retried) all = false;
        if (end.why == End::retried || (!known && !killed)) continue;
        if (known && outcomes[t][done[t]] != (end.why == End::raised ? -1 - end.number : end.number))
            continue;
        auto next = done;
        next[t] = known ? done[t] + 1 : history.threads[t].size();
        if (is_explained(after, last, next)) return true;
    }
    return all;
}

// the same on the machine

Eval third(Machine& m, long x) { co_return m.con(Int, x % 3); }
Eval act(Machine& m, Ref all, long n, long x, Ref unit);
Eval act_after(Machine& m, Ref all, long n, long x, Ref exception) {
    co_return act(m, all, n, x + number(exception), m.unit());
}
Eval act(Machine& m, Ref all, long n, long x, Ref unit) {
    Action const& a = history.actions[static_cast<std::size_t>(n)];
    Ref const v = m.read(all, static_cast<std::size_t>(a.variable));
    switch (a.what) {
    case What::read: {
        Ref const value = co_await co_await m.read_tvar(v);
        co_return m.con(Int, (3 * x + number(value)) % 100);
    }
    case What::write: co_await m.write_tvar(v, m.thunk("<x%3>", third, x)); break;
    case What::retry_if:
        if (x % 3 == 1) co_return m.retry();
        break;
    case What::raise_if:
        if (x % 4 == 2) co_return m.raise(m.con(Int, x));
        break;
    case What::pause: co_await m.yield(); break;
    case What::both: {
        Ref const y = co_await act(m, all, a.first, x, unit);
        co_return act(m, all, a.second, number(y), unit);
    }
    case What::or_else:
        co_return m.or_else(m.fun("act", act, all, long{a.first}, x),
                            m.fun("act", act, all, long{a.second}, x));
    case What::caught:
        co_return m.catch_stm(m.fun("act", act, all, long{a.first}, x),
                              m.fun("act_after", act_after, all, long{a.second}, x));
    }
    co_return m.con(Int, x);
}
Eval raised(Machine& m, Ref exception) {
    if (!exception.is(Int)) co_return m.raise(exception);  // killed, or blocked indefinitely
    co_return m.con(Int, -1 - number(exception));
}
Eval historic(Machine& m, Ref all, std::size_t me) {
    for (int const action : history.threads[me]) {
        Ref const run = m.thunk("<runs>", runs, m.fun("act", act, all, long{action}, 0L));
        Ref const x = co_await m.catch_exception(run, m.fun("raised", raised));
        outcomes[me].push_back(number(x));
    }
    co_return m.unit();
}
Eval plays(Machine& m, std::vector<long>* last) {
    Ref const all = m.array(history.begin.size(), m.unit());
    for (std::size_t i = 0; i < history.begin.size(); ++i) m.write(all, i, tvar(m, history.begin[i]));
    std::vector<Ref> threads;
    for (std::size_t t = 0; t < history.threads.size(); ++t) threads.push_back(m.fork(historic(m, all, t)));
    auto const others_run = [&] {
        std::size_t n = 0;
        for (auto const& queue : m.heap().root_lists().run_queues()) n += queue.size();
        return n > 1;
    };
    for (int turn = 0; turn < 40 || others_run(); ++turn) {
        for (std::size_t t = 0; t < threads.size(); ++t)
            if (history.killed[t] == turn) co_await m.kill_thread(threads[t]);
        co_await m.yield();
    }
    for (std::size_t i = 0; i < history.begin.size(); ++i) {
        Ref const value = co_await m.read(m.read(all, i));
        last->push_back(number(value));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("STM: random transactions act as if each ran alone, and none waits without need", "[property]") {
    std::mt19937 dice(11);
    auto const below = [&](int n) { return static_cast<int>(dice() % static_cast<unsigned>(n)); };
    int whole = 0, waiting = 0, killed = 0, raising = 0, ended = 0;
    for (int round = 0; round < 1500; ++round) {
        INFO("history " << round);
        history = {};
        auto const action = [&](auto const& self, int depth) -> int {
            Action a{static_cast<What>(below(depth > 0 ? 8 : 5)), below(3)};
            if (depth > 0 && below(2) == 0) a.what = What::both;
            if (a.what >= What::both) a.first = self(self, depth - 1), a.second = self(self, depth - 1);
            history.actions.push_back(a);
            return static_cast<int>(history.actions.size()) - 1;
        };
        for (int i = 0; i < 3; ++i) history.begin.push_back(below(3));
        for (int t = 0; t < 3; ++t) {
            history.threads.emplace_back();
            for (int i = 1 + below(3); i > 0; --i) history.threads.back().push_back(action(action, 4));
            history.killed.push_back(below(4) == 0 ? below(40) : -1);
        }
        outcomes.assign(3, {});
        std::vector<long> last;
        auto const turn = static_cast<std::uint64_t>(1 + below(12)),
                   every = static_cast<std::uint64_t>(below(3));
        Machine m({.heap = {.capabilities = 1u + dice() % 3u},
                   .collect_every = every,
                   .steps_per_tick = 1,
                   .ticks_per_turn = turn});
        m.run(plays(m, &last));
        CHECK(is_explained(history.begin, last, {0, 0, 0}));
        for (std::size_t t = 0; t < 3; ++t) {
            for (long const x : outcomes[t]) ++(x < 0 ? raising : ended);
            ++(outcomes[t].size() == history.threads[t].size() ? whole
               : history.killed[t] < 0                         ? waiting
                                                               : killed);
        }
    }
    CHECK(waiting > 100);
    CHECK(killed > 100);
    CHECK(raising > 100);
    CHECK(ended > 1000);
    CHECK(whole > 100);
}
