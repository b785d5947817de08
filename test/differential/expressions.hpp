// Random expressions: what functions, constants and thunks do.
#pragma once

#include "choices.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace differential {

class Expressions : protected Choices {
  protected:
    using Choices::Choices;

    Function function(std::size_t number) {
        scope_ = {};
        scope_.callable = number;
        Function f;
        if (!one_in(3)) {
            scope_.counter = fresh(Sort::counter);
            scope_.counts = true;
            scope_.self = number;
            f.parameters.push_back(scope_.counter);
        }
        for (std::size_t i = 0, n = 1 + below(3); i != n; ++i) {
            f.parameters.push_back(fresh(Sort::data));
            scope_.data.push_back(f.parameters.back());
        }
        program_.functions.push_back(f);  // for calls of itself
        Body inner;
        if (scope_.counts) {
            inner = std::make_shared<Expr>();
            inner->kind = Expr::test;
            inner->number = {true, scope_.counter, 0};
            std::size_t const self = std::exchange(scope_.self, ~std::size_t{0});
            inner->next = body(1, false);
            scope_.self = self;
            inner->other = body(3, false);
        } else {
            inner = scrutiny(2);
        }
        if (!one_in(4) && works(*inner)) inner->scc = label(fmt::format("f{}", number));
        f.body = inner;
        program_.functions.pop_back();
        return f;
    }

