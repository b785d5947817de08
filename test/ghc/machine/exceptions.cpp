// Exceptions: the handlers that catch them, and the thunks under evaluation.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <set>
#include <string>

using ghc::as;
using ghc::Scc;

namespace {

Code const Overflow = Code("Overflow").typed("SomeException");

int tries = 0;  // number of entries of `risky`

Eval risky(Machine& m, Ref n) {
    Scc const scc = m.scc("risky");
    ++tries;
    Ref const x = co_await std::move(n);
    if (number(x) > 9) co_return m.raise(m.con(Overflow, x));
    co_return m.con(Int, 10 * number(x));
}
Eval one_more(Machine& m, Ref n) {
    Ref const x = co_await std::move(n);
    co_return m.con(Int, number(x) + 1);
}
// the number in the exception, and the place of the handler
Eval handler(Machine& m, long where, Ref exception) {
    co_return m.con(Int, 1000 * where + number(exception[0]));
}
Eval raises_too(Machine& m, Ref exception) {
    co_return m.raise(m.con(Overflow, m.con(Int, number(exception[0]) + 1)));
}

Ref thunk(Machine& m, long n) { return m.thunk("<risky>", risky, m.con(Int, n)); }
Ref caught_at(Machine& m, long where) { return m.fun("handler", handler, where); }

Eval catching(Machine& m, long n) { co_return m.catch_exception(thunk(m, n), caught_at(m, 1)); }

Eval caught_then_risky(Machine& m, Ref x) {
    Ref const value = co_await m.catch_exception(x, caught_at(m, 2));
    co_return risky(m, value);
}
Eval nested(Machine& m, long n) {
    co_return m.catch_exception(m.thunk("<inner>", caught_then_risky, thunk(m, n)), caught_at(m, 1));
}

Eval caught_by_raiser(Machine& m, Ref x) { co_return m.catch_exception(x, m.fun("raises_too", raises_too)); }
Eval from_handler(Machine& m) {
    co_return m.catch_exception(m.thunk("<inner>", caught_by_raiser, thunk(m, 70)), caught_at(m, 1));
}

Eval collected_then_raised(Machine& m) {
    co_await m.perform_major_gc();
    co_return m.raise(m.con(Overflow, m.con(Int, 5)));
}
Eval collects(Machine& m) {
    Ref const x = m.thunk("<x>", collected_then_raised);
    Ref const value = co_await m.catch_exception(x, caught_at(m, 1));
    co_await m.perform_major_gc();
    co_return value;
}

std::set<ClosureType> frames_of(Closure* stack) {
    std::set<ClosureType> types;
    auto* const s = as<ghc::Stack>(stack);
    for (ghc::Word* at = s->sp; at < ghc::words_after(s) + s->stack_size; at += ghc::Frames::words(at))
        types.insert(ghc::info(*reinterpret_cast<ghc::Entry const**>(at)).type);
    return types;
}

}  // namespace

TEST_CASE("Exceptions: the handler receives an exception; without one, the value is returned", "[unit]") {
    Machine m;
    CHECK(number(m.run(catching(m, 3))) == 30);
    CHECK(number(m.run(catching(m, 30))) == 1030);
    CHECK(number(m.run(nested(m, 3))) == 1030);   // risky again of 30, outside of the inner one
    CHECK(number(m.run(nested(m, 30))) == 3030);  // 2030 from the inner one: too much for risky
    CHECK(number(m.run(from_handler(m))) == 1071);
}

TEST_CASE("Exceptions: while the evaluation runs, the handler is in a CATCH_FRAME on the STACK", "[unit]") {
    Machine m;
    int seen = 0;
    m.on_collection([&](Machine& machine) {
        Closure* const tso = machine.heap().root_lists().suspended().front();
        auto const types = frames_of(ghc::untag(as<ghc::Tso>(tso)->stackobj));
        CHECK(types.contains(ClosureType::CATCH_FRAME) == (++seen == 1));
        CHECK(types.contains(ClosureType::STOP_FRAME));
        CHECK(types.contains(ClosureType::UPDATE_FRAME) == (seen == 1));
    });
    CHECK(number(m.run(collects(m))) == 1005);
    CHECK(seen == 2);
}

