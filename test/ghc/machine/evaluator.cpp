// Evaluation on the mock heap: thunks, functions, partial applications, indirections, stacks.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

Code const Pair = "Pair";

Eval plus(Machine& m, Ref a, Ref b) {
    Ref const x = co_await std::move(a), y = co_await std::move(b);
    co_return m.con(Int, number(x) + number(y));
}

int counted = 0;
Eval count(Machine& m, Ref x) {
    ++counted;
    Ref const value = co_await x;
    co_return m.con(Int, number(value) + 1);
}

// the frame types of a stack and of its next chunks, top first
std::vector<ClosureType> frames(Closure const* tso) {
    std::vector<ClosureType> all;
    auto* stack = ghc::as<ghc::Stack>(ghc::untag(ghc::as<ghc::Tso>(tso)->stackobj));
    for (ghc::Word* at = stack->sp;;) {
        ghc::InfoTable const& table = ghc::info(*reinterpret_cast<ghc::Entry const**>(at));
        all.push_back(table.type);
        if (table.type == ClosureType::STOP_FRAME) return all;
        if (table.type == ClosureType::UNDERFLOW_FRAME) {
            stack = ghc::as<ghc::Stack>(ghc::untag(reinterpret_cast<ghc::UnderflowFrame*>(at)->next_chunk));
            at = stack->sp;
        } else {
            at += ghc::Frames::words(at);
        }
    }
}

// the objects of a type
std::vector<Closure*> all_of(ghc::Heap const& heap, ClosureType type) {
    std::vector<Closure*> all;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c)
        if (ghc::type(*c) == type) all.push_back(*c);
    return all;
}

Eval shared_thunk(Machine& m) {
    Ref const t = m.thunk("t", count, m.con(Int, 41));
    CHECK(ghc::type(t.closure()) == ClosureType::THUNK_1_0);
    CHECK(counted == 0);
    Ref const once = co_await t, twice = co_await t;
    CHECK(number(once) == 42);
    CHECK(once.closure() == twice.closure());
    CHECK(counted == 1);
    CHECK(ghc::type(t.closure()) == ClosureType::BLACKHOLE);  // an indirection to its value
    CHECK(ghc::untag(ghc::as<ghc::Ind>(t.closure())->indirectee) == once.closure());
    co_await m.perform_major_gc();
    CHECK(t.closure() == once.closure());  // the collector removes the indirection
    co_return t;
}

}  // namespace

TEST_CASE("Evaluator: a thunk is evaluated once, then it is an indirection", "[unit]") {
    counted = 0;
    Machine m;
    CHECK(number(m.run(shared_thunk(m))) == 42);
}

namespace {

Eval collects(Machine& m, Ref x) {
    co_await m.perform_major_gc();
    co_return plus(m, x, m.con(Int, 1));
}
Eval under_evaluation(Machine& m) {
    Ref const t = m.thunk("t", collects, m.con(Int, 300));
    Ref const value = co_await t;
    co_return value;
}

}  // namespace

namespace {

Eval many_variables(Machine& m, long n) {
    std::vector<Ref> all;
    for (long i = 0; i != n; ++i) all.push_back(m.con(Int, 1000 + i));
    Closure* const before = all.front().closure();
    co_await m.perform_major_gc();
    CHECK(all.front().closure() != before);
    for (long i = 0; i != n; ++i) CHECK(number(all[static_cast<std::size_t>(i)]) == 1000 + i);
    co_return m.unit();
}

}  // namespace

// a bitmap has room for 58 words, of which one is the cost centres
TEST_CASE("Evaluator: any number of variables survives a collection", "[unit]") {
    for (long const n : {1L, 57L, 58L, 200L}) {
        Machine m;
        m.run(many_variables(m, n));
    }
}

TEST_CASE("Evaluator: a thunk under evaluation is a black hole with an update frame on the stack", "[unit]") {
    Machine m;
    int censuses = 0;
    m.on_collection([&](Machine&) {
        ++censuses;
        CHECK(m.heap().root_lists().run_queue().empty());
        REQUIRE(m.heap().root_lists().suspended().size() == 1);  // in a foreign call
        Closure* const tso = m.heap().root_lists().suspended().front();
        auto const holes = all_of(m.heap(), ClosureType::BLACKHOLE);
        REQUIRE(holes.size() == 1);
        CHECK(ghc::as<ghc::Ind>(holes[0])->indirectee == tso);
        // the code of the thunk; its update; the code of the program
        CHECK(frames(tso) == std::vector{ClosureType::RET_SMALL, ClosureType::UPDATE_FRAME,
                                         ClosureType::RET_SMALL, ClosureType::STOP_FRAME});
        CHECK(all_of(m.heap(), ClosureType::CONSTR_0_1).size() == 1);  // the 300, which only the stack refers
                                                                       // to
    });
    CHECK(number(m.run(under_evaluation(m))) == 301);
    CHECK(censuses == 1);
    CHECK(m.heap().root_lists().suspended().empty());
}

