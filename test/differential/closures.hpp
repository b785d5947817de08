// The closures of a program on the machine: thunks and functions, whose code is the interpreter.
#pragma once

#include "program.hpp"

#include <trav/ghc/machine/machine.hpp>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace differential {

namespace ghc = trav::ghc;
using ghc::Code;
using ghc::Eval;
using ghc::Machine;
using ghc::Ref;

/// The program takes too long.
struct TooLong : std::runtime_error {
    TooLong() : std::runtime_error("the program takes too long") {}
};

/// The interpreter's state, of the program that runs.
struct Running {
    Program const* program = nullptr;
    std::size_t steps = 0, most_steps = 0;
    std::map<ghc::Entry const*, Bind const*> code{};  // by info pointer
};
inline Running running;

/// Code and its free variables, as they are in the closure.
Eval interpret(Machine& m, Expr const* e, Vars const* variables, long counter, Ref a, Ref b, Ref c, Ref d,
               Ref f, Ref g);

inline Code code_of(Con con) {
    bool const pair = con == Con::P;
    return Code(name(con)).typed(pair ? "P" : "D").number(pair ? 0 : static_cast<std::uint32_t>(con));
}
inline Code int_code() { return Code("I#").typed("Int").in("ghc-prim:GHC.Types"); }
inline Code code_of(Bind const& bind) { return Code(bind.description).typed(bind.type); }

/// The entry code of a closure with that many pointers; its last parameter is a number, or the argument.
inline Eval start(Machine& m, ghc::Self const& self, long counter, Ref a = {}, Ref b = {}, Ref c = {},
                  Ref d = {}, Ref f = {}, Ref g = {}) {
    Bind const& bind = *running.code.at(self.closure()->info);
    return interpret(m, bind.body.get(), &bind.layout, counter, std::move(a), std::move(b), std::move(c),
                     std::move(d), std::move(f), std::move(g));
}
using ghc::Self;
inline Eval code0(Machine& m, Self s) { return start(m, s, 0); }
inline Eval code1(Machine& m, Self s, Ref a) { return start(m, s, 0, std::move(a)); }
inline Eval code2(Machine& m, Self s, Ref a, Ref b) { return start(m, s, 0, std::move(a), std::move(b)); }
inline Eval code3(Machine& m, Self s, Ref a, Ref b, Ref c) {
    return start(m, s, 0, std::move(a), std::move(b), std::move(c));
}
inline Eval code4(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d) {
    return start(m, s, 0, std::move(a), std::move(b), std::move(c), std::move(d));
}
inline Eval code5(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d, Ref f) {
    return start(m, s, 0, std::move(a), std::move(b), std::move(c), std::move(d), std::move(f));
}
inline Eval code6(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d, Ref f, Ref g) {
    return start(m, s, 0, std::move(a), std::move(b), std::move(c), std::move(d), std::move(f), std::move(g));
}
inline Eval number0(Machine& m, Self s, long n) { return start(m, s, n); }
inline Eval number1(Machine& m, Self s, Ref a, long n) { return start(m, s, n, std::move(a)); }
inline Eval number2(Machine& m, Self s, Ref a, Ref b, long n) {
    return start(m, s, n, std::move(a), std::move(b));
}
inline Eval number3(Machine& m, Self s, Ref a, Ref b, Ref c, long n) {
    return start(m, s, n, std::move(a), std::move(b), std::move(c));
}
inline Eval number4(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d, long n) {
    return start(m, s, n, std::move(a), std::move(b), std::move(c), std::move(d));
}
inline Eval number5(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d, Ref f, long n) {
    return start(m, s, n, std::move(a), std::move(b), std::move(c), std::move(d), std::move(f));
}
// a lambda with a counter: the argument follows
inline Eval lambda1(Machine& m, Self s, long n, Ref x) { return start(m, s, n, std::move(x)); }
inline Eval lambda2(Machine& m, Self s, Ref a, long n, Ref x) {
    return start(m, s, n, std::move(a), std::move(x));
}
inline Eval lambda3(Machine& m, Self s, Ref a, Ref b, long n, Ref x) {
    return start(m, s, n, std::move(a), std::move(b), std::move(x));
}
inline Eval lambda4(Machine& m, Self s, Ref a, Ref b, Ref c, long n, Ref x) {
    return start(m, s, n, std::move(a), std::move(b), std::move(c), std::move(x));
}
inline Eval lambda5(Machine& m, Self s, Ref a, Ref b, Ref c, Ref d, long n, Ref x) {
    return start(m, s, n, std::move(a), std::move(b), std::move(c), std::move(d), std::move(x));
}

