// Functional values remember the cost-centre stack of the expression that returned them. Figures are from GHC
// 9.0.2 for the Haskell in the comments (-O0 -prof -fprof-auto, +RTS -hd, -hc, -P).
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <map>
#include <string>
#include <utility>

namespace {

Code const Nil = Code("[]").in("ghc-prim:GHC.Types"),
           Cons = Code(":").typed("[]").number(1).in("ghc-prim:GHC.Types");

std::string text_of(ghc::CostCentreStack const* ccs) {
    std::string text;
    for (; ccs->parent; ccs = ccs->parent) text += (text.empty() ? "" : "/") + std::string(ccs->cc->label);
    return text;
}

/// The bytes of a program at its collection, by description and cost centres.
template <class Program>
std::map<std::pair<std::string, std::string>, std::size_t> bands(Machine& m, Program program) {
    std::map<std::pair<std::string, std::string>, std::size_t> all;
    m.on_collection([&](Machine& machine) {
        auto const objects = machine.heap().objects();
        for (auto c = objects.begin(); c != objects.end(); ++c)
            all[{std::string(ghc::description(*c)), text_of((*c)->ccs)}] += ghc::size_bytes(*c);
    });
    m.run(program(m));
    return all;
}

// sel n = if n > 0 then g else h;  g a b = a + b;  h a b = a - b
Eval g(Machine& m, Ref a, Ref b) {
    Scc const scc = m.scc("g");
    Ref const x = co_await a, y = co_await b;
    co_return m.con(Int, number(x) + number(y));
}
Eval h(Machine& m, Ref a, Ref b) {
    Scc const scc = m.scc("h");
    Ref const x = co_await a, y = co_await b;
    co_return m.con(Int, number(x) - number(y));
}
Eval sel(Machine& m, Ref n) {
    Scc const scc = m.scc("sel");
    Ref const x = co_await n;
    co_return number(x) > 0 ? m.fun("<Main.g>", g) : m.fun("<Main.h>", h);
}
Eval f_of(Machine& m, Ref n) {
    Scc const scc = m.scc("build.f");
    co_return sel(m, n);
}
// build 0 = return []
// build n = do { let { f = sel n }; f' <- evaluate f; fs <- build (n - 1); return (f' : fs) }
Eval build(Machine& m, long n) {
    Scc const scc = m.scc("build");
    if (n == 0) co_return m.con(Nil);
    Ref const f = co_await m.thunk(Code("<Main.f>").typed("->>Int"), f_of, m.con(Int, n));
    Ref const fs = co_await build(m, n - 1);
    co_return m.con(Cons, f, fs);
}
// main = do { fs <- build 1000; performMajorGC; print (head fs 1 2) }
Eval chosen(Machine& m) {
    Scc const scc = m.scc("main");
    Ref const fs = co_await build(m, 1000);
    co_await m.perform_major_gc();
    Ref const three = co_await m.call(fs[0], m.con(Int, 1), m.con(Int, 2));
    CHECK(number(three) == 3);
    co_return m.unit();
}

std::size_t allocated(Machine& m, std::string const& label) {
    std::size_t words = 0;
    for (auto const& ccs : m.heap().cost_centres().stacks())
        if (ccs.cc->label == label) words += ccs.mem_alloc;
    return words * 8;
}

}  // namespace

TEST_CASE("Function values: a function returned under another cost centre is a PAP with that stack",
          "[conformance]") {
    Machine m;
    auto const all = bands(m, chosen);
    CHECK(all.at({"PAP", "sel/build.f/build/main"}) == 24000);
    CHECK(all.at({":", "build/main"}) == 24000);
    CHECK(all.contains({"<Main.g>", "sel/build.f/build/main"}) == false);  // static
    CHECK(allocated(m, "sel") == 0);  // GHC's .prof charges these PAPs to no cost centre
}

namespace {

// g a b c = a + b + c;  pick n = g n;  ident f = f
Eval sum3(Machine& m, Ref a, Ref b, Ref c) {
    Ref const x = co_await a, y = co_await b, z = co_await c;
    co_return m.con(Int, number(x) + number(y) + number(z));
}
Eval pick(Machine& m, Ref n) {
    Scc const scc = m.scc("pick");
    co_return m.call(m.fun("<Main.g>", sum3), n);
}
Eval ident(Machine& m, Ref f) {
    Scc const scc = m.scc("ident");
    co_return f;
}
Eval ident_of_pick(Machine& m, Ref n) {
    co_return ident(m, m.thunk(Code("<Main.sat>").typed("->>Int"), pick, n));
}
// build n = do { f <- evaluate (pick n); h <- evaluate (ident f); fs <- build (n - 1); return (f : h : fs) }
Eval build_both(Machine& m, long n) {
    Scc const scc = m.scc("build");
    if (n == 0) co_return m.con(Nil);
    Ref const f = co_await m.thunk(Code("<Main.sat>").typed("->>Int"), pick, m.con(Int, n));
    Ref const i = co_await m.thunk(Code("<Main.sat>").typed("->>Int"), ident, f);
    Ref const fs = co_await build_both(m, n - 1);
    co_return m.con(Cons, f, m.con(Cons, i, fs));
}
Eval copied(Machine& m) {
    Scc const scc = m.scc("main");
    Ref const fs = co_await build_both(m, 1000);
    co_await m.perform_major_gc();
    co_return fs;
}

// the same, but ident evaluates a thunk last
Eval returned(Machine& m) {
    Scc const scc = m.scc("main");
    Ref const f = co_await m.thunk(Code("<Main.f>").typed("->>Int"), ident_of_pick, m.con(Int, 5));
    CHECK(text_of(f.closure()->ccs) == "pick/ident/main");
    CHECK(number(co_await m.call(f, m.con(Int, 6), m.con(Int, 7))) == 18);
    co_return m.unit();
}

// a function allocated and returned under the same stack stays as it is
Eval own(Machine& m, Ref n) {
    Scc const scc = m.scc("own");
    co_return m.fun("<Main.own>", g, n);
}
Eval unchanged(Machine& m) {
    Scc const scc = m.scc("main");
    Ref const f = co_await own(m, m.con(Int, 5));
    CHECK(ghc::type(f.closure()) == ClosureType::FUN_1_0);
    CHECK(number(co_await m.call(f, m.con(Int, 7))) == 12);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Function values: a PAP evaluated under another cost centre is copied with both stacks",
          "[conformance]") {
    Machine m;
    auto const all = bands(m, copied);
    CHECK(all.at({"PAP", "pick/build/main"}) == 32000);
    CHECK(all.at({"PAP", "pick/ident/build/main"}) == 32000);
    CHECK(allocated(m, "ident") == 0);
    CHECK(allocated(m, "pick") == 32000);  // the partial applications of g; no cost centre is charged for
                                           // their copies
}

TEST_CASE("Function values: a thunk in tail position keeps the stack of the code that returns it", "[unit]") {
    Machine m;
    m.run(returned(m));
}

TEST_CASE("Function values: a function returned under its own stack is not wrapped", "[unit]") {
    Machine m;
    m.run(unchanged(m));
}
