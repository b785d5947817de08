// Retainer sets: five lists retained by 1, 2, 3, 4 and 9 different thunks.
#include "program_list.hpp"

using namespace prelude;

namespace {

// big n = let xs = [1 .. n] in go xs `seq` xs
//   where go [] = ()
//         go (y:ys) = y `seq` go ys
Eval go(Machine& m, Ref list) {
    Scc const scc = m.scc("big.go");
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return m.unit();
    co_await xs[0];
    co_return go(m, xs[1]);
}

Eval numbers(Machine& m, long n) {
    Scc const scc = m.scc("big.xs");
    co_return enum_from_to(m, 1, n);
}

Eval big(Machine& m, std::string_view let, long n) {
    Scc const caller = m.scc(let), scc = m.scc("big");
    Ref const xs = m.thunk("<Main.xs>", numbers, n);
    co_await go(m, xs);
    co_return xs;
}

// kA xs = case xs of { [] -> []; _ -> [sum xs] }, and so on
template <char letter, Eval (*f)(Machine&, Ref)>
Eval k(Machine& m, Ref list) {
    Scc const scc = m.scc(std::string{'k', letter});
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return m.con(nil);
    co_return m.con(cons, m.thunk(Code(std::string("<Main.k") + letter + ">").typed("Int"), f, xs),
                    m.con(nil));
}

constexpr auto kA = k<'A', sum>, kB = k<'B', length>, kC = k<'C', maximum>, kD = k<'D', minimum>,
               kE = k<'E', head>, kF = k<'F', last>, kG = k<'G', product>, kH = k<'H', fourth>,
               kI = k<'I', fold_minus>;

// let thunks = concat [kA one, kA two, kB two, ...]
Eval all(Machine& m, Ref one, Ref two, Ref three, Ref four, Ref nine) {
    Scc const scc = m.scc("main.thunks");
    auto const keep = [&](auto f, Ref const& xs) {
        return m.thunk(Code("<Main.thunks>").typed("[]"), f, xs);
    };
    Ref const lists = list(m, keep(kA, one), keep(kA, two), keep(kB, two), keep(kA, three), keep(kB, three),
                           keep(kC, three), keep(kA, four), keep(kB, four), keep(kC, four), keep(kD, four),
                           keep(kA, nine), keep(kB, nine), keep(kC, nine), keep(kD, nine), keep(kE, nine),
                           keep(kF, nine), keep(kG, nine), keep(kH, nine), keep(kI, nine));
    co_return concat(m, lists);
}

Eval program(Machine& m, long size) {
    Ref thunks, print = print_function(m);
    {
        Ref const one = co_await big(m, "main.one", 100 * size),
                  two = co_await big(m, "main.two", 200 * size),
                  three = co_await big(m, "main.three", 300 * size),
                  four = co_await big(m, "main.four", 400 * size),
                  nine = co_await big(m, "main.nine", 900 * size);
        thunks = m.thunk(Code("<Main.thunks>").typed("[]"), all, one, two, three, four, nine);
    }
    co_await m.call(print, m.thunk(Code("<Main.sat>").typed("Int"), length, thunks));
    co_await m.perform_major_gc();
    co_await m.perform_major_gc();
    co_await m.call(std::move(print), m.thunk(Code("<Main.sat>").typed("Int"), sum, std::move(thunks)));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void sharing(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
