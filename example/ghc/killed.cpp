// A thread is killed during a thousand evaluations; the main thread resumes them.
#include "program_list.hpp"

using namespace prelude;

namespace {

Code const just = Code("Just").typed("Maybe").number(1).in("base:GHC.Maybe"),
           pending = Code("<Main.x+1>").typed("Int");

// unsafeDupablePerformIO (takeMVar v)
Eval taken(Machine& m, Ref v) { co_return m.take(v); }

// nest 0 x = x
// nest n x = nest (n - 1) (x + 1)
Ref nest(Machine& m, long n, Ref x) {
    Scc const scc = m.scc("nest");
    Ref const one = m.con(int_, 1);
    for (; n > 0; --n) x = m.thunk(pending, plus, x, one);
    return x;  // NOLINT(clang-analyzer-core.StackAddressEscape): a Ref that moves says so to its machine
}

// case x of { Just y -> y }
Eval from_just(Machine&, Ref x) {
    Ref const value = co_await std::move(x);
    co_return value[0];
}

// forkIO (evaluate value >> return ()); its handler ends the thread
Eval child_handler(Machine& m, Ref) { co_return m.unit(); }
Eval child(Machine& m, Ref value) {
    co_return m.catch_exception(value, m.fun("childHandler", child_handler));
}

// main = do { v <- newEmptyMVar; x <- return $! Just (nest 1000 (unsafeDupablePerformIO (takeMVar v)));
//             let { value = case x of { Just y -> y; Nothing -> 0 } };
//             t <- forkIO (evaluate value >> return ()); replicateM_ 100 yield; performMajorGC;
//             killThread t; performMajorGC; putMVar v 5; yield; print value; performMajorGC }
Eval program(Machine& m, long size) {
    Ref v = m.mvar(), print = print_function(m);
    Ref x0 = m.thunk(Code("<Main.taken>").typed("Int"), taken, v);
    Ref value = m.thunk(Code("<Main.value>").typed("Int"), from_just,
                        m.con(just, nest(m, 1000 * size, std::move(x0))));
    Ref t = m.fork(child(m, value));
    for (int i = 0; i < 100; ++i) co_await m.yield();
    co_await m.perform_major_gc();
    co_await m.kill_thread(t);
    t = Ref();
    co_await m.perform_major_gc();
    co_await m.put(v, m.con(int_, 5));
    co_await m.yield();
    co_await m.call(std::move(print), std::move(value));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void killed(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
