// A lazy and a strict map of counters: 97 keys; the lazy map keeps 20 000 additions as thunks.
#include "program_list.hpp"

#include <algorithm>

using namespace prelude;

namespace {

// data Map k a = Bin !Size !k a !(Map k a) !(Map k a) | Tip
Code const Bin = Code("Bin").typed("Map").in("containers-0.6.4.1:Data.Map.Internal");
Code const Tip = Code("Tip").typed("Map").in("containers-0.6.4.1:Data.Map.Internal").number(1);

long size(Ref const& map) { return map.is(Bin) ? number(map) : 0; }

Ref bin(Machine& m, Ref const& key, Ref const& value, Ref const& l, Ref const& r) {
    return m.con(Bin, key, value, l, r, 1 + size(l) + size(r));
}

// rotations as in Data.Map: no side is more than three times as large as the other
Ref balance(Machine& m, Ref const& key, Ref const& value, Ref const& l, Ref const& r) {
    if (size(l) + size(r) > 1 && size(r) > 3 * size(l)) {
        if (size(r[2]) < 2 * size(r[3])) return bin(m, r[0], r[1], bin(m, key, value, l, r[2]), r[3]);
        Ref const mid = r[2];
        return bin(m, mid[0], mid[1], bin(m, key, value, l, mid[2]), bin(m, r[0], r[1], mid[3], r[3]));
    }
    if (size(l) + size(r) > 1 && size(l) > 3 * size(r)) {
        if (size(l[3]) < 2 * size(l[2])) return bin(m, l[0], l[1], l[2], bin(m, key, value, l[3], r));
        Ref const mid = l[3];
        return bin(m, mid[0], mid[1], bin(m, l[0], l[1], l[2], mid[2]), bin(m, key, value, mid[3], r));
    }
    return bin(m, key, value, l, r);
}

// insertWith f key x map; the lazy one keeps f x y as a thunk
Eval insert_with(Machine& m, bool lazy, Ref f, Ref key, Ref x, Ref map) {
    Ref const t = co_await std::move(map);
    if (t.is(Tip)) {
        if (!lazy) co_await x;
        co_return bin(m, key, x, t, t);
    }
    Ref const other = t[0];
    if (number(key) == number(other)) {
        Ref y = m.thunk(Code("<Data.Map.Internal.insertWith>").typed("*"), apply2, f, x, t[1]);
        if (!lazy) y = co_await std::move(y);
        co_return bin(m, key, y, t[2], t[3]);
    }
    if (number(key) < number(other)) {
        Ref const l = co_await insert_with(m, lazy, f, key, x, t[2]);
        co_return balance(m, other, t[1], l, t[3]);
    }
    Ref const r = co_await insert_with(m, lazy, f, key, x, t[3]);
    co_return balance(m, other, t[1], t[2], r);
}

// text n = take n (iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648) 42)
Eval next(Machine& m, Ref x) {
    Scc const scc = m.scc("text.\\");
    Ref const n = co_await std::move(x);
    co_return m.con(int_, (number(n) * 1103515245 + 12345) % 2147483648);
}

Eval take_iterate(Machine& m, long n, Ref x) {
    if (n == 0) co_return m.con(nil);
    Ref const following = m.thunk(Code("<GHC.List.iterate>").typed("Int"), next, x);
    co_return m.con(cons, x, m.thunk(Code("<GHC.List.take>").typed("[]"), take_iterate, n - 1, following));
}

Eval text(Machine& m, long n) {
    Scc const scc = m.scc("text");
    co_return take_iterate(m, n, m.con(int_, 42));
}

// each use of a literal or an overloaded function is a thunk
Eval one(Machine& m) { co_return m.con(int_, 1); }
Eval plus_int(Machine& m) { co_return m.fun("+", plus); }

// freqLazy = go ML.empty
//   where go m []     = m
//         go m (w:ws) = let m' = ML.insertWith (+) (w `mod` 97) 1 m in m' `seq` go m' ws
Eval insert(Machine& m, bool lazy, std::string_view centre, Ref map, Ref word) {
    Scc const scc = m.scc(centre);
    Ref const f = m.thunk(Code("<Main.+>").typed("->>Int"), plus_int),
              x = m.thunk(Code("<Main.1>").typed("Int"), one);
    Ref const w = co_await std::move(word);
    co_return insert_with(m, lazy, f, m.con(int_, number(w) % 97), x, map);
}

Eval freq_go(Machine& m, bool lazy, Ref map, Ref words) {
    Scc const scc = m.scc(lazy ? "freqLazy.go" : "freqStrict.go");
    Ref const ws = co_await std::move(words);
    if (ws.is(nil)) co_return map;
    Ref const next_map =
        co_await insert(m, lazy, lazy ? "freqLazy.go.m'" : "freqStrict.go.m'", std::move(map), ws[0]);
    co_return freq_go(m, lazy, next_map, ws[1]);
}

Eval freq(Machine& m, bool lazy, long n) {
    Scc const let = m.scc(lazy ? "main.l" : "main.s"), scc = m.scc(lazy ? "freqLazy" : "freqStrict");
    Ref const words = m.thunk(Code("<Main.sat>").typed("[]"), text, n);
    co_return freq_go(m, lazy, m.con(Tip), words);
}

// foldr max 0
Eval largest(Machine& m, Ref map) {
    Ref const t = co_await std::move(map);
    if (t.is(Tip)) co_return m.con(int_, 0);
    Ref const l = co_await largest(m, t[2]), r = co_await largest(m, t[3]), x = co_await t[1];
    co_return m.con(int_, std::max({number(l), number(r), number(x)}));
}

Eval program(Machine& m, long size_factor) {
    Ref print = print_function(m);
    Ref l = co_await freq(m, true, 20000 * size_factor);
    co_await m.perform_major_gc();  // 97 nodes, 20000 pending additions
    co_await m.call(print, m.thunk("<Main.sat>", largest, l));
    co_await m.perform_major_gc();  // forced: small
    Ref s = co_await freq(m, false, 20000 * size_factor);
    co_await m.perform_major_gc();
    co_await m.call(print, m.thunk("<Main.sat>", largest, std::move(s)));
    co_await m.call(std::move(print), m.con(int_, size(l)));
    l = Ref();
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void wordfreq(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