inline Ref constant_of(Machine& m, std::size_t number);

/// The code, which refers to constants.
inline Code with_constants(Machine& m, Bind const& bind) {
    Code const code = code_of(bind);
    auto const constant = [&](std::size_t i) { return constant_of(m, bind.constants[i]); };
    switch (bind.constants.size()) {
    case 0: return code;
    case 1: return code.refers(m.srt(constant(0)).closure());
    case 2: return code.refers(m.srt(constant(0), constant(1)).closure());
    default: return code.refers(m.srt(constant(0), constant(1), constant(2)).closure());
    }
}
inline Ref make_thunk(Machine& m, Bind const& bind, std::vector<Ref> const& x, bool counts, long n) {
    Code const code = with_constants(m, bind);
    Ref made;
    switch (x.size() + (counts ? 10 : 0)) {
    case 0: made = m.thunk(code, code0); break;
    case 1: made = m.thunk(code, code1, x[0]); break;
    case 2: made = m.thunk(code, code2, x[0], x[1]); break;
    case 3: made = m.thunk(code, code3, x[0], x[1], x[2]); break;
    case 4: made = m.thunk(code, code4, x[0], x[1], x[2], x[3]); break;
    case 5: made = m.thunk(code, code5, x[0], x[1], x[2], x[3], x[4]); break;
    case 6: made = m.thunk(code, code6, x[0], x[1], x[2], x[3], x[4], x[5]); break;
    case 10: made = m.thunk(code, number0, n); break;
    case 11: made = m.thunk(code, number1, x[0], n); break;
    case 12: made = m.thunk(code, number2, x[0], x[1], n); break;
    case 13: made = m.thunk(code, number3, x[0], x[1], x[2], n); break;
    case 14: made = m.thunk(code, number4, x[0], x[1], x[2], x[3], n); break;
    case 15: made = m.thunk(code, number5, x[0], x[1], x[2], x[3], x[4], n); break;
    default: throw std::logic_error("too many free variables");
    }
    running.code[made.closure()->info] = &bind;
    return made;
}
/// The argument of an action is `()`.
inline Ref make_function(Machine& m, Bind const& bind, std::vector<Ref> const& x, bool counts, long n) {
    Code const code = with_constants(m, bind);
    Ref made;
    switch (x.size() + (counts ? 10 : 0)) {
    case 1: made = m.fun(code, code2, x[0]); break;
    case 2: made = m.fun(code, code3, x[0], x[1]); break;
    case 3: made = m.fun(code, code4, x[0], x[1], x[2]); break;
    case 4: made = m.fun(code, code5, x[0], x[1], x[2], x[3]); break;
    case 5: made = m.fun(code, code6, x[0], x[1], x[2], x[3], x[4]); break;
    case 10: made = m.fun(code, lambda1, n); break;
    case 11: made = m.fun(code, lambda2, x[0], n); break;
    case 12: made = m.fun(code, lambda3, x[0], x[1], n); break;
    case 13: made = m.fun(code, lambda4, x[0], x[1], x[2], n); break;
    case 14: made = m.fun(code, lambda5, x[0], x[1], x[2], x[3], n); break;
    default: throw std::logic_error("too many free variables");
    }
    running.code[made.closure()->info] = &bind;
    return made;
}

}  // namespace differential