namespace {

// x = risky 30 + 1; catches it twice
Eval twice(Machine& m, bool collected) {
    Ref const bad = thunk(m, 30), x = m.thunk("<x>", one_more, bad);
    Ref const first = co_await m.catch_exception(x, caught_at(m, 1));
    CHECK(ghc::type(bad.closure()) == ClosureType::BLACKHOLE);
    CHECK(ghc::type(x.closure()) == ClosureType::BLACKHOLE);
    Closure* const left = as<ghc::Ind>(x.closure())->indirectee;
    CHECK(left == as<ghc::Ind>(bad.closure())->indirectee);  // one for both
    CHECK(ghc::type(left) == ClosureType::THUNK_1_0);
    CHECK(ghc::description(left) == "raise");
    CHECK(ghc::size_bytes(left) == 24);
    CHECK(std::string(ghc::description(ghc::untag(*ghc::pointers_after(as<ghc::Thunk>(left))))) ==
          "Overflow");
    CHECK(left->ccs->cc->label == std::string("risky"));
    if (collected) {
        co_await m.perform_major_gc();
        CHECK(ghc::description(x.closure()) == "raise");  // the collection has removed the indirection
    }
    Ref const second = co_await m.catch_exception(x, caught_at(m, 2));
    co_return m.con(Int, number(first) * 10000 + number(second));
}

}  // namespace

TEST_CASE("Exceptions: thunks under evaluation raise again and are not evaluated again", "[unit]") {
    for (bool const collected : {false, true}) {
        Machine m;
        tries = 0;
        CHECK(number(m.run(twice(m, collected))) == 10302030);
        CHECK(tries == 1);
    }
}

namespace {

Eval raises_again(Machine& m, bool& used) {
    Ref const x = thunk(m, 30);
    co_await m.catch_exception(x, caught_at(m, 1));
    co_await m.perform_major_gc();  // x is GHC's `raise` now
    co_await m.catch_exception(x, caught_at(m, 2));
    used = ghc::ldv::was_used(x.closure()->hp);
    co_return m.unit();
}

}  // namespace

// as in a program of test/differential, whose `raise` is VOID in GHC's -hb
TEST_CASE("Exceptions: raising again is no use of the closure that raises", "[unit]") {
    Machine m({.heap = {.ldv = true}});
    bool used = true;
    m.run(raises_again(m, used));
    CHECK_FALSE(used);
}

namespace {

Eval evaluates(Machine& m, Ref x) {
    Scc const scc = m.scc("evaluates");
    Ref const value = co_await std::move(x);
    co_return m.con(Int, number(value));
}
Eval raises_in_another(Machine& m, std::string& label) {
    Ref const x = thunk(m, 30);
    co_await m.catch_exception(x, caught_at(m, 1));
    Ref const y = m.thunk("<y>", evaluates, x);
    co_await m.catch_exception(y, caught_at(m, 2));
    co_await m.perform_major_gc();
    label = y.closure()->ccs->cc->label;
    co_return m.unit();
}

}  // namespace

// as in a program of test/differential: GHC's stg_raise does not enter the cost centres of its closure
TEST_CASE("Exceptions: a thunk that raises again is charged to its own cost centres", "[unit]") {
    Machine m;
    std::string label;
    m.run(raises_in_another(m, label));
    CHECK(label == "evaluates");
}

namespace {

Ref chain(Machine& m, long n) {
    Ref x = thunk(m, 30);
    for (long i = 0; i < n; ++i) x = m.thunk("<x>", one_more, x);
    return x;
}
Eval deep(Machine& m, long n) {
    Ref const x = chain(m, n);
    Ref const first = co_await m.catch_exception(x, caught_at(m, 1));
    Ref const second = co_await m.catch_exception(x, caught_at(m, 2));
    co_return m.con(Int, number(first) * 10000 + number(second));
}

}  // namespace

