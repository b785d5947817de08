// Random statements: what the main program, threads, transactions, handlers and finalizers do.
#pragma once

#include "expressions.hpp"

#include <memory>
#include <string>
#include <utility>

namespace differential {

/// The kinds of statements. The main program and handlers do not wait, because nothing catches an exception
/// there. `wait` is an action for unsafePerformIO, and evaluates nothing.
enum class Where { main, handler, thread, wait, transaction };

class Statements : protected Expressions {
  protected:
    using Expressions::Expressions;

    Body statements(std::size_t count, Where where) {
        auto e = std::make_shared<Expr>();
        if (count == 0) {
            e->kind = Expr::finish;
            e->args.push_back(atom());
            return e;
        }
        e->kind = Expr::statement;
        while (!(where == Where::transaction ? of_transaction(*e) : any_statement(*e, where)))
            *e = fresh_statement();
        e->next = statements(count - 1, where);
        return e;
    }

  protected:
    std::size_t setup_ = 0;  // steps left

  private:
    static Expr fresh_statement() {
        Expr e;
        e.kind = Expr::statement;
        return e;
    }
    /// These return false if the statement does not suit the scope.
    bool any_statement(Expr& e, Where where) {
        bool const main = where == Where::main, evaluates = where != Where::wait;
        bool const waits = !main && where != Where::handler;
        if (main && setup_ != 0 && !one_in(4)) return set_up(e, setup_--);
        switch (below(threads_ ? 24 : 8)) {
        case 0:
        case 1:
        case 2:
            if (!main && !one_in(4)) return false;
            e.operation = Expr::collect;
            return true;
        case 3:
        case 4: return evaluates && evaluate(e, where);
        case 5:
            return variable(e, scope_.refs, Sort::mut_var, Expr::new_ref, Expr::read_ref, Expr::write_ref);
        case 6: return weak_ && weak(e);
        case 7: return let(e, [&] { bind(e, evaluates ? 3 : 1); });
        case 8:
        case 9:
        case 10:
        case 11: return main && fork(e);
        case 12:
        case 13:
        case 14:
        case 15: return mvar(e, waits);
        case 16:
        case 17:
        case 18: return evaluates && transact(e, waits);
        case 19:
        case 20: return evaluates && define(e);
        case 21: return yield(e);
        case 22: return !scope_.threads.empty() && on(e, Expr::kill, any(scope_.threads), true);
        default: return evaluates && where != Where::handler && catch_action(e);
        }
    }
    /// Makes what later statements are about.
    bool set_up(Expr& e, std::size_t step) {
        switch (step) {
        case 1: return define(e, Sort::action);
        case 2: return define(e, Sort::handler);
        case 3: return define(e, Sort::transaction);
        case 4: return define(e, Sort::action, Where::wait);
        case 5: return define(e, Sort::transaction);
        case 6: return variable(e, {}, Sort::tvar, Expr::new_tvar, Expr::read_tvar_io, Expr::none);
        default: e.operation = Expr::new_mvar; return gives(e, Sort::mvar);
        }
    }
    bool gives(Expr& e, Sort sort, bool forced = false) {
        e.result = fresh(sort);
        e.result.forced = forced;
        scope_of(e.result).push_back(e.result);
        return true;
    }
    bool on(Expr& e, Expr::Operation operation, Var var, bool argument) {
        e.operation = operation;
        e.var = var;
        if (argument) e.args.push_back(atom());
        return true;
    }
    bool yield(Expr& e) {
        e.operation = one_in(4) ? Expr::delay : Expr::yield;
        return true;
    }
    bool evaluate(Expr& e, Where where) {
        bool const catches = raises_ || (threads_ && (where < Where::thread || one_in(2)));
        e.operation = catches ? Expr::attempt : Expr::evaluate;
        e.gives_exception = raises_ && !threads_ && one_in(2);
        if (catches && !e.gives_exception) e.args.push_back(atom());
        if (can_call() && one_in(2) && !catches) {
            e.scrutinee = call();
        } else {
            if (scope_.data.empty()) return false;
            Var const of = any(scope_.data);
            if (of.forced) return false;  // there is nothing to do, as GHC knows
            e.scrutinee = atomic({Atom::variable, of, 0});
            forget(of);  // GHC replaces it by the result
        }
        return gives(e, Sort::data, !catches);
    }
    /// Makes, reads or writes a MutVar# or TVar#.
    bool variable(Expr& e, Vars const& all, Sort sort, Expr::Operation make, Expr::Operation read,
                  Expr::Operation write) {
        if (all.empty() || one_in(3)) {
            e.operation = make;
            e.args.push_back(atom());
            return gives(e, sort);
        }
        if (write != Expr::none && one_in(2)) return on(e, write, any(all), true);
        on(e, read, any(all), false);
        return gives(e, Sort::data);
    }
    bool weak(Expr& e) {
        if (scope_.weak.empty() || raises_ || threads_ || one_in(2)) {
            if (scope_.data.empty()) return false;
            on(e, Expr::new_weak, any(scope_.data), true);
            e.has_second = !scope_.actions.empty() && one_in(2);
            if (e.has_second) e.second = any(scope_.actions);
            return gives(e, Sort::weak);
        }
        on(e, Expr::read_weak, any(scope_.weak), false);
        return gives(e, Sort::data, true);
    }
    bool fork(Expr& e) {
        if (scope_.actions.empty()) return define(e);
        on(e, Expr::fork, any(scope_.actions), false);
        return gives(e, Sort::thread);
    }
    bool mvar(Expr& e, bool waits) {
        if (scope_.mvars.empty() || one_in(5)) {
            e.operation = Expr::new_mvar;
            if (one_in(2)) e.args.push_back(atom());
            return gives(e, Sort::mvar);
        }
        Var const var = any(scope_.mvars);
        switch (below(waits ? 5 : 2)) {
        case 0: return on(e, Expr::try_take, var, false);
        case 1: return on(e, Expr::try_put, var, true);
        case 2: on(e, Expr::take, var, false); return gives(e, Sort::data);
        case 3: return on(e, Expr::put, var, true);
        default: on(e, Expr::read, var, false); return gives(e, Sort::data);
        }
    }
    bool transact(Expr& e, bool waits) {
        if (!waits || scope_.transactions.empty() || one_in(3))
            return variable(e, scope_.tvars, Sort::tvar, Expr::new_tvar, Expr::read_tvar_io, Expr::none);
        on(e, Expr::atomically, any(scope_.transactions), false);
        return gives(e, Sort::data);
    }
    bool of_transaction(Expr& e) {
        if (scope_.tvars.empty()) return false;
        switch (below(6)) {
        case 0:
        case 1: on(e, Expr::read_tvar, any(scope_.tvars), false); return gives(e, Sort::data);
        case 2:
        case 3: return on(e, Expr::write_tvar, any(scope_.tvars), true);
        case 4: {
            Vars const unknown = unknown_data();
            if (unknown.empty()) return false;
            on(e, Expr::check, any(unknown), false);
            forget(e.var);
            return true;
        }
        default:
            if (scope_.transactions.empty()) return false;
            on(e, Expr::or_else, any(scope_.transactions), false);
            e.has_second = true;
            e.second = any(scope_.transactions);
            return gives(e, Sort::data);
        }
    }
    bool catch_action(Expr& e) {
        if (scope_.actions.empty() || scope_.handlers.empty()) return define(e);
        on(e, Expr::catch_action, any(scope_.actions), false);
        e.has_second = true;
        e.second = any(scope_.handlers);
        return gives(e, Sort::data);
    }
    /// `let`, unless GHC compiles its bindings to something else.
    template <class F>
    bool let(Expr& e, F&& bind_all) {
        Scope const outer = scope_;
        e.kind = Expr::let;
        bind_all();
        for (Bind& b : e.binds) b.free = free_in(b);
        if (is_sound(e)) return true;
        restore(outer);
        return false;
    }
    bool define(Expr& e) {
        switch (below(8)) {
        case 0:
        case 1: return define(e, Sort::transaction);
        case 2:
        case 3: return define(e, Sort::action, Where::wait);
        case 4: return define(e, Sort::handler);
        default: return define(e, Sort::action);
        }
    }
    /// let action = \s -> ...
    bool define(Expr& e, Sort sort, Where where = Where::thread) {
        if (sort == Sort::transaction && scope_.tvars.empty()) return false;
        Bind b;
        b.kind = Bind::action;
        if (sort == Sort::transaction) where = Where::transaction;
        if (sort == Sort::handler) {
            where = Where::handler;
            b.kind = Bind::handler;
            b.parameter = fresh(Sort::data);
        }
        return let(e, [&] {
            Scope const outer = scope_;
            b.body = statements(where == Where::thread ? 1 + below(7) : 1 + below(3), where);
            if (b.body->kind == Expr::statement && one_in(3)) b.body->scc = new_label();
            restore(outer);
            b.var = fresh(sort);
            name(b);
            scope_of(b.var).push_back(b.var);
            if (where == Where::wait) scope_.waits.push_back(b.var);
            e.binds.push_back(std::move(b));
        });
    }
};

}  // namespace differential
