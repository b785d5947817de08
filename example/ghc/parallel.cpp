// Threads on several capabilities (+RTS -N2), each with its own list.
#include "program_list.hpp"

using namespace prelude;

namespace {

Code const item = Code("Item").typed("Item");  // data Item = Item Int

// build n = go n [] where go 0 xs = xs
//                         go k xs = let { !i = k + 1000; !x = Item i } in go (k - 1) (x : xs)
Eval build_go(Machine& m, long k, Ref xs) {
    Scc const scc = m.scc("build.go");
    if (k == 0) co_return xs;
    Ref i;
    {
        Scc const inner = m.scc("build.go.i");
        i = m.con(int_, k + 1000);
    }
    co_return build_go(m, k - 1, m.con(cons, m.con(item, i), xs));
}
Eval build(Machine& m, long n) {
    Scc const scc = m.scc("build");
    co_return build_go(m, n, m.con(nil));
}

// size = go 0 where go k []       = k
//                   go k (_ : xs) = let !k' = k + 1 in go k' xs
Eval size_go(Machine& m, Ref k, Ref xs) {
    Scc const scc = m.scc("size.go");
    xs = co_await std::move(xs);
    if (xs.is(nil)) co_return k;
    {
        Scc const inner = m.scc("size.go.k'");
        k = m.con(int_, number(k) + 1);
    }
    co_return size_go(m, k, xs[1]);
}

// putMVar out $! size xs
Eval put_size(Machine& m, Ref out, Ref xs) {
    Ref n;
    {
        Scc const scc = m.scc("size");
        n = co_await size_go(m, m.con(int_, 0), std::move(xs));
    }
    co_return m.put(out, n);
}

// worker ready stop out k = do { let { !xs = build (100 * k) }; putMVar ready (); takeMVar stop;
//                                putMVar out $! size xs }
Eval worker(Machine& m, Ref ready, Ref stop, Ref out, long k) {
    Scc const scc = m.scc("worker");
    Ref xs;
    {
        Scc const inner = m.scc("worker.xs");
        xs = co_await build(m, 100 * k);
    }
    Ref const rest = m.thunk(Code("<Main.put>").typed("IO"), put_size, std::move(out), std::move(xs));
    co_await m.put(std::exchange(ready, Ref()), m.unit());
    co_await m.take(std::exchange(stop, Ref()));
    co_return rest;
}

// threadDelay 10000
Eval delay(Machine& m) {
    for (int i = 0; i < 10'000; ++i) co_await m.yield();
    co_return m.unit();
}

// main = do { ready <- newEmptyMVar; stop <- newEmptyMVar; out <- newEmptyMVar;
//             forM_ [1 .. 8] $ \k -> forkOn k (worker ready stop out k); replicateM_ 8 (takeMVar ready);
//             threadDelay 10000; performMajorGC; replicateM_ 8 (putMVar stop ());
//             ns <- replicateM 8 (takeMVar out); threadDelay 10000; performMajorGC;
//             print (sum ns); performMajorGC }
Eval program(Machine& m, long size) {
    Ref ready = m.mvar(), stop = m.mvar(), out = m.mvar(), print = print_function(m);
    for (std::size_t k = 1; k <= 8; ++k) {
        Scc const scc = m.scc("main.\\");
        m.fork_on(k, worker(m, ready, stop, out, static_cast<long>(k) * size));
    }
    for (int i = 0; i < 8; ++i) co_await m.take(ready);
    ready = Ref();
    co_await delay(m);
    co_await m.perform_major_gc();
    for (int i = 0; i < 8; ++i) co_await m.put(stop, m.unit());
    stop = Ref();
    Ref ns = m.con(nil);
    for (int i = 0; i < 8; ++i) {
        Ref const n = co_await m.take(out);
        ns = m.con(cons, n, ns);
    }
    out = Ref();
    co_await delay(m);
    co_await m.perform_major_gc();
    Ref total = co_await sum(m, std::move(ns));
    co_await m.call(std::move(print), std::move(total));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void parallel(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