TEST_CASE("Exceptions: a hundred thousand evaluations end at once, across many chunks of stack", "[unit]") {
    Machine m;
    tries = 0;
    CHECK(number(m.run(deep(m, 100'000))) == 10302030);
    CHECK(tries == 1);
    Machine often({.collect_every = 10'000});
    CHECK(number(often.run(deep(often, 20'000))) == 10302030);
    CHECK(often.clock().collections() > 2);
}

namespace {

Eval bad_constant(Machine& m) { return risky(m, m.con(Int, 40)); }
Eval twice_around_collection(Machine& m, Ref x) {
    Ref const first = co_await m.catch_exception(x, caught_at(m, 1));
    co_await m.perform_major_gc();
    Ref const second = co_await m.catch_exception(x, caught_at(m, 2));
    co_return m.con(Int, number(first) * 10000 + number(second));
}

}  // namespace

TEST_CASE("Exceptions: a CAF raises again, too", "[unit]") {
    Machine m;
    tries = 0;
    CHECK(number(m.run(twice_around_collection(m, m.caf("caf", bad_constant)))) == 10402040);
    CHECK(tries == 1);
}

namespace {

Eval slow(Machine& m) {
    for (int i = 0; i < 10; ++i) co_await m.yield();
    co_return m.raise(m.con(Overflow, m.con(Int, 7)));
}
Eval waits(Machine& m, Ref x, Ref out) {
    Ref const value = co_await m.catch_exception(x, caught_at(m, 3));
    co_return m.put(out, value);
}
Eval shares(Machine& m) {
    Ref const x = m.thunk("<slow>", slow), out = m.mvar();
    m.fork(waits(m, x, out));
    m.fork(waits(m, x, out));
    Ref const mine = co_await m.catch_exception(x, caught_at(m, 1));
    Ref const a = co_await m.take(out), b = co_await m.take(out);
    co_return m.con(Int, number(mine) + number(a) + number(b));
}

}  // namespace

TEST_CASE("Exceptions: a thread waiting for the value receives the exception", "[unit]") {
    Machine m;
    CHECK(number(m.run(shares(m))) == 1007 + 3007 + 3007);
}

namespace {

Eval under_main(Machine& m) {
    Scc const scc = m.scc("main");
    Ref const value = co_await m.catch_exception(thunk(m, 30), caught_at(m, 1));
    CHECK(std::string(value.closure()->ccs->cc->label) == "risky");
    CHECK(std::string(m.heap().ccs()->cc->label) == "main");
    co_return value;
}

Eval uncaught(Machine& m) { co_return thunk(m, 30); }
Eval forks(Machine& m) {
    m.fork(risky(m, m.con(Int, 30)));
    co_await m.yield();
    co_return m.unit();
}

}  // namespace

// as GHC 9.0.2: -hc charges a handler's constructor to the SCC that raised
TEST_CASE("Exceptions: the handler runs with the cost centres that raised, the rest with its own",
          "[conformance]") {
    Machine m;
    CHECK(number(m.run(under_main(m))) == 1030);
}

TEST_CASE("Exceptions: an uncaught exception of the main thread ends the program", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(uncaught(m)), "ghc machine: uncaught exception: Overflow");
    CHECK_THROWS_AS(m.run(uncaught(m)), ghc::UncaughtException);
    CHECK(number(m.run(catching(m, 30))) == 1030);  // the machine is still usable
}

TEST_CASE("Exceptions: N5: an uncaught exception of another thread ends the thread", "[conformance]") {
    Machine m;
    CHECK(m.run(forks(m)).is("()"));
    CHECK(m.errors() == "thread 2: uncaught exception: Overflow\n");
}

namespace {

// let x = x in try (evaluate x)
Eval same(Machine&, Ref x) { co_return x; }
Eval handled(Machine& m, Ref e) { co_return m.con(Int, e.is("NonTermination") ? 7 : 8); }
Eval loops(Machine& m) {
    Ref x = m.thunk("x", same, Ref());
    x.set(0, x);
    Ref const n = co_await m.catch_exception(x, m.fun("handled", handled));
    CHECK(ghc::type(x.closure()) == ClosureType::BLACKHOLE);
    Ref const again = co_await m.catch_exception(std::move(x), m.fun("handled", handled));
    co_return m.con(Int, 10 * number(n) + number(again));
}

}  // namespace

TEST_CASE("Exceptions: N5: <<loop>> can be caught", "[conformance]") {
    Machine m;
    CHECK(number(m.run(loops(m))) == 77);
    CHECK(m.clock().collections() == 2);  // only a collection finds that nothing can wake the thread
}
