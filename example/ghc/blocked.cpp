// A thousand threads that wait for MVars unknown to all other threads.
#include "program_list.hpp"

using namespace prelude;

namespace {

// handler BlockedIndefinitelyOnMVar = return 1
Eval handler(Machine& m, Ref) { co_return m.con(int_, 1); }

Eval take(Machine& m, Ref v) { co_return m.take(v); }

// waiter n = do { v <- newEmptyMVar;
//                 x <- takeMVar v `catch` \BlockedIndefinitelyOnMVar -> return 1;
//                 writeIORef n x }
Eval waiter(Machine& m, Ref n) {
    Scc const scc = m.scc("waiter");
    Ref const x = co_await m.catch_exception(m.thunk(Code("<Main.take>").typed("->(#,#)"), take, m.mvar()),
                                             m.fun("handler", handler));
    m.write(n, x);
    co_return m.unit();
}

Eval others_run(Machine& m) {
    for (int i = 0; i < 100; ++i) co_await m.yield();
    co_return m.unit();
}

// main = do { n <- newIORef 0; replicateM_ 1000 (forkIO (waiter n)); replicateM_ 100 yield;
//             performMajorGC; replicateM_ 100 yield; performMajorGC; readIORef n >>= print }
Eval program(Machine& m, long size) {
    Ref const n = m.mut_var(m.con(int_, 0)), print = print_function(m);
    for (long i = 0; i < 1000 * size; ++i) m.fork(waiter(m, n));
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await m.call(print, m.read(n));
    co_return m.unit();
}

}  // namespace

void blocked(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
