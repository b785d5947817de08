// Runs programs on the machine.
//
// One coroutine interprets all code. Its variables are in slots by number; before it waits, it keeps those
// that its continuation uses, as GHC's code does.
#pragma once

#include "closures.hpp"
#include "environment.hpp"

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace differential {

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
        Ref made;
        switch (bind.kind) {
        case Bind::thunk: made = make_closure(m, bind, false, x, counts, env.counter); break;
        case Bind::action:
        case Bind::handler:
        case Bind::lambda: made = make_closure(m, bind, true, x, counts, env.counter); break;
        case Bind::con: made = build(m, env, bind.constructor, bind.fields, bind.number); break;
        case Bind::selector:
            made = m.selector(static_cast<std::size_t>(bind.number), env[bind.parameter]);
            break;
        }
        env.allocate(bind.var) = made;
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

/// Handlers: `\e s -> (# s, e #)`, and `\e s -> (# s, other #)`. Those without free variables have a word.
inline Eval give_exception(Machine& m, long, Ref exception) { co_return m.pure(exception); }
inline Eval give_other(Machine& m, Ref other, Ref) { co_return m.pure(other); }
inline Eval give_constant(Machine& m, long number, Ref) {
    co_return m.pure(constant_of(m, static_cast<std::size_t>(number)));
}
inline Eval give_zero(Machine& m, long, Ref) { co_return m.pure(m.con(code_of(Con::Z))); }
inline Ref handler_of(Machine& m, Environment& env, Expr const& e) {
    Code const code = Code("<Main.sat>").typed("->>(#,#)");
    if (e.gives_exception) return m.fun(code, give_exception, 0L);
    Atom const& other = e.args[0];
    if (other.kind == Atom::variable) return m.fun(code, give_other, env[other.var]);
    if (other.kind == Atom::zero) return m.fun(code, give_zero, 0L);
    Ref const constant = constant_of(m, other.number);
    return m.fun(code.refers(m.srt(constant).closure()), give_constant, static_cast<long>(other.number));
}

/// The code of a thread.
inline Eval run_action(Machine& m, Ref action) { co_return m.call(std::move(action), m.unit()); }

/// What a statement waits for.
inline ghc::Operation operation_of(Machine& m, Environment& env, Expr const& e) {
    auto const argument = [&] { return atom(m, env, e.args[0]); };
    switch (e.operation) {
    case Expr::take: return m.take(env[e.var]);
    case Expr::put: return m.put(env[e.var], argument());
    case Expr::read: return m.read_mvar(env[e.var]);
    case Expr::fork: env.bind(e.result) = m.fork(run_action(m, env[e.var])); return m.yield();
    case Expr::yield: return m.yield();
    case Expr::delay: return m.thread_delay(0);
    case Expr::kill: return m.throw_to(env[e.var], argument());
    case Expr::catch_action: return m.catch_action(env[e.var], env[e.second]);
    case Expr::atomically: return m.atomically(env[e.var]);
    case Expr::read_tvar: return m.read_tvar(env[e.var]);
    case Expr::write_tvar: return m.write_tvar(env[e.var], argument());
    case Expr::or_else: return m.or_else(env[e.var], env[e.second]);
    default: return m.perform_major_gc();
    }
}

inline Eval interpret(Machine& m, Expr const* e, Vars const* variables, long counter, Ref a, Ref b, Ref c,
                      Ref d, Ref f, Ref g) {
    Environment env(m, a);
    env.counter = counter;
    Ref* const given[] = {&a, &b, &c, &d, &f, &g};
    std::size_t at = 0;
    for (Var const var : *variables)
        if (var.sort != Sort::counter) env.bind(var) = std::move(*given[at++]);
        else env.bind(var);
    for (; at != std::size(given); ++at) *given[at] = Ref();  // the argument of an action
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
        case Expr::perform: {
            Ref action = env[e->var];
            env.call({}, 0);
            Ref const x = co_await m.call(std::exchange(action, {}), m.unit());
            co_return x;
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
            if (!running.constants_wait) return;
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
                env.call(live, referred.size());
                value = co_await std::move(x);
                if (again) env.bind(of.args[0].var) = value;
            } else if (of.kind == Expr::apply) {
                Ref function = env[of.var], x = atom(m, env, of.args[0]);
                env.call(live, referred.size());
                value = co_await m.call(std::move(function), std::move(x));
            } else {
                Eval callee = call(m, env, of.function, of.number, of.args);
                env.call(live, referred.size());
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
                    if (used) env.bind(field) = value[i];
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
        case Expr::none:
        case Expr::evaluate: break;
        case Expr::new_ref:
            value = m.mut_var(atom(m, env, e->args[0]));
            env.call(live, 0);
            break;
        case Expr::read_ref: value = m.read(env[e->var]); break;
        case Expr::write_ref: m.write(env[e->var], atom(m, env, e->args[0])); break;
        case Expr::attempt: {
            ghc::Operation operation =
                m.catch_exception(atom(m, env, e->scrutinee->args[0]), handler_of(m, env, *e));
            env.call(live, referred.size());
            value = co_await std::move(operation);
            break;
        }
        case Expr::new_weak:
            value = m.weak(env[e->var], atom(m, env, e->args[0]), e->has_second ? env[e->second] : Ref());
            env.call(live, 0);
            break;
        case Expr::new_mvar:
            value = e->args.empty() ? m.mvar() : m.mvar(atom(m, env, e->args[0]));
            if (!e->args.empty()) {  // makes it, then fills it
                Vars both = live;
                add(both, e->args);
                env.call(both, 0);
                if (contains(e->next->free, e->result)) add(live, Vars{e->result});
                env.bind(e->result) = value;
            }
            env.call(live, 0);
            break;
        case Expr::try_take:
            m.try_take(env[e->var]);
            env.call(live, 0);
            break;
        case Expr::try_put:
            m.try_put(env[e->var], atom(m, env, e->args[0]));
            env.call(live, 0);
            break;
        case Expr::new_tvar:
            value = m.tvar(atom(m, env, e->args[0]));
            env.call(live, 0);
            break;
        case Expr::read_tvar_io:
            value = m.read(env[e->var]);
            env.call(live, 0);
            break;
        case Expr::check: {
            Ref x = env[e->var];
            bool const again = contains(live, e->var);
            remove(live, e->var);
            env.call(live, referred.size());
            x = co_await std::exchange(x, {});
            if (x.is(code_of(Con::Z))) co_return m.retry();
            if (again) env.bind(e->var) = x;
            break;
        }
        case Expr::read_weak:
            value = m.deref(env[e->var]);
            if (!value) value = m.con(code_of(Con::Z));
            env.call(live, 0);
            env.call(live, referred.size());
            value = co_await std::move(value);
            break;
        default: {
            ghc::Operation operation = operation_of(m, env, *e);
            if (e->operation == Expr::fork) {  // forks, then yields
                value = env[e->result];
                env.call(live, 0);
                env.bind(e->result) = std::exchange(value, {});
                if (contains(e->next->free, e->result)) add(live, Vars{e->result});
            }
            env.call(live, referred.size());
            value = co_await std::move(operation);
            if (e->operation == Expr::fork) value = env[e->result];
        }
        }
        if (e->result.number != 0) env.bind(e->result) = std::exchange(value, {});
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
    {  // GHC's runMainIO makes a weak pointer to the main thread
        ghc::CostCentreStack* const mine = m.heap().ccs();
        m.heap().set_ccs(m.heap().cost_centres().system());
        m.weak(m.my_thread_id(), m.my_thread_id());
        m.heap().set_ccs(mine);
    }
    co_return interpret(m, running.program->main.body.get(), &none, 0, {}, {}, {}, {}, {}, {});
}

}  // namespace differential
