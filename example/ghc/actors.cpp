// Threads, MVars, variables, arrays and a weak pointer.
#include "program_list.hpp"

using namespace prelude;

namespace {

Code const pair = Code("(,)").in("ghc-prim:GHC.Tuple"), MVar = Code("MVar").in("base:GHC.MVar"),
           Array = Code("Array").in("base:GHC.Arr"), ByteString = Code("PS").typed("ByteString"),
           Contents = Code("PlainPtr").typed("ForeignPtrContents");
Code const Product = Code("<Main.y>").typed("Int");

Eval times(Machine& m, Ref a, Ref b) {
    Ref const x = co_await std::move(a), y = co_await std::move(b);
    co_return m.con(int_, number(x) * number(y));
}
Eval square(Machine& m, Ref i) { return times(m, i, i); }

// worker inp out k = do { x <- takeMVar inp; let { y = x * k }; putMVar out y;
//                         if x < 0 then return () else worker inp out k }
Eval worker(Machine& m, Ref in, Ref out, Ref k) {
    Scc const scc = m.scc("worker");
    for (bool more = true; more;) {
        Ref x = co_await m.take(in[0]);
        co_await m.put(out[0], m.thunk(Product, times, x, k));
        more = number(co_await std::move(x)) >= 0;
    }
    co_return m.unit();
}

// an actor: its input and output MVars
Eval actor(Machine& m, long k) {
    Scc const scc = m.scc("main.\\");
    Ref const in = m.con(MVar, m.mvar()), out = m.con(MVar, m.mvar());
    m.fork(worker(m, in, out, m.con(int_, k)));
    co_return m.con(pair, in, out);
}

// the list that forM returns: liftM2 (:), unevaluated
Ref results(Machine& m, std::vector<Ref> const& values) {
    Ref const cons_function = m.fun(":", make_cons);
    Ref all = m.con(nil);
    for (std::size_t i = values.size(); i > 0; --i)
        all = m.thunk(Code("<GHC.Base.liftM2>").typed("*"), apply2, cons_function, values[i - 1], all);
    return all;
}

// one round: sends r to all actors and collects the answers
Eval send(Machine& m, Ref chans, long r) {
    Ref const value = m.con(int_, r);
    for (Ref c = co_await std::move(chans); c.is(cons); c = co_await c[1]) {
        Ref const in = co_await (co_await c[0])[0];
        co_await m.put(in[0], value);
    }
    co_return m.unit();
}

Eval receive(Machine& m, Ref chans) {
    std::vector<Ref> ys;
    for (Ref c = co_await std::move(chans); c.is(cons); c = co_await c[1]) {
        Ref const out = co_await (co_await c[0])[1];
        ys.push_back(co_await m.take(out[0]));
    }
    co_return m.pure(results(m, ys));
}

// modifyIORef and modifyTVar: the new value is not evaluated
void modify(Machine& m, char const* name, Ref const& variable, Ref const& f) {
    m.write(variable, m.thunk(Code(name).typed("*"), apply, f, m.read(variable)));
}

Eval rounds(Machine& m, long n, Ref chans, Ref log, Ref tv, Ref arr) {
    Scc const scc = m.scc("main.\\");
    for (long r = 1; r <= n; ++r) {
        co_await send(m, chans, r);
        Ref const ys = co_await receive(m, chans);
        modify(m, "<Data.IORef.modifyIORef>", log, m.fun(Code("<Main.ys:>").typed("->[]"), make_cons, ys));
        Ref const count = m.con(int_, r);
        modify(m, "<Control.Concurrent.STM.TVar.modifyTVar>", tv,
               m.fun(Code("<Main.+r>").typed("->Int"), plus, count));
        m.write(arr, static_cast<std::size_t>(r % 256), m.thunk(Code("<Main.sum>").typed("Int"), sum, ys));
    }
    co_return m.unit();
}

// listArray (0, 511) [i * i | i <- [0 .. 511]]
Eval table_of(Machine& m, long n) {
    Scc const scc = m.scc("main.table");
    Ref const elements = m.array(static_cast<std::size_t>(n), m.unit());
    for (long i = 0; i < n; ++i)
        m.write(elements, static_cast<std::size_t>(i),
                m.thunk(Code("<Main.i*i>").typed("Int"), square, m.con(int_, i)));
    m.freeze(elements);
    co_return m.con(Array, m.con(int_, 0), m.con(int_, n - 1), elements, n);
}

// B.replicate n 'x': the contents, and the first and last index; the address of the contents is omitted
Ref replicate(Machine& m, long n) {
    Scc const scc = m.scc("main.bytes");
    return m.con(ByteString, m.con(Contents, m.bytes(static_cast<std::size_t>(n))), 0L, 0L, n);
}

Eval program(Machine& m, long size) {
    Ref chans, print = print_function(m);
    {
        std::vector<Ref> actors;
        for (long k = 1; k <= 8; ++k) actors.push_back(co_await actor(m, k));
        chans = results(m, actors);
    }
    co_await m.yield();
    Ref log = m.mut_var(m.con(nil)), tv = m.tvar(m.con(int_, 0)), arr = m.array(256, m.con(int_, 0));
    Ref table = co_await table_of(m, 512), bytes = replicate(m, 20000);
    Ref const weak = m.weak(log, m.unit());
    co_await m.perform_major_gc();
    co_await rounds(m, 50 * size, chans, log, tv, arr);
    co_await m.perform_major_gc();
    co_await m.call(print, m.thunk("<Main.n>", length, m.read(log)));
    log = Ref();
    co_await m.perform_major_gc();
    co_await m.call(print, m.read(tv));
    co_await m.call(print, m.read(std::move(table)[2], 100));
    co_await m.call(print, m.con(int_, static_cast<long>(std::move(bytes).word(2))));
    co_await m.call(print, m.read(arr, 7));
    table = bytes = tv = arr = Ref();
    co_await m.perform_major_gc();
    for (Ref c = co_await std::move(chans); c.is(cons); c = co_await c[1]) {  // stop the workers
        Ref const in = co_await (co_await c[0])[0], out = co_await (co_await c[0])[1];
        co_await m.put(in[0], m.con(int_, -1));
        co_await m.take(out[0]);
    }
    co_await m.yield();
    co_await m.perform_major_gc();
    m.put_str(m.deref(weak) ? "alive\n" : "gone\n");
    co_return m.unit();
}

}  // namespace

void actors(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
