// A thousand threads that throw to a thread that masks exceptions.
#include "program_list.hpp"

using namespace prelude;
using enum trav::ghc::MaskingState;

namespace {

// data Stop = Stop Int;  data SomeException = forall e. Exception e => SomeException e
Code const stop = Code("Stop").typed("Stop"), dictionary = Code("C:Exception").typed("Exception"),
           some_exception = Code("SomeException").typed("SomeException").in("base:GHC.Exception.Type"),
           to_exception = Code("<GHC.Conc.Sync.throwTo>").typed("SomeException");

// toException e
Eval exception_of(Machine& m, Ref e, Ref exception_dictionary) {
    co_return m.con(some_exception, exception_dictionary, e);
}

// thrower t n = throwTo t (Stop n)
Eval thrower(Machine& m, Ref t, Ref n) {
    Scc const scc = m.scc("thrower");
    Ref const e = m.con(stop, n);
    co_return m.throw_to(t, m.thunk(to_exception, exception_of, e, m.con(dictionary)));
}

// \(Stop n) -> modifyIORef' total (+ n)
Eval add(Machine& m, Ref total, Ref exception) {
    Scc const scc = m.scc("worker.\\");
    exception = co_await std::move(exception);
    Ref const n = co_await exception[1][0], sum = m.con(int_, number(m.read(total)) + number(n));
    m.write(total, sum);
    co_return m.unit();
}

// interruptible (return ())
Eval nothing(Machine& m, Ref) { co_return m.unit(); }
Eval interruptible(Machine& m) { co_return m.with_masking(Unmasked, m.fun("nothing", nothing)); }

Eval take(Machine& m, Ref v, Ref) { co_return m.take(v); }

// do { putMVar ready (); uninterruptibleMask_ (takeMVar v);
//      replicateM_ 1000 (interruptible (return ()) `catch` \(Stop n) -> modifyIORef' total (+ n)) }
Eval masked_worker(Machine& m, Ref ready, Ref v, Ref total, long size, Ref) {
    co_await m.put(std::exchange(ready, Ref()), m.unit());
    co_await m.with_masking(MaskedUninterruptible, m.fun("take", take, std::move(v)));
    Ref const handler = m.fun("handler", add, std::move(total));
    for (long i = 0; i < 1000 * size; ++i)
        co_await m.catch_exception(m.thunk("<Main.interruptible>", interruptible), handler);
    co_return m.unit();
}

// worker ready v done total = do { mask_ ...; putMVar done () }
Eval worker(Machine& m, Ref ready, Ref v, Ref done, Ref total, long size) {
    Scc const scc = m.scc("worker");
    co_await m.mask(
        m.fun("<Main.worker>", masked_worker, std::move(ready), std::move(v), std::move(total), size));
    co_await m.put(done, m.unit());
    co_return m.unit();
}

Eval others_run(Machine& m) {
    for (int i = 0; i < 100; ++i) co_await m.yield();
    co_return m.unit();
}

// forkIO (thrower t n)
Ref forked(Machine& m, Ref const& t, long n) {
    Ref const x = m.con(int_, n);
    Scc const scc = m.scc("main.\\");
    return m.fork(thrower(m, t, x));
}

// main = do { ready <- newEmptyMVar; v <- newEmptyMVar; done <- newEmptyMVar; total <- newIORef 0;
//             t <- forkIO (worker ready v done total); takeMVar ready;
//             ts <- mapM (\n -> forkIO (thrower t n)) [1 .. 10];
//             mapM_ (\n -> forkIO (thrower t n)) [11 .. 1000]; replicateM_ 100 yield;
//             mapM_ killThread ts; replicateM_ 100 yield; performMajorGC;
//             putMVar v (); takeMVar done; replicateM_ 100 yield; performMajorGC;
//             readIORef total >>= print; performMajorGC }
Eval program(Machine& m, long size) {
    Ref ready = m.mvar(), v = m.mvar(), done = m.mvar(), print = print_function(m);
    Ref total = m.mut_var(m.con(int_, 0));
    Ref t = m.fork(worker(m, ready, v, done, total, size));
    co_await m.take(std::exchange(ready, Ref()));
    std::vector<Ref> ts;
    for (long n = 1; n <= 10; ++n) ts.push_back(forked(m, t, n));
    for (long n = 11; n <= 1000 * size; ++n) forked(m, t, n);
    t = Ref();
    co_await others_run(m);
    for (Ref const& thread : ts) co_await m.kill_thread(thread);
    ts.clear();
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await m.put(std::exchange(v, Ref()), m.unit());
    co_await m.take(std::exchange(done, Ref()));
    co_await others_run(m);
    co_await m.perform_major_gc();
    co_await m.call(std::move(print), m.read(std::exchange(total, Ref())));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void masked(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