namespace {

Eval itself(Machine&, Ref x) { co_return x; }
Eval loops(Machine& m) {
    Ref const t = m.thunk("t", itself, Ref());
    t.set(0, t);
    co_return t;
}
Eval throws(Machine& m, Ref) {
    throw std::runtime_error("no head");
    co_return m.unit();
}
Eval deep_error(Machine& m) {
    Ref x = m.thunk("error", throws, m.unit());
    for (int i = 0; i < 100; ++i) x = m.thunk("sum", plus, x, m.con(Int, 1));
    co_return x;
}
Eval not_code(Machine& m) { co_return m.call(m.con(Int, 5), m.con(Int, 6)); }

}  // namespace

TEST_CASE("Evaluator: an expression that depends on its own value raises an exception", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(loops(m)), "ghc machine: uncaught exception: NonTermination");
}

TEST_CASE("Evaluator: an exception of entry code ends the program and reaches the caller of run", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(deep_error(m)), "no head");
    CHECK(m.heap().root_lists().run_queue().empty());
    CHECK_THROWS_WITH(m.run(not_code(m)), Catch::Contains("I# is applied, but it is no function"));
    CHECK(number(m.run(under_evaluation(m))) == 301);  // the machine still works
}

namespace {

// the digits of its arguments
Eval digits1(Machine& m, Ref a) {
    Ref const x = co_await a;
    co_return m.con(Int, number(x));
}
Eval digits2(Machine& m, Ref a, Ref b) { co_return m.con(Int, 10 * number(a) + number(b)); }
Eval digits3(Machine& m, Ref a, Ref b, Ref c) {
    co_return m.con(Int, 100 * number(a) + 10 * number(b) + number(c));
}
Eval digits4(Machine& m, Ref a, Ref b, Ref c, Ref d) {
    co_return m.con(Int, 1000 * number(a) + 100 * number(b) + 10 * number(c) + number(d));
}
// \a b -> (\c d -> digits of a b c d): a function that returns a function
Eval curried(Machine& m, Ref a, Ref b) { co_return m.fun("digits", digits4, a, b); }

Ref function(Machine& m, int kind, bool thunk) {
    auto const f = [&]() -> Ref {
        switch (kind) {
        case 1: return m.fun("digits1", digits1);
        case 2: return m.fun("digits2", digits2);
        case 3: return m.fun("digits3", digits3);
        case 4: return m.fun("digits4", digits4);
        default: return m.fun("curried", curried);
        }
    }();
    return thunk ? m.thunk("f", itself, f) : f;
}

// passes the arguments 1 .. n in parts; the bits of `cuts` separate the calls
Eval apply_in_parts(Machine& m, int kind, int n, unsigned cuts, bool thunk, bool collect) {
    Ref f = function(m, kind, thunk);
    std::vector<Ref> part;
    for (int i = 1; i <= n; ++i) {
        part.push_back(m.con(Int, i));
        bool const last = i == n;
        if (!last && (cuts >> (i - 1) & 1) == 0) continue;
        switch (part.size()) {
        case 1: f = co_await m.call(f, part[0]); break;
        case 2: f = co_await m.call(f, part[0], part[1]); break;
        case 3: f = co_await m.call(f, part[0], part[1], part[2]); break;
        default: f = co_await m.call(f, part[0], part[1], part[2], part[3]); break;
        }
        part.clear();
        if (collect) co_await m.perform_major_gc();
        if (!last && !is_function(ghc::type(f.closure()))) {
            CHECK(ghc::type(f.closure()) == ClosureType::PAP);
            CHECK(ghc::as<ghc::Pap>(f.closure())->n_args + ghc::as<ghc::Pap>(f.closure())->arity ==
                  ghc::arity(ghc::untag(ghc::as<ghc::Pap>(f.closure())->fun)));
        }
    }
    co_return f;
}

}  // namespace

