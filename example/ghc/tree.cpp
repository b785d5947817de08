// A tree of branches and leaves; its right halves are thunks until they are needed.
#include "program_list.hpp"

using namespace prelude;

namespace {

// data Tree = Branch Tree Tree | Leaf Int
Code const Branch = Code("Branch").typed("Tree"), Leaf = Code("Leaf").typed("Tree").number(1);

// build 0 k = k `seq` Leaf k
// build d k = let l = build (d-1) (2*k) in l `seq` Branch l (build (d-1) (2*k+1))
Eval twice_and(Machine& m, Ref k, long more) {
    Ref const n = co_await std::move(k);
    co_return m.con(int_, 2 * number(n) + more);
}

Eval build(Machine& m, long d, Ref k);

Eval build_l(Machine& m, long d, Ref k) {
    Scc const scc = m.scc("build.l");
    co_return build(m, d - 1, m.thunk(Code("<Main.2k>").typed("Int"), twice_and, k, 0L));
}

Eval right(Machine& m, Ref d, Ref k) {
    Ref const depth = co_await std::move(d);
    co_return build(m, number(depth) - 1, m.thunk(Code("<Main.2k+1>").typed("Int"), twice_and, k, 1L));
}

Eval build(Machine& m, long d, Ref k) {
    Scc const scc = m.scc("build");
    if (d == 0) co_return m.con(Leaf, co_await k);
    Ref const l = co_await build_l(m, d, k);
    co_return m.con(Branch, l, m.thunk(Code("<Main.right>").typed("Tree"), right, m.con(int_, d), k));
}

Eval leaves(Machine& m, Ref tree) {
    Scc const scc = m.scc("leaves");
    Ref const t = co_await std::move(tree);
    if (t.is(Leaf)) co_return m.con(int_, 1);
    Ref const l = co_await leaves(m, t[0]), r = co_await leaves(m, t[1]);
    co_return m.con(int_, number(l) + number(r));
}

Eval left_depth(Machine& m, Ref tree) {
    Scc const scc = m.scc("leftDepth");
    Ref const t = co_await std::move(tree);
    if (t.is(Leaf)) co_return m.con(int_, 0);
    Ref const depth = co_await left_depth(m, t[0]);
    co_return m.con(int_, 1 + number(depth));
}

Eval force_to(Machine& m, long d, Ref tree) {
    Scc const scc = m.scc("forceTo");
    Ref const t = co_await std::move(tree);
    if (d == 0 || t.is(Leaf)) co_return m.unit();
    co_await force_to(m, d - 1, t[0]);
    co_return force_to(m, d - 1, t[1]);
}

Eval main_t(Machine& m, long depth) {
    Scc const scc = m.scc("main.t");
    co_return build(m, depth, m.con(int_, 1));
}

Eval program(Machine& m, long size) {
    Ref t = m.thunk(Code("<Main.t>").typed("Tree"), main_t, 10 + size), print = print_function(m);
    co_await m.call(print, m.thunk("<Main.sat>", left_depth, t));
    co_await m.perform_major_gc();
    for (long const depth : {4, 8, 11}) {
        co_await force_to(m, depth, t);
        co_await m.perform_major_gc();
    }
    co_await m.call(std::move(print), m.thunk("<Main.sat>", leaves, std::move(t)));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void tree(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
