// One population of functions for each biography: lag, use, drag, void.
#include "program_list.hpp"

using namespace prelude;

namespace {

// mk n = go n where { go 0 = []; go i = let f x = x + i; r = go (i-1) in f `seq` r `seq` (f : r) }
Eval add(Machine& m, Ref i, Ref x) { return plus(m, std::move(x), std::move(i)); }

template <Code const& name>
Eval go(Machine& m, Ref i) {
    Scc const scc = m.scc(std::string(name.description) + ".go");
    Ref const n = co_await std::move(i);
    if (number(n) == 0) co_return m.con(nil);
    Ref const f = m.fun(Code("<Main." + std::string(name.description) + ".f>").typed("->Int"), add, n);
    Ref r;
    {
        Scc const inner = m.scc(std::string(name.description) + ".go.r");
        r = co_await go<name>(m, m.con(int_, number(n) - 1));
    }
    co_return m.con(cons, f, r);
}

Code const mk_lag = "mkLag", mk_use = "mkUse", mk_drag = "mkDrag", mk_void = "mkVoid";

template <Code const& name>
Eval mk(Machine& m, std::string_view let, long n) {
    Scc const caller = m.scc(let);
    Ref const start = m.con(int_, n);
    Scc const scc = m.scc(name.description);
    co_return go<name>(m, start);
}

// callAll []       = 0
// callAll (f : fs) = f 1 `seq` (1 + callAll fs)
Eval call_all(Machine& m, Ref list) {
    Scc const scc = m.scc("callAll");
    Ref const fs = co_await std::move(list);
    if (fs.is(nil)) co_return m.con(int_, 0);
    co_await m.call(fs[0], m.con(int_, 1));
    Ref const n = co_await call_all(m, fs[1]);
    co_return m.con(int_, 1 + number(n));
}

Eval program(Machine& m, long size) {
    long const n = 2000 * size;
    Ref print = print_function(m);
    Ref l = co_await mk<mk_lag>(m, "main.l", n), u = co_await mk<mk_use>(m, "main.u", n),
        d = co_await mk<mk_drag>(m, "main.d", n), keep = m.mut_var(co_await mk<mk_void>(m, "main.v", n));
    co_await m.perform_major_gc();
    co_await m.call(print, m.thunk("<Main.sat>", call_all, d));  // d: called only here, dragged until the end
    for (int i = 1; i <= 5; ++i) {
        co_await call_all(m, u);  // u: called between any two censuses
        co_await m.perform_major_gc();
    }
    co_await m.call(print, m.thunk("<Main.sat>", call_all, l));  // l: first called here
    co_await m.perform_major_gc();
    Ref v = m.read(keep);       // v: never called
    l = u = d = print = Ref();  // all kept alive until here
    co_await m.perform_major_gc();
    m.write(keep, v);
    keep = v = Ref();
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void biography(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