TEST_CASE("Evaluator: functions take their arguments in any parts", "[property]") {
    Machine m;
    int const wanted[] = {0, 1, 12, 123, 1234, 1234};
    for (int kind = 1; kind <= 5; ++kind) {
        int const n = kind == 5 ? 4 : kind;
        for (unsigned cuts = 0; cuts < 1u << (n - 1); ++cuts)
            for (bool const thunk : {false, true})
                for (bool const collect : {false, true}) {
                    INFO(kind << " " << cuts << " " << thunk << collect);
                    CHECK(number(m.run(apply_in_parts(m, kind, n, cuts, thunk, collect))) == wanted[kind]);
                }
    }
}

namespace {

Eval applications(Machine& m) {
    Ref const f = m.thunk("f", itself, m.fun("digits2", digits2));
    Ref const ap = m.ap(m.fun("digits3", digits3), m.con(Int, 1), m.con(Int, 2), m.con(Int, 3));
    CHECK(ghc::type(ap.closure()) == ClosureType::AP);
    co_await m.perform_major_gc();
    CHECK(number(co_await ap) == 123);
    CHECK(ghc::type(ap.closure()) == ClosureType::BLACKHOLE);
    CHECK(number(co_await m.call(f, m.con(Int, 4), m.con(Int, 5))) == 45);
    co_return ap;
}

Eval with_seven(Machine& m, Ref x) { co_return m.con(Pair, m.con(Int, 7), x); }
Eval selections(Machine& m) {
    Ref const pair = m.thunk("pair", with_seven, m.con(Int, 8));
    Ref const fst = m.selector(0, pair), snd = m.selector(1, pair);
    CHECK(ghc::type(snd.closure()) == ClosureType::THUNK_SELECTOR);
    CHECK(number(co_await snd) == 8);
    CHECK(number(co_await fst) == 7);
    co_return snd;
}

}  // namespace

namespace {

// Used: before and after each selection, of a record that is a value and of one that is a thunk.
Eval uses_of_records(Machine& m, std::vector<bool>& used) {
    Ref const value = m.con(Pair, m.con(Int, 7), m.con(Int, 8)), thunk = m.thunk("pair", with_seven, value);
    auto const look = [&](Ref const& record) { used.push_back(ghc::ldv::was_used(record.closure()->hp)); };
    look(value);
    co_await m.selector(1, value);
    look(value);
    co_await m.selector(1, thunk);
    look(co_await thunk);
    co_return m.unit();
}
Eval pair_of_taken(Machine& m, Ref v) {
    Ref const x = co_await m.take(v);
    co_return m.con(Pair, x, x);
}
Eval needs(Machine& m, Ref x) {
    co_await std::move(x);
    co_return m.unit();
}
// Whether a thunk's value is used, with and without a second thread waiting for it.
Eval uses_of_awaited(Machine& m, std::vector<bool>& used) {
    for (bool const waits : {false, true}) {
        Ref const v = m.mvar(), x = m.thunk("pair", pair_of_taken, v);
        for (int threads = waits ? 2 : 1; threads > 0; --threads) {
            m.fork(needs(m, x));
            co_await m.yield();
        }
        co_await m.put(v, m.con(Int, 7));
        for (int i = 0; i != 3; ++i) co_await m.yield();
        used.push_back(ghc::ldv::was_used(ghc::untag(ghc::as<ghc::Ind>(x.closure())->indirectee)->hp));
    }
    co_return m.unit();
}
// Used: a field's value, evaluated by itself and by a selection.
Eval uses_of_fields(Machine& m, std::vector<bool>& used) {
    for (bool const selects : {false, true}) {
        Ref const field = m.thunk("field", with_seven, m.con(Int, 8)), record = m.con(Pair, field, field);
        Ref const value = co_await (selects ? m.selector(0, record) : field);
        used.push_back(ghc::ldv::was_used(value.closure()->hp));
    }
    co_return m.unit();
}

}  // namespace

// as in programs of test/differential: with profiling, GHC's selector ignores the tag of the pointer
TEST_CASE("Evaluator: a selection is a use of a record that is a value", "[unit]") {
    Machine m({.heap = {.ldv = true}});
    std::vector<bool> used;
    m.run(uses_of_records(m, used));
    CHECK(used == std::vector{false, true, false});
}
TEST_CASE("Evaluator: a selection is a use of the field's value after its evaluation", "[unit]") {
    Machine m({.heap = {.ldv = true}});
    std::vector<bool> used;
    m.run(uses_of_fields(m, used));
    CHECK(used == std::vector{false, true});
}

