// The closures of a program on the machine: thunks and functions, whose code is the interpreter.
#pragma once

#include "program.hpp"

#include <trav/ghc/machine/machine.hpp>

#include <cstddef>
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
    bool constants_wait = true;                       // a frame holds the constants that its code refers to
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

inline Eval start(Machine& m, ghc::Self const& self, long counter, Ref a = {}, Ref b = {}, Ref c = {},
                  Ref d = {}, Ref f = {}, Ref g = {}) {
    Bind const& bind = *running.code.at(self.closure()->info);
    return interpret(m, bind.body.get(), &bind.layout, counter, std::move(a), std::move(b), std::move(c),
                     std::move(d), std::move(f), std::move(g));
}

/// The entry code of closures with these free variables, and perhaps a counter.
template <class... R>
struct EntryOf {
    static Eval thunk(Machine& m, ghc::Self s, R... free) { return start(m, s, 0, std::move(free)...); }
    static Eval counting_thunk(Machine& m, ghc::Self s, R... free, long n) {
        return start(m, s, n, std::move(free)...);
    }
    static Eval function(Machine& m, ghc::Self s, R... free, Ref x) {
        return start(m, s, 0, std::move(free)..., std::move(x));
    }
    static Eval counting_function(Machine& m, ghc::Self s, R... free, long n, Ref x) {
        return start(m, s, n, std::move(free)..., std::move(x));
    }
};

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
template <std::size_t>
using RefOf = Ref;
constexpr std::size_t most_variables = 6;  // of a closure, its argument included

/// A closure with the free variables `x`, and a counter if it counts. The argument of an action is `()`.
template <std::size_t... I>
Ref made(Machine& m, Code const& code, bool is_function, std::vector<Ref> const& x, bool counts, long n,
         std::index_sequence<I...>) {
    using Entry = EntryOf<RefOf<I>...>;
    if (!is_function)
        return counts ? m.thunk(code, Entry::counting_thunk, x[I]..., n)
                      : m.thunk(code, Entry::thunk, x[I]...);
    if constexpr (sizeof...(I) < most_variables)
        return counts ? m.fun(code, Entry::counting_function, x[I]..., n)
                      : m.fun(code, Entry::function, x[I]...);
    throw std::logic_error("too many free variables");
}
template <std::size_t Variables = 0>
Ref make_closure(Machine& m, Bind const& bind, bool is_function, std::vector<Ref> const& x, bool counts,
                 long n) {
    if (x.size() == Variables) {
        Ref const closure = made(m, with_constants(m, bind), is_function, x, counts, n,
                                 std::make_index_sequence<Variables>());
        running.code[closure.closure()->info] = &bind;
        return closure;
    }
    if constexpr (Variables < most_variables)
        return make_closure<Variables + 1>(m, bind, is_function, x, counts, n);
    throw std::logic_error("too many free variables");
}

}  // namespace differential
