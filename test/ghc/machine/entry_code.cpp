// Entry code that refers to its own closure. Sizes are from GHC 9.0.2 for the Haskell in the comments: for a
// thousand closures each, -hT shows FUN_1_0 16000 and THUNK_1_0 24000.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

namespace {

Code const Nil = "[]", Cons = ":";

// step k = let go n = if n > 100 then n else go (n + k) in go
Eval go(Machine& m, Ref k, ghc::Self self, Ref n) {
    Ref const by = co_await k, at = co_await n;
    if (number(at) > 100) co_return at;
    co_return m.call(self, m.con(Int, number(at) + number(by)));
}
// knot n = let t = if n > 0 then n : t else [] in t
Eval knot(Machine& m, ghc::Self t, Ref n) {
    Ref const value = co_await n;
    if (number(value) <= 0) co_return m.con(Nil);
    co_return m.con(Cons, n, t);
}
// the same with a number, which is in the thunk
Eval knot_of(Machine& m, long n, ghc::Self t) {
    if (n <= 0) co_return m.con(Nil);
    co_return m.con(Cons, m.con(Int, n), t);
}

Eval program(Machine& m) {
    Ref const f = m.fun("<Main.go>", go, m.con(Int, 30)), t = m.thunk("<Main.t>", knot, m.con(Int, 7)),
              u = m.thunk("<Main.u>", knot_of, 8);
    CHECK(ghc::type(f.closure()) == ClosureType::FUN_1_0);
    CHECK(ghc::size_bytes(f.closure()) == 16);
    CHECK(ghc::type(t.closure()) == ClosureType::THUNK_1_0);
    CHECK(ghc::size_bytes(t.closure()) == 24);
    CHECK(ghc::type(u.closure()) == ClosureType::THUNK_0_1);

    CHECK(number(co_await m.call(f, m.con(Int, 1))) == 121);
    Ref const xs = co_await t;
    CHECK(number(xs[0]) == 7);
    CHECK(number((co_await xs[1])[0]) == 7);
    co_await m.perform_major_gc();
    CHECK(xs[1].closure() == xs.closure());  // a list of one cell
    CHECK(number((co_await u)[0]) == 8);
    co_await m.perform_major_gc();
    CHECK(u[1].closure() == u.closure());
    co_return m.unit();
}

}  // namespace

TEST_CASE("Entry code: a closure that refers to itself has no field for the reference", "[conformance]") {
    Machine m;
    m.run(program(m));
}