TEST_CASE("Evaluator: applications and selections are lazy", "[unit]") {
    Machine m;
    CHECK(number(m.run(applications(m))) == 123);
    CHECK(number(m.run(selections(m))) == 8);
}

namespace {

Eval chain(Machine& m, int n) {
    Ref s = m.con(Int, 0);
    for (int i = 1; i <= n; ++i) s = m.thunk("sum", plus, s, m.con(Int, i));
    co_return s;
}

}  // namespace

// GHC 9.0.2: with -hb such a value is VOID, and USE if another thread waits
TEST_CASE("Evaluator: a thread that has waited for a value uses it", "[conformance]") {
    Machine m({.heap = {.ldv = true}});
    std::vector<bool> used;
    m.run(uses_of_awaited(m, used));
    CHECK(used == std::vector{false, true});
}
TEST_CASE("Evaluator: a chain of a million thunks is evaluated", "[unit]") {
    for (std::uint64_t const every : {std::uint64_t{0}, std::uint64_t{700'000}}) {
        Machine m({.collect_every = every});
        std::size_t most = 0;
        m.on_collection(
            [&](Machine&) { most = std::max(most, all_of(m.heap(), ClosureType::STACK).size()); });
        CHECK(number(m.run(chain(m, 1'000'000))) == 500'000'500'000);
        if (every > 0) CHECK(most > 1000);  // chunks of 32 KiB, linked by underflow frames
    }
}

TEST_CASE("Evaluator: a stack starts with a kilobyte and grows by chunks of 32", "[conformance]") {
    // GHC 9.0.2 shows with -xt: 864 bytes at first, 32752 after deep evaluation
    Machine m;
    std::vector<std::size_t> sizes;
    m.on_collection([&](Machine&) {
        for (Closure* s : all_of(m.heap(), ClosureType::STACK)) sizes.push_back(ghc::size_bytes(s));
    });
    m.run([](Machine& machine) -> Eval {
        co_await machine.perform_major_gc();
        co_await chain(machine, 1000);
        co_await machine.perform_major_gc();
        co_return machine.unit();
    }(m));
    CHECK(sizes == std::vector<std::size_t>{864, 32752});
}

namespace {

Eval many_variables(Machine& m) {
    std::vector<Ref> all;
    for (int i = 0; i < 200; ++i) all.push_back(m.con(Int, 1000 + i));
    Ref const gone = m.con(Int, 5000);
    Ref const empty;
    co_await m.perform_major_gc();
    long sum = 0;
    for (Ref const& r : all) sum += number(r);
    CHECK(number(gone) == 5000);
    CHECK(!empty);
    co_return m.con(Int, sum);
}

}  // namespace

TEST_CASE("Evaluator: any number of variables survives a wait", "[unit]") {
    Machine m;
    CHECK(number(m.run(many_variables(m))) == 200 * 1000 + 199 * 100);
}

namespace {

Eval primes_caf(Machine& m) {
    ++counted;
    co_return m.con(Pair, m.con(Int, 2000), m.con(Int, 3000));
}
Eval uses_caf(Machine& m) {
    Ref primes = m.caf("primes", primes_caf);
    CHECK(ghc::type(primes.closure()) == ClosureType::THUNK_STATIC);
    Ref p = co_await primes;
    CHECK(std::string(ghc::label(p.closure()->ccs)) == "CAF");
    CHECK(ghc::type(primes.closure()) == ClosureType::IND_STATIC);
    p = Ref();
    co_await m.perform_major_gc();
    p = co_await m.caf("primes", primes_caf);
    CHECK(counted == 1);
    co_return p[1];
}

}  // namespace

namespace {

Eval pair_caf(Machine& m) { co_return m.con(Pair, m.con(Int, 2000), m.con(Int, 3000)); }
Eval uses_of_a_constant(Machine& m, std::vector<bool>& used) {
    Ref const constant = m.caf("pair", pair_caf), value = co_await constant;
    auto const look = [&] { used.push_back(ghc::ldv::was_used(value.closure()->hp)); };
    look();
    co_await m.perform_major_gc();
    look();
    co_await constant;
    look();
    co_return m.unit();
}

}  // namespace

// as in a program of test/differential: the code of GHC's IND_STATIC enters the value
TEST_CASE("Evaluator: a constant's value is used if the constant is evaluated again", "[unit]") {
    Machine m({.heap = {.ldv = true}});
    std::vector<bool> used;
    m.run(uses_of_a_constant(m, used));
    CHECK(used == std::vector{false, false, true});
}

TEST_CASE("Evaluator: a constant expression is evaluated once", "[unit]") {
    counted = 0;
    Machine m;
    CHECK(number(m.run(uses_caf(m))) == 3000);
}

namespace {

Ref primes(Machine& m) { return m.caf("primes", primes_caf); }
Eval other_caf(Machine& m) { co_return m.con("Other", m.con(Int, 4000)); }
Ref other(Machine& m) { return m.caf("other", other_caf); }
Eval first_prime(Machine& m) {
    Ref const p = co_await primes(m);
    Ref const o = co_await other(m);
    co_return m.con(Int, number(p[0]) + number(o[0]));
}

std::size_t count_of(Machine& m, std::string_view name) {
    std::size_t n = 0;
    auto const all = m.heap().objects();
    for (auto c = all.begin(); c != all.end(); ++c) n += ghc::description(*c) == name;
    return n;
}

// Both constants are evaluated; then the code of a thunk is all that refers to them.
Eval refers_to_cafs(Machine& m) {
    Ref const srt = m.srt(primes(m), other(m));
    CHECK(m.srt(primes(m), other(m)).closure() == srt.closure());
    Ref user = m.thunk(Code("t").refers(srt), first_prime);
    co_await primes(m);
    co_await other(m);
    co_await m.perform_major_gc();
    CHECK(count_of(m, "Pair") == 1);
    CHECK(count_of(m, "Other") == 1);
    Ref const n = co_await std::move(user);
    CHECK(number(n) == 6000);
    co_await m.perform_major_gc();
    CHECK(count_of(m, "Pair") == 1);  // `srt` holds them
    co_return n;
}
Eval refers_no_more(Machine& m) {
    Ref user = m.thunk(Code("t").refers(primes(m)), first_prime);
    co_await std::move(user);
    CHECK(count_of(m, "Pair") == 1);
    co_await m.perform_major_gc();
    CHECK(count_of(m, "Pair") == 0);
    CHECK_THROWS_WITH(primes(m), "ghc machine: no code referred to primes any more, so it was freed: keep it "
                                 "in a variable, or see Code::refers");
    co_return m.unit();
}

}  // namespace

TEST_CASE("Evaluator: N4: a constant expression lives while code refers to it", "[unit]") {
    Machine m;
    SECTION("a thunk") { m.run(refers_to_cafs(m)); }
    SECTION("no code") { m.run(refers_no_more(m)); }
    SECTION("a static function") {
        Ref const f = m.fun(Code("f").refers(m.srt(primes(m), other(m))), itself);
        CHECK(m.fun("f", itself).closure() == f.closure());
        CHECK_THROWS_WITH(m.fun(Code("f").refers(primes(m)), itself),
                          "ghc machine: f was made with other references");
        CHECK(m.srt(primes(m)).closure() == primes(m).closure());
        CHECK_THROWS_WITH(m.srt(m.con(Int, 5)), "ghc machine: I# is no static closure");
    }
    SECTION("two thunks of one function") {
        Ref const a = m.thunk(Code("t").refers(primes(m)), first_prime),
                  b = m.thunk(Code("t").refers(other(m)), first_prime);
        CHECK(ghc::srt(ghc::info(a.closure())) == primes(m).closure());
        CHECK(ghc::srt(ghc::info(b.closure())) == other(m).closure());
    }
}

namespace {

// quicksort of a list of numbers, lazily, and the sum of products of neighbours
Code const Nil = "[]", Cons = Code(":").number(1);

Eval append(Machine& m, Ref a, Ref b) {
    Ref const xs = co_await std::move(a);
    if (xs.is(Nil)) co_return b;
    co_return m.con(Cons, xs[0], m.thunk("++", append, xs[1], b));
}
Eval filter(Machine& m, Ref pivot, Ref list, long below) {
    Ref const xs = co_await std::move(list);
    if (xs.is(Nil)) co_return xs;
    Ref const x = co_await xs[0], p = co_await pivot;
    if ((number(x) < number(p)) != (below != 0)) co_return filter(m, pivot, xs[1], below);
    co_return m.con(Cons, x, m.thunk("filter", filter, pivot, xs[1], below));
}
Eval sort(Machine& m, Ref list) {
    Ref const xs = co_await std::move(list);
    if (xs.is(Nil)) co_return xs;
    Ref const less = m.thunk("less", filter, xs[0], xs[1], 1L),
              more = m.thunk("more", filter, xs[0], xs[1], 0L);
    Ref const sorted = m.thunk("sort", sort, less);
    co_return append(m, sorted, m.con(Cons, xs[0], m.thunk("sort", sort, more)));
}
Eval sorted_sum(Machine& m, int n) {
    Ref list = m.con(Nil);
    unsigned long x = 42;
    for (int i = 0; i < n; ++i) {
        x = (x * 1103515245 + 12345) % 2147483648;
        list = m.con(Cons, m.con(Int, static_cast<long>(x % 1000)), list);
    }
    Ref xs = co_await sort(m, std::move(list));
    long sum = 0, place = 1, before = -1;
    for (; xs.is(Cons); xs = co_await xs[1]) {
        Ref const y = co_await xs[0];
        CHECK(number(y) >= before);
        before = number(y);
        sum += place++ * before;
    }
    co_return m.con(Int, sum);
}

}  // namespace

TEST_CASE("Evaluator: collections between any steps change nothing", "[property]") {
    Machine plain;
    long const wanted = number(plain.run(sorted_sum(plain, 40)));
    for (std::uint64_t const every : {1u, 2u, 3u, 7u, 100u}) {
        Machine m({.collect_every = every});
        CHECK(number(m.run(sorted_sum(m, 40))) == wanted);
        CHECK(m.clock().steps() == plain.clock().steps());
        CHECK(m.clock().collections() >= m.clock().steps() / every - 1);
    }
    Machine small({.allocation_area = 512});
    CHECK(number(small.run(sorted_sum(small, 40))) == wanted);
    CHECK(small.clock().collections() > 10);
}

namespace {

Eval same(Machine&, Ref x) { co_return std::move(x); }
Eval rebuilt(Machine& m, Ref x) {
    Ref const k = co_await std::move(x);
    co_return m.con("K", k[0]);
}
Eval passed(Machine& m, Ref x) { co_return m.pure(x); }

}  // namespace

TEST_CASE("a variable in tail position is a use, as for GHC; a constructor or an action's result is none",
          "[conformance]") {
    // mapM_ (\k -> evaluate (same k)) ks, of 500 evaluated K: GHC has 12000 bytes of USE
    using Case = std::pair<Eval (*)(Machine&, Ref), bool>;
    for (auto const& [code, used] : {Case{same, true}, {rebuilt, false}, {passed, false}}) {
        Machine m({.heap = {.ldv = true}});
        Ref const k = m.con("K", m.unit());
        m.heap().next_era();
        Ref const result = m.run(code(m, k));
        CHECK(ghc::ldv::was_used(k.closure()->hp) == used);
        CHECK(ghc::ldv::was_used(result.closure()->hp) == used);
    }
}

namespace {

Eval elsewhere(Machine& m, Ref x) {
    Scc const scc = m.scc("elsewhere");
    Ref const k = co_await std::move(x);
    co_return m.con(Int, number(k));
}
Eval after_waits(Machine& m, std::vector<std::string>& makers) {
    auto const made = [&] { makers.emplace_back(ghc::label(m.con(Int, 1).closure()->ccs)); };
    Ref const one = m.con(Int, 1);
    {
        Scc const scc = m.scc("operation");
        co_await m.yield();
        made();
    }
    {
        Scc const scc = m.scc("code");
        co_await elsewhere(m, one);
        made();
    }
    {
        Scc const scc = m.scc("thunk");
        co_await m.thunk("t", elsewhere, one);
        made();
    }
    {
        Scc const scc = m.scc("call");
        co_await m.call(m.fun("f", elsewhere), one);
        made();
    }
    made();
    co_return m.unit();
}

}  // namespace

TEST_CASE("Evaluator: after each kind of wait, code allocates for its own cost centre", "[unit]") {
    Machine m;
    std::vector<std::string> makers;
    m.run(after_waits(m, makers));
    CHECK(makers == std::vector<std::string>{"operation", "code", "thunk", "call", "MAIN"});
}
