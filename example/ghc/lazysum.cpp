// Lazy accumulators: the chain of thunks of foldl, and a record with fields that are never forced.
#include "program_list.hpp"

using namespace prelude;

namespace {

// data Acc = Acc { total :: Integer, count :: Integer }
Code const Acc = "Acc";
Code const Total = Code("<Main.total>").typed("Integer"), Count = Code("<Main.count>").typed("Integer");

// step (Acc t c) x = Acc (t + x) (c + 1)
Eval add_one(Machine& m, Ref c) { return plus(m, std::move(c), m.con(integer, 1)); }

Eval step(Machine& m, Ref acc, Ref x) {
    Scc const scc = m.scc("step");
    Ref const a = co_await std::move(acc);
    co_return m.con(Acc, m.thunk(Total, plus, a[0], x), m.thunk(Count, add_one, a[1]));
}

// mean = go (Acc 0 0)
//   where go acc []     = acc
//         go acc (x:xs) = go (step acc x) xs
Eval go(Machine& m, Ref acc, Ref list) {
    Scc const scc = m.scc("mean.go");
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return acc;
    co_return go(m, m.thunk("<Main.acc>", step, acc, xs[0]), xs[1]);
}

Eval mean(Machine& m, Ref list) {
    Scc const scc = m.scc("mean");
    co_return go(m, m.con(Acc, m.con(integer, 0), m.con(integer, 0)), list);
}

// lazySum = foldl (+) 0
Eval lazy_sum(Machine& m, Ref list) {
    Scc const scc = m.scc("lazySum");
    co_return foldl(m, m.fun("+", plus), m.con(integer, 0), list);
}

Eval main_s(Machine& m, long n) {
    Scc const scc = m.scc("main.s");
    co_return lazy_sum(m, m.thunk(Code("<Main.sat>").typed("[]"), integers, 1L, n));
}

Eval main_a(Machine& m, long n) {
    Scc const scc = m.scc("main.a");
    co_return mean(m, m.thunk(Code("<Main.sat>").typed("[]"), integers, 1L, n));
}

Eval program(Machine& m, long size) {
    Ref s = m.thunk(Code("<Main.s>").typed("Integer"), main_s, 30000 * size), print = print_function(m);
    co_await m.perform_major_gc();
    co_await m.call(print, std::move(s));
    Ref a = co_await m.thunk("<Main.a>", main_a, 20000 * size);
    co_await m.perform_major_gc();  // both chains are live here
    co_await m.call(print, a[1]);
    co_await m.perform_major_gc();  // only the chain of `total` is live
    co_await m.call(std::move(print), std::move(a)[0]);
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void lazysum(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
