// Makes a random program from a seed.
#pragma once

#include "program.hpp"

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace differential {

class Generator {
  public:
    /// A program with a prefix for its names.
    static Program make(unsigned seed, std::string const& name) {
        for (std::uint64_t again = 0;; ++again) {
            Generator generator(seed + (again << 32), name);
            Program program = generator.program();
            program.seed = seed;
            if (is_sound(program)) return program;
        }
    }

  private:
    Generator(std::uint64_t seed, std::string const& name) : state_(seed * 0x9E3779B97F4A7C15u + 1) {
        program_.name = name;
        raises_ = one_in(3);
        weak_ = !raises_ && one_in(2);
    }
    Program program() {
        std::size_t const functions = 1 + below(4);
        for (std::size_t i = 0; i != functions; ++i) program_.functions.push_back(function(i));
        for (std::size_t i = 0, n = one_in(2) ? below(4) : 0; i != n; ++i) {
            scope_ = {};
            scope_.callable = functions;
            Function constant;
            constant.body = body(2, true);
            program_.constants.push_back(std::move(constant));
        }
        scope_ = {};
        scope_.callable = functions;
        scope_.constants = program_.constants.size();
        program_.main.body = std::make_shared<Expr>();
        program_.main.body->kind = Expr::statement;
        program_.main.body->operation = Expr::collect;
        program_.main.body->scc = label("main");
        program_.main.body->next = statements(4 + below(10));
        for (auto* all : {&program_.functions, &program_.constants})
            for (Function& each : *all) analyse(each);
        analyse(program_.main);
        return std::move(program_);
    }

    /// What code may refer to.
    struct Scope {
        Vars data, pairs, functions, refs, weak, known;  // known: GHC knows something of the value
        bool counts = false;
        Var counter{};
        std::size_t self = ~std::size_t{0};  // the function that may call itself with a smaller counter
        std::size_t callable = 0, constants = 0, next = 1;
    };

    std::uint64_t random() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    std::size_t below(std::size_t n) { return random() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class T>
    T const& any(std::vector<T> const& of) {
        // often one of the last
        std::size_t const n = of.size();
        return of[one_in(2) && n > 3 ? n - 1 - below(3) : below(n)];
    }
    std::string label(std::string const& what) { return program_.name + what; }
    Var fresh(Sort sort) { return {sort, scope_.next++}; }

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

    Atom atom() {
        if (scope_.constants != 0 && one_in(6)) return {Atom::constant, {}, below(scope_.constants)};
        if (scope_.data.empty() || one_in(8)) return {};
        return {Atom::variable, any(scope_.data), 0};
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
    bool can_call() const {
        return scope_.callable != 0 || scope_.self != ~std::size_t{0} || !scope_.functions.empty();
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
    /// GHC leaves out alternatives that it knows to be impossible, so nothing looks at a value twice.
    Vars unknown_data() const {
        Vars found;
        for (Var const var : scope_.data)
            if (std::find(scope_.known.begin(), scope_.known.end(), var) == scope_.known.end())
                found.push_back(var);
        return found;
    }
    void restore(Scope const& outer) {
        std::size_t const next = scope_.next;
        scope_ = outer;
        scope_.next = next;
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
            if (one_in(3) && b.body->kind == Expr::scrutinize)
                b.body->scc = label(fmt::format("k{}", below(9)));
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
        if (one_in(3)) b.body->scc = label(fmt::format("k{}", below(9)));
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
    /// GHC replaces a variable that is known to be Z.
    void forget(Expr const& scrutinee) {
        if (scrutinee.kind == Expr::variable && scrutinee.args[0].kind == Atom::variable)
            forget(scrutinee.args[0].var);
    }
    void forget(Var var) {
        auto& data = scope_.data;
        data.erase(std::remove(data.begin(), data.end(), var), data.end());
    }
    Vars& scope_of(Var var) {
        return var.sort == Sort::pair       ? scope_.pairs
               : var.sort == Sort::function ? scope_.functions
                                            : scope_.data;
    }

    Body statements(std::size_t count) {
        auto e = std::make_shared<Expr>();
        if (count == 0) {
            e->kind = Expr::finish;
            e->args.push_back(atom());
            return e;
        }
        e->kind = Expr::statement;
        switch (below(8)) {
        case 0:
        case 1:
        case 2: e->operation = Expr::collect; break;
        case 3:
        case 4: {
            e->operation = raises_ ? Expr::attempt : Expr::evaluate;
            e->gives_exception = raises_ && one_in(2);
            if (raises_ && !e->gives_exception) e->args.push_back(atom());
            if (can_call() && one_in(2) && !raises_) {
                e->scrutinee = call();
            } else {
                if (scope_.data.empty()) return statements(count);
                Var const of = any(scope_.data);
                if (of.forced) return statements(count);  // there is nothing to do, as GHC knows
                e->scrutinee = std::make_shared<Expr>();
                e->scrutinee->args.push_back({Atom::variable, of, 0});
                forget(of);  // GHC replaces it by the result
            }
            e->result = fresh(Sort::data);
            e->result.forced = !raises_;
            scope_.data.push_back(e->result);
            break;
        }
        case 5: {
            if (scope_.refs.empty() || one_in(3)) {
                e->operation = Expr::new_ref;
                e->args.push_back(atom());
                e->result = fresh(Sort::mut_var);
                scope_.refs.push_back(e->result);
            } else if (one_in(2)) {
                e->operation = Expr::read_ref;
                e->var = any(scope_.refs);
                e->result = fresh(Sort::data);
                scope_.data.push_back(e->result);
            } else {
                e->operation = Expr::write_ref;
                e->var = any(scope_.refs);
                e->args.push_back(atom());
            }
            break;
        }
        case 6:
            if (weak_ && (scope_.weak.empty() || one_in(2))) {
                if (scope_.data.empty()) return statements(count);
                e->operation = Expr::new_weak;
                e->var = any(scope_.data);
                e->args.push_back(atom());
                e->result = fresh(Sort::weak);
                scope_.weak.push_back(e->result);
                break;
            }
            if (weak_) {
                e->operation = Expr::read_weak;
                e->var = any(scope_.weak);
                e->result = fresh(Sort::data);
                e->result.forced = true;
                scope_.data.push_back(e->result);
                break;
            }
            [[fallthrough]];
        default:
            e->kind = Expr::let;
            bind(*e, 3);
            break;
        }
        e->next = statements(count - 1);
        return e;
    }

    std::uint64_t state_;
    Program program_;
    Scope scope_;
    bool raises_, weak_;  // what the program does
};

}  // namespace differential
