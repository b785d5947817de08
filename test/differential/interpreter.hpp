// Runs programs on the machine.
//
// One coroutine interprets all code. Its variables are in slots by number; before it waits, it keeps those
// that its continuation uses, as GHC's code does.
#pragma once

#include "program.hpp"

#include <trav/ghc/machine/machine.hpp>

#include <array>
#include <deque>
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

struct Block;

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

/// The variables of a running piece of code.
struct Environment {
    explicit Environment(std::size_t size) : slots(size) {}

    Ref& operator[](Var var) {
        if (var.number >= slots.size()) slots.resize(var.number + 1);
        return slots[var.number];
    }
    /// Forgets all variables but these.
    void keep(Vars const& live) {
        std::size_t next = 0;
        for (std::size_t i = 0; i != slots.size(); ++i) {
            while (next != live.size() && live[next].number < i) ++next;
            if (next == live.size() || live[next].number != i) slots[i] = Ref();
        }
    }
    std::vector<Ref> slots;
    long counter = 0;  // the only one
};

inline Eval constant_code(Machine& m, std::size_t number);
template <std::size_t n>
Eval constant(Machine& m) {
    return constant_code(m, n);
}
inline constexpr Eval (*constants[])(Machine&) = {constant<0>, constant<1>, constant<2>, constant<3>};
inline constexpr std::size_t most_constants = std::size(constants);
inline Ref constant_of(Machine& m, std::size_t number) {
    static std::string const texts[] = {"c0", "c1", "c2"};
    return m.caf(Code(texts[number]).typed("D"), constants[number]);
}

inline Ref atom(Machine& m, Environment& env, Atom const& a) {
    switch (a.kind) {
    case Atom::variable: return env[a.var];
    case Atom::constant: return constant_of(m, a.number);
    case Atom::zero: break;
    }
    return m.con(code_of(Con::Z));
}
inline ghc::Built build(Machine& m, Environment& env, Con con, std::vector<Atom> const& fields, long n) {
    Code const code = code_of(con);
    if (con == Con::N) return m.con(code, n);
    if (con == Con::K) {
        Ref const boxed = m.con(int_code(), n);
        return m.con(code, boxed);
    }
    switch (fields.size()) {
    case 0: return m.con(code);
    case 1: return m.con(code, atom(m, env, fields[0]));
    case 2: return m.con(code, atom(m, env, fields[0]), atom(m, env, fields[1]));
    default: return m.con(code, atom(m, env, fields[0]), atom(m, env, fields[1]), atom(m, env, fields[2]));
    }
}
inline long value_of(Environment const& env, Number const& n) {
    return n.literal + (n.counts ? env.counter : 0);
}

/// Makes all closures of a let; those that refer to later ones are mended.
inline void make(Machine& m, Environment& env, std::vector<Bind> const& binds) {
    for (Bind const& bind : binds) {
        std::vector<Ref> x;
        bool counts = false;
        for (Var const var : bind.free)
            if (var.sort == Sort::counter) counts = true;
            else x.push_back(env[var]);
        switch (bind.kind) {
        case Bind::thunk: env[bind.var] = make_thunk(m, bind, x, counts, env.counter); break;
        case Bind::lambda: env[bind.var] = make_function(m, bind, x, counts, env.counter); break;
        case Bind::con: env[bind.var] = build(m, env, bind.constructor, bind.fields, bind.number); break;
        case Bind::selector:
            env[bind.var] = m.selector(static_cast<std::size_t>(bind.number), env[bind.parameter]);
            break;
        }
    }
    for (Bind const& bind : binds) {
        std::size_t i = 0;
        if (bind.kind == Bind::con) {
            for (Atom const& field : bind.fields) {
                if (field.kind == Atom::variable) env[bind.var].set(i, env[field.var]);
                ++i;
            }
        } else if (bind.kind != Bind::selector) {
            for (Var const var : bind.free)
                if (var.sort != Sort::counter) env[bind.var].set(i++, env[var]);
        }
    }
}

inline Eval call(Machine& m, Environment& env, std::size_t function, Number const& n,
                 std::vector<Atom> const& args) {
    Function const& f = running.program->functions[function];
    std::array<Ref, most_fields> x;
    for (std::size_t i = 0; i != args.size(); ++i) x[i] = atom(m, env, args[i]);
    return interpret(m, f.body.get(), &f.parameters, value_of(env, n), x[0], x[1], x[2], x[3], x[4], x[5]);
}

/// Handlers: `\e -> return e`, and `\e -> return other`.
inline Eval give_exception(Machine& m, Ref exception) { co_return m.pure(exception); }
inline Eval give_other(Machine& m, Ref other, Ref) { co_return m.pure(other); }

