// A thousand threads with transactions that wait for one of two variables, and some that nothing can wake.
#include "program_list.hpp"

using namespace prelude;

namespace {

Code const TVar = Code("TVar").in("base:GHC.Conc.Sync");

Ref new_tvar(Machine& m, long n) { return m.con(TVar, m.tvar(m.con(int_, n))); }

// takeOne v = do { n <- readTVar v; when (n == 0) retry; writeTVar v (n - 1) }
Eval take_one(Machine& m, Ref v, Ref) {
    Scc const scc = m.scc("takeOne");
    Ref const n = co_await co_await m.read_tvar(v[0]);
    if (number(n) == 0) co_return m.retry();
    co_await m.write_tvar(v[0], m.con(int_, number(n) - 1));
    co_return m.unit();
}
Ref taking_one(Machine& m, Ref const& v) { return m.fun(Code("<Main.takeOne>").typed("->STM"), take_one, v); }

// first `orElse` second
Eval either(Machine& m, Ref first, Ref second, Ref) { co_return m.or_else(first, second); }

// modifyTVar' done (+ 1)
Eval one_more(Machine& m, Ref done, Ref) {
    Ref const n = co_await co_await m.read_tvar(done[0]);
    co_await m.write_tvar(done[0], m.con(int_, number(n) + 1));
    co_return m.unit();
}
Ref counting(Machine& m, Ref const& done) { return m.fun("<Main.one_more>", one_more, done); }

// worker here there done = do { atomically (takeOne here `orElse` takeOne there);
//                               atomically (modifyTVar' done (+ 1)) }
// An action that is created once and run by each thread.
Eval worker(Machine& m, Ref taking, Ref done) {
    Scc const scc = m.scc("worker");
    co_await m.atomically(taking);
    co_await m.atomically(counting(m, done));
    co_return m.unit();
}
Ref taking_either(Machine& m, Ref const& here, Ref const& there) {
    Scc const scc = m.scc("worker");
    Ref const first = taking_one(m, here), second = taking_one(m, there);
    return m.fun("<Main.either>", either, first, second);
}

// handler BlockedIndefinitelyOnSTM = return ()
Eval handler(Machine& m, Ref) { co_return m.unit(); }

Eval alone(Machine& m, Ref v) { co_return m.atomically(taking_one(m, v)); }

// lost done = do { v <- newTVarIO 0; atomically (takeOne v) `catch` \BlockedIndefinitelyOnSTM -> return ();
//                  atomically (modifyTVar' done (+ 1)) }
Eval lost(Machine& m, Ref done) {
    Scc const scc = m.scc("lost");
    co_await m.catch_exception(m.thunk(Code("<Main.alone>").typed("->(#,#)"), alone, new_tvar(m, 0)),
                               m.fun("handler", handler));
    co_await m.atomically(counting(m, done));
    co_return m.unit();
}

// replicateM n (newTVarIO 0)
Eval new_tvars(Machine& m, long n) {
    if (n == 0) co_return m.con(nil);
    Ref const v = new_tvar(m, 0), vs = co_await new_tvars(m, n - 1);
    co_return m.con(cons, v, vs);
}

// writeAll vs = do { mapM_ (\v -> writeTVar v 1) vs; unsafeIOToSTM performMajorGC }
// A census during a transaction.
Eval write_all(Machine& m, Ref vs, Ref) {
    Scc const scc = m.scc("writeAll");
    for (vs = co_await vs; vs.is(cons); vs = co_await vs[1]) {
        Ref const v = co_await vs[0];
        co_await m.write_tvar(v[0], m.con(int_, 1));
    }
    co_await m.perform_major_gc();
    co_return m.unit();
}

// return ()
Eval nothing(Machine& m, Ref) { co_return m.unit(); }

// do { n <- readTVar done; when (n < 1000) retry }
Eval all_done(Machine& m, Ref done, long size, Ref) {
    Ref const n = co_await co_await m.read_tvar(done[0]);
    if (number(n) < 1000 * size) co_return m.retry();
    co_return m.unit();
}
// writeTVar v n
Eval write(Machine& m, Ref v, long n, Ref) {
    co_await m.write_tvar(v[0], m.con(int_, n));
    co_return m.unit();
}

Eval others_run(Machine& m) {
    for (int i = 0; i < 100; ++i) co_await m.yield();
    co_return m.unit();
}

// main = do { here <- newTVarIO 0; there <- newTVarIO 0; done <- newTVarIO 0;
//             replicateM_ 1000 (forkIO (worker here there done)); replicateM_ 100 yield; performMajorGC;
//             atomically (writeTVar there 400); replicateM_ 100 yield; performMajorGC;
//             atomically (writeTVar here 600);
//             atomically (readTVar done >>= \n -> when (n < 1000) retry); performMajorGC;
//             replicateM_ 500 (forkIO (lost done)); replicateM_ 100 yield; performMajorGC;
//             replicateM_ 100 yield; performMajorGC; vs <- replicateM 100 (newTVarIO 0);
//             atomically (writeAll vs `orElse` return ()); readTVarIO done >>= print }
Eval program(Machine& m, long size) {
    Ref here = new_tvar(m, 0), there = new_tvar(m, 0);
    Ref const done = new_tvar(m, 0), print = print_function(m);
    {
        Ref const taking = taking_either(m, here, there);
        for (long i = 0; i < 1000 * size; ++i) m.fork(worker(m, taking, done));
    }
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await m.atomically(m.fun("<Main.write>", write, std::move(there), 400 * size));
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await m.atomically(m.fun("<Main.write>", write, std::move(here), 600 * size));
    co_await m.atomically(m.fun("<Main.all_done>", all_done, done, size));
    co_await m.perform_major_gc();
    for (long i = 0; i < 500 * size; ++i) m.fork(lost(m, done));
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await others_run(m);
    co_await m.perform_major_gc();
    Ref vs = co_await new_tvars(m, 100 * size);
    vs = m.fun("<Main.writeAll>", write_all, vs);
    co_await m.atomically(m.fun("<Main.either>", either, std::move(vs), m.fun("nothing", nothing)));
    co_await m.call(print, m.read(done[0]));
    co_return m.unit();
}

}  // namespace

void stm(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