    /// An expression that is no variable or constructor at its root if `works`.
    Body body(std::size_t depth, bool works) {
        Scope const outer = scope_;
        Body made = body_in(depth, works);
        restore(outer);
        return made;
    }
    Body body_in(std::size_t depth, bool works) {
        if (depth == 0) return works ? (can_call() ? call() : scrutiny(0)) : leaf();
        if (works && !scope_.waits.empty() && one_in(3)) {
            auto e = std::make_shared<Expr>();
            e->kind = Expr::perform;
            e->var = any(scope_.waits);
            return e;
        }
        switch (below(works ? 5 : 8)) {
        case 0:
        case 1: return scrutiny(depth - 1);
        case 2:
            if (can_call()) return call();
            return scrutiny(depth - 1);
        default: return let(depth - 1);
        }
    }
    Body leaf() {
        auto e = std::make_shared<Expr>();
        if (!scope_.data.empty() && one_in(4)) {
            e->kind = Expr::variable;
            e->args.push_back({Atom::variable, any(scope_.data), 0});
            return e;
        }
        if (can_call() && one_in(3)) return call();
        if (raises_ && one_in(4)) {
            e->kind = Expr::raise;
            e->args.push_back(atom());
            return e;
        }
        e->kind = Expr::build;
        build(e->constructor, e->args, e->number.literal);
        return e;
    }
    void build(Con& con, std::vector<Atom>& fields, long& number) {
        number = 0;
        switch (below(10)) {
        case 0:
        case 1: con = Con::A; break;
        case 2:
        case 3:
        case 4: con = Con::B; break;
        case 5:
        case 6: con = Con::C; break;
        case 7:
            con = one_in(2) ? Con::N : Con::K;
            number = static_cast<long>(below(1000)) - 100;
            return;
        case 8:
            con = Con::W;
            if (scope_.pairs.empty()) return build(con, fields, number);
            return fields.push_back({Atom::variable, any(scope_.pairs), 0});
        default:
            con = Con::G;
            if (scope_.functions.empty()) return build(con, fields, number);
            return fields.push_back({Atom::variable, any(scope_.functions), 0});
        }
        std::size_t const n = con == Con::A ? 1 : con == Con::B ? 2 : 3;
        for (std::size_t i = 0; i != n; ++i) fields.push_back(atom());
    }
    Body call() {
        auto e = std::make_shared<Expr>();
        bool const itself = scope_.self != ~std::size_t{0} && (scope_.callable == 0 || !one_in(3));
        if (!itself && !scope_.functions.empty() && (scope_.callable == 0 || one_in(3))) {
            e->kind = Expr::apply;
            e->var = any(scope_.functions);
            e->args.push_back(atom());
            return e;
        }
        e->kind = Expr::call;
        e->function = itself ? scope_.self : below(scope_.callable);
        Function const& f = program_.functions[e->function];
        if (f.counts()) {
            if (itself) e->number = {true, scope_.counter, -1};
            else e->number.literal = static_cast<long>(below(7));
        }
        for (std::size_t i = f.counts(); i != f.parameters.size(); ++i) e->args.push_back(atom());
        return e;
    }
    /// `case ... of`.
    Body scrutiny(std::size_t depth) {
        Vars const unknown = unknown_data();
        bool const constant = scope_.constants != 0 && one_in(6);
        if (unknown.empty() && !constant && !can_call()) return leaf();
        auto e = std::make_shared<Expr>();
        e->kind = Expr::scrutinize;
        Scope const before = scope_;
        if (!constant && can_call() && (unknown.empty() || one_in(3))) e->scrutinee = call();
        else if (constant) e->scrutinee = atomic({Atom::constant, {}, below(scope_.constants)});
        else e->scrutinee = atomic({Atom::variable, any(unknown), 0});
        if (e->scrutinee->kind == Expr::variable && !constant)
            scope_.known.push_back(e->scrutinee->args[0].var);
        static std::vector<std::pair<Con, std::size_t>> const kinds{{Con::Z, 0}, {Con::A, 1}, {Con::B, 2},
                                                                    {Con::C, 3}, {Con::W, 1}, {Con::G, 1}};
        for (auto const& [con, n] : kinds) {
            if (e->alternatives.size() == 2 || !one_in(con < Con::W ? 3 : 6)) continue;
            Scope const outer = scope_;
            if (con == Con::Z) forget(*e->scrutinee);
            Alternative a;
            a.constructor = con;
            for (std::size_t i = 0; i != n; ++i) {
                Sort const sort = con == Con::W ? Sort::pair : con == Con::G ? Sort::function : Sort::data;
                a.fields.push_back(fresh(sort));
                (con == Con::W   ? scope_.pairs
                 : con == Con::G ? scope_.functions
                                 : scope_.data)
                    .push_back(a.fields.back());
            }
            a.body = body(depth, false);
            restore(outer);
            e->alternatives.push_back(std::move(a));
        }
        if (e->alternatives.empty()) {
            Scope const outer = scope_;
            forget(*e->scrutinee);
            e->alternatives.push_back({false, Con::Z, {}, body(depth, false)});
            restore(outer);
        }
        Alternative others;
        others.others = true;
        others.body = body(depth, false);
        e->alternatives.push_back(std::move(others));
        restore(before);
        return e;
    }
    static Body atomic(Atom const& atom) {
        auto e = std::make_shared<Expr>();
        e->args.push_back(atom);
        return e;
    }
    Body let(std::size_t depth) {
        auto e = std::make_shared<Expr>();
        e->kind = Expr::let;
        bind(*e, depth);
        e->next = body(depth, false);
        return e;
    }
    /// Adds bindings to a let, and to the scope.
    void bind(Expr& e, std::size_t depth) {
        if (one_in(8)) return knot(e);
        Bind b;
        switch (below(10)) {
        case 0:
        case 1:
            b.kind = Bind::con;
            b.var = fresh(Sort::data);
            build(b.constructor, b.fields, b.number);
            break;
        case 2:
            b.kind = Bind::con;
            b.var = fresh(Sort::pair);
            b.constructor = Con::P;
            b.fields = {atom(), atom()};
            break;
        case 3:
        case 4:
            if (scope_.pairs.empty()) return bind(e, depth);
            b.kind = Bind::selector;
            b.var = fresh(Sort::data);
            b.parameter = any(scope_.pairs);
            b.number = static_cast<long>(below(2));
            break;
        case 5:
            if (unknown_data().empty()) return bind(e, depth);
            b.kind = Bind::thunk;
            b.var = fresh(Sort::pair);
            b.body = pair_body();
            break;
        case 6:
            if (scope_.data.empty()) return bind(e, depth);
            b.kind = Bind::lambda;
            b.var = fresh(Sort::function);
            lambda(b, depth);
            break;
        default:
            b.kind = Bind::thunk;
            b.var = fresh(Sort::data);
            b.body = body(depth < 2 ? depth : 2, true);
            if (one_in(3) && b.body->kind == Expr::scrutinize) b.body->scc = new_label();
            break;
        }
        b.var.forced = b.kind == Bind::con;
        if (b.var.forced) scope_.known.push_back(b.var);
        name(b);
        scope_of(b.var).push_back(b.var);
        e.binds.push_back(std::move(b));
    }
    void lambda(Bind& b, std::size_t depth) {
        Scope const outer = scope_;
        b.parameter = fresh(Sort::data);
        scope_.data.push_back(b.parameter);
        scope_.data.push_back(any(outer.data));  // often
        scope_.self = ~std::size_t{0};
        b.body = scrutiny(depth < 1 ? depth : 1);
        if (one_in(3)) b.body->scc = new_label();
        restore(outer);
    }
    /// case d of { A x -> P ..; _ -> P .. }
    Body pair_body() {
        auto e = std::make_shared<Expr>();
        e->kind = Expr::scrutinize;
        e->scrutinee = atomic({Atom::variable, any(unknown_data()), 0});
        auto const pair = [&] {
            auto made = std::make_shared<Expr>();
            made->kind = Expr::build;
            made->constructor = Con::P;
            made->args = {atom(), atom()};
            return made;
        };
        Scope const outer = scope_;
        Alternative one, others;
        one.constructor = Con::A;
        one.fields.push_back(fresh(Sort::data));
        scope_.data.push_back(one.fields[0]);
        one.body = pair();
        restore(outer);
        others.others = true;
        others.body = pair();
        e->alternatives = {one, others};
        return e;
    }
    /// Two constructors that refer to each other.
    void knot(Expr& e) {
        Bind a, b;
        a.kind = b.kind = Bind::con;
        a.var = fresh(Sort::data), b.var = fresh(Sort::data);
        a.var.forced = b.var.forced = true;
        a.constructor = Con::B, b.constructor = Con::A;
        a.fields = {{Atom::variable, b.var, 0}, atom()};
        b.fields = {{Atom::variable, a.var, 0}};
        for (Bind* each : {&a, &b}) {
            name(*each);
            scope_.known.push_back(each->var);
            scope_.data.push_back(each->var);
        }
        e.binds = {a, b};
    }
    void name(Bind& b) { b.description = fmt::format("<Main.{}>", b.var.name()); }
};

}  // namespace differential