inline Eval interpret(Machine& m, Expr const* e, Vars const* variables, long counter, Ref a, Ref b, Ref c,
                      Ref d, Ref f, Ref g) {
    Environment env(8);
    env.counter = counter;
    Ref* const given[] = {&a, &b, &c, &d, &f, &g};
    std::size_t at = 0;
    for (Var const var : *variables)
        if (var.sort != Sort::counter) env[var] = std::move(*given[at++]);
    std::deque<ghc::Scc> sccs;
    for (;;) {
        if (++running.steps > running.most_steps) throw TooLong();
        if (!e->scc.empty()) sccs.emplace_back(m.heap(), e->scc);
        switch (e->kind) {
        case Expr::let:
            make(m, env, e->binds);
            e = e->next.get();
            continue;
        case Expr::test: e = env.counter == 0 ? e->next.get() : e->other.get(); continue;
        case Expr::variable: {
            Ref const x = atom(m, env, e->args[0]);
            if (e->is_built) co_return ghc::Built(Ref(x));
            co_return x;
        }
        case Expr::build: co_return build(m, env, e->constructor, e->args, e->number.literal);
        case Expr::call: co_return call(m, env, e->function, e->number, e->args);
        case Expr::raise: co_return m.raise(atom(m, env, e->args[0]));
        case Expr::apply: co_return m.call(env[e->var], atom(m, env, e->args[0]));
        case Expr::finish: {
            Ref const x = atom(m, env, e->args[0]);
            co_return m.pure(x);
        }
        case Expr::scrutinize: break;
        case Expr::statement: break;
        }
        bool const evaluates = e->kind == Expr::scrutinize || e->operation == Expr::evaluate;
        Vars live;
        if (e->kind == Expr::statement) {
            live = e->next->free;
            remove(live, e->result);
        } else {
            for (Alternative const& alternative : e->alternatives) {
                Vars used = alternative.body->free;
                for (Var const field : alternative.fields) remove(used, field);
                add(live, used);
            }
        }
        std::vector<Ref> referred;  // by the code that waits
        auto const refer = [&](std::vector<std::size_t> const& to) {
            for (std::size_t const number : to) referred.push_back(constant_of(m, number));
        };
        if (e->kind == Expr::statement) refer(e->next->constants);
        for (Alternative const& alternative : e->alternatives) refer(alternative.body->constants);
        Ref value;
        if (evaluates) {
            Expr const& of = *e->scrutinee;
            if (of.kind == Expr::variable) {
                Ref x = atom(m, env, of.args[0]);
                bool const is_variable = of.args[0].kind == Atom::variable;
                // GHC uses the value in place of the variable
                bool const again = is_variable && contains(live, of.args[0].var);
                if (is_variable) remove(live, of.args[0].var);
                env.keep(live);
                value = co_await std::move(x);
                if (again) env[of.args[0].var] = value;
            } else if (of.kind == Expr::apply) {
                Ref function = env[of.var], x = atom(m, env, of.args[0]);
                env.keep(live);
                value = co_await m.call(std::move(function), std::move(x));
            } else {
                Eval callee = call(m, env, of.function, of.number, of.args);
                env.keep(live);
                value = co_await std::move(callee);
            }
        }
        if (e->kind == Expr::scrutinize) {
            Expr const* next = nullptr;
            for (Alternative const& alternative : e->alternatives) {
                if (!alternative.others && !value.is(code_of(alternative.constructor))) continue;
                std::size_t i = 0;
                for (Var const field : alternative.fields) {
                    bool const used = std::binary_search(alternative.body->free.begin(),
                                                         alternative.body->free.end(), field);
                    if (used) env[field] = value[i];
                    ++i;
                }
                next = alternative.body.get();
                break;
            }
            if (!next) throw std::logic_error("no alternative");
            e = next;
            env.keep(e->free);
            continue;
        }
        switch (e->operation) {
        case Expr::none: break;
        case Expr::evaluate: env[e->result] = value; break;
        case Expr::collect:
            env.keep(live);
            co_await m.perform_major_gc();
            break;
        case Expr::new_ref: env[e->result] = m.mut_var(atom(m, env, e->args[0])); break;
        case Expr::read_ref: env[e->result] = m.read(env[e->var]); break;
        case Expr::write_ref: m.write(env[e->var], atom(m, env, e->args[0])); break;
        case Expr::attempt: {
            Ref x = atom(m, env, e->scrutinee->args[0]);
            Ref handler = e->gives_exception ? m.fun("handler", give_exception)
                                             : m.fun("handler", give_other, atom(m, env, e->args[0]));
            env.keep(live);
            env[e->result] = co_await m.catch_exception(std::exchange(x, {}), std::exchange(handler, {}));
            break;
        }
        case Expr::new_weak: env[e->result] = m.weak(env[e->var], atom(m, env, e->args[0])); break;
        case Expr::read_weak: {
            Ref found = m.deref(env[e->var]);
            bool const alive = static_cast<bool>(found);
            if (!alive) found = m.con(code_of(Con::Z));
            env.keep(live);
            found = co_await std::move(found);
            env[e->result] = found;
            break;
        }
        }
        e = e->next.get();
        env.keep(e->free);
    }
}

inline Eval constant_code(Machine& m, std::size_t number) {
    static Vars const none;
    return interpret(m, running.program->constants[number].body.get(), &none, 0, {}, {}, {}, {}, {}, {});
}
inline Eval main_code(Machine& m) {
    static Vars const none;
    return interpret(m, running.program->main.body.get(), &none, 0, {}, {}, {}, {}, {}, {});
}

}  // namespace differential
