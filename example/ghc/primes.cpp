// A list of primes is a constant of the program: it lives while code that may still run refers to it.
#include "program_list.hpp"

#include <limits>

using namespace prelude;

namespace {

// \x -> x `mod` p /= 0
Eval is_no_multiple(Machine& m, Ref p, Ref x) {
    Ref const divisor = co_await std::move(p);
    Ref const number_ = co_await std::move(x);
    bool const yes = number(number_) % number(divisor) != 0;
    co_return m.con(yes ? Code("True").typed("Bool").number(1) : Code("False").typed("Bool"));
}

Eval filter(Machine& m, Ref wanted, Ref list) {
    for (;;) {
        Ref const xs = co_await std::move(list);
        if (xs.is(nil)) co_return xs;
        Ref const keep = co_await m.call(wanted, xs[0]);
        if (keep.is("True"))
            co_return m.con(cons, xs[0],
                            m.thunk(Code("<GHC.List.filter>").typed("[]"), filter, wanted, xs[1]));
        list = xs[1];
    }
}

// sieve (p : xs) = p : sieve (filter (\x -> x `mod` p /= 0) xs)
Eval sieve(Machine& m, Ref list);
Eval rest(Machine& m, Ref p, Ref xs) {
    Ref const wanted = m.fun(Code("<Main.sieve.\\>").typed("->Bool"), is_no_multiple, std::move(p));
    co_return sieve(m, m.thunk(Code("<Main.filtered>").typed("[]"), filter, wanted, std::move(xs)));
}
Eval sieve(Machine& m, Ref list) {
    Scc const scc = m.scc("sieve");
    Ref const xs = co_await std::move(list);
    if (xs.is(nil)) co_return xs;
    co_return m.con(cons, xs[0], m.thunk(Code("<Main.sieve>").typed("[]"), rest, xs[0], xs[1]));
}

// primes = sieve [2 ..]
Eval all_primes(Machine& m) {
    Scc const scc = m.scc("primes");
    co_return sieve(
        m, m.thunk(Code("<Main.from>").typed("[]"), enum_from_to, 2L, std::numeric_limits<long>::max()));
}
Ref primes_(Machine& m) { return m.caf(Code("primes").typed("[]"), all_primes); }

// primes !! i
Eval prime(Machine& m, long i) {
    Ref xs = co_await primes_(m);
    for (; i > 0; --i) xs = co_await xs[1];
    co_return xs[0];
}
Ref prime_later(Machine& m, long i) {
    return m.thunk(Code("<Main.prime>").typed("Int").refers(primes_(m)), prime, i);
}

// main = do { performMajorGC; print (primes !! 100); performMajorGC; print (primes !! 150);
//             performMajorGC; performMajorGC }
Eval program(Machine& m, long size) {
    Ref print = print_function(m), in_use = primes_(m);
    co_await m.perform_major_gc();
    co_await m.call(print, prime_later(m, 100 * size));
    co_await m.perform_major_gc();
    Ref last = prime_later(m, 150 * size);
    in_use = Ref();  // from here on only `last` refers to primes
    co_await m.call(std::move(print), std::move(last));
    co_await m.perform_major_gc();
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void primes(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
