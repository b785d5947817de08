// Two lists, each retained by three thunks; GHC's retainer profiler loses one, because of a cycle.
#include "program_list.hpp"

using namespace prelude;

namespace {

// data Box = Box [Int];  data P = P Int Box
Code const Box = "Box", P = "P";

// big n = let xs = map (`mod` 200) [1 .. n] in go xs `seq` xs
Eval mod_200(Machine& m, Ref x) {
    Ref const n = co_await std::move(x);
    co_return m.con(int_, number(n) % 200);
}

Eval map_mod(Machine& m, Ref list) {
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return xs;
    co_return m.con(cons, m.thunk(Code("<GHC.Base.map>").typed("Int"), mod_200, xs[0]),
                    m.thunk(Code("<GHC.Base.map>").typed("[]"), map_mod, xs[1]));
}

Eval go(Machine& m, Ref list) {
    Ref xs = co_await std::move(list);
    while (xs.is(cons)) {
        co_await xs[0];
        xs = co_await xs[1];
    }
    co_return m.unit();
}

Eval big(Machine& m, long n) {
    Scc const scc = m.scc("big");
    Ref const numbers = m.thunk(Code("<Main.sat>").typed("[]"), enum_from_to, 1L, n);
    Ref const xs = m.thunk(Code("<Main.xs>").typed("[]"), map_mod, numbers);
    co_await go(m, xs);
    co_return xs;
}

// use (P _ (Box d)) = length d
Eval use(Machine& m, Ref p) {
    Scc const scc = m.scc("use");
    Ref const box = co_await (co_await std::move(p))[1];
    co_return length(m, box[0]);
}

// mkCP d = case d of { [] -> P 0 (Box []); _ -> let bx = Box d; cp = P (use cp) bx in cp }
Eval mk_cp(Machine& m, Ref d) {
    Scc const scc = m.scc("mkCP");
    co_await d;
    Ref const bx = m.con(Box, d), used = m.thunk(Code("<Main.use>").typed("Int"), use, Ref());
    Ref const cp = m.con(P, used, bx);
    used.set(0, cp);
    co_return cp;
}

// kA d = case d of { [] -> []; _ -> [sum d] }
// kB p = case p of { P _ (Box []) -> []; _ -> [use p] }
Eval k_a(Machine& m, Ref d) {
    Scc const scc = m.scc("kA");
    co_await d;
    co_return list(m, m.thunk(Code("<Main.kA>").typed("Int"), sum, d));
}

Eval k_b(Machine& m, Ref p) {
    Scc const scc = m.scc("kB");
    co_await p;
    co_return list(m, m.thunk(Code("<Main.kB>").typed("Int"), use, p));
}

Eval program(Machine& m, long size) {
    Ref t1, t2, print = print_function(m);
    {
        Ref const d1 = co_await big(m, 1000 * size), d2 = co_await big(m, 2000 * size);
        Ref const p1 = co_await mk_cp(m, d1), p2 = co_await mk_cp(m, d2);
        auto const lazily = [&](auto f, Ref const& x) {
            return m.thunk(Code("<Main.sat>").typed("[]"), f, x);
        };
        {
            Scc const scc = m.scc("main.t1");
            t1 = m.thunk(Code("<Main.t1>").typed("[]"), concat, list(m, lazily(k_a, d1), lazily(k_b, p1)));
        }
        Scc const scc = m.scc("main.t2");
        t2 = m.thunk(Code("<Main.t2>").typed("[]"), concat, list(m, lazily(k_b, p2), lazily(k_a, d2)));
    }
    co_await m.call(print, m.thunk("<Main.sat>", length, t1));
    co_await m.call(print, m.thunk("<Main.sat>", length, t2));
    co_await m.perform_major_gc();
    co_await m.perform_major_gc();
    Ref const first = m.thunk("<Main.sat>", sum, std::move(t1)),
              second = m.thunk("<Main.sat>", sum, std::move(t2));
    co_await m.call(std::move(print), m.thunk("<Main.sat>", plus, first, second));
    co_return m.unit();
}

}  // namespace

void lostretainer(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
