// Whether GHC compiles a program to the closures that it shows.
//
// Each rule here is a transformation of GHC 9.0.2 without optimization that was seen in its output
// (-ddump-simpl, -ddump-stg-final).
#pragma once

#include "free_variables.hpp"

#include <algorithm>
#include <vector>

namespace differential {

/// GHC's exprIsCheap: evaluation does little but look at variables.
inline bool is_cheap(Expr const& e) {
    if (!e.scc.empty()) return false;
    switch (e.kind) {
    case Expr::variable:
    case Expr::build:
    case Expr::raise: return true;
    case Expr::test: return is_cheap(*e.next) && is_cheap(*e.other);
    case Expr::let:
        return is_cheap(*e.next) && std::all_of(e.binds.begin(), e.binds.end(), [](Bind const& bind) {
                   return !bind.body || bind.kind != Bind::thunk || is_cheap(*bind.body);
               });
    case Expr::scrutinize:
        return e.scrutinee->kind == Expr::variable &&
               std::all_of(e.alternatives.begin(), e.alternatives.end(),
                           [](Alternative const& a) { return is_cheap(*a.body); });
    default: return false;
    }
}
/// Whether GHC makes a thunk of it. It floats bindings out of a thunk whose rest is cheap (the simplifier's
/// doFloatFromRhs), and then makes no thunk of a constructor, an error or a variable.
inline bool works(Expr const& e, Vars const& bound = {}) {
    if (e.kind == Expr::let) {
        Vars all = bound;
        for (Bind const& bind : e.binds) add(all, Vars{bind.var});
        return !is_cheap(*e.next) && works(*e.next, all);
    }
    if (e.kind == Expr::scrutinize && e.scrutinee->kind == Expr::variable &&
        contains(bound, e.scrutinee->args[0].var))
        return false;
    return e.kind != Expr::variable && e.kind != Expr::build && e.kind != Expr::raise;
}

inline bool same(Number const& a, Number const& b) {
    return a.counts == b.counts && a.literal == b.literal && (!a.counts || a.counter == b.counter);
}
inline bool same(std::vector<Atom> const& a, std::vector<Atom> const& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](Atom const& x, Atom const& y) {
        return x.kind == y.kind && (x.kind != Atom::variable || x.var == y.var) &&
               (x.kind != Atom::constant || x.number == y.number);
    });
}
/// GHC's cheapEqExpr: equal expressions without binders.
inline bool same(Expr const& a, Expr const& b) {
    if (a.kind != b.kind || !same(a.args, b.args) || !same(a.number, b.number)) return false;
    switch (a.kind) {
    case Expr::variable:
    case Expr::raise: return true;
    case Expr::build: return a.constructor == b.constructor;
    case Expr::call: return a.function == b.function;
    case Expr::apply: return a.var == b.var;
    default: return false;
    }
}
/// Whether GHC joins alternatives, which are equal (the simplifier's combineIdenticalAlts), and then may
/// leave out the test, or the SCC around it.
inline bool is_joined(Expr const& e) {
    if (e.kind == Expr::test) return same(*e.next, *e.other);
    for (Alternative const& a : e.alternatives)
        for (Alternative const& b : e.alternatives)
            if (&a != &b && same(*a.body, *b.body)) return true;
    return false;
}
/// Whether GHC leaves out a case, because every alternative makes what was scrutinized (the simplifier's
/// caseIdentity): `case take v s of (# t, x #) -> (# t, x #)`, too.
inline bool is_identity(Expr const& e) {
    if (e.kind == Expr::statement && e.result.sort == Sort::data && e.next->kind == Expr::finish)
        return e.operation != Expr::evaluate && e.operation != Expr::read_weak &&
               same(e.next->args, {{Atom::variable, e.result, 0}});
    if (e.kind != Expr::scrutinize) return false;
    return std::all_of(e.alternatives.begin(), e.alternatives.end(), [&](Alternative const& a) {
        if (e.scrutinee->kind == Expr::variable && same(*a.body, *e.scrutinee)) return true;
        if (a.others) return false;
        if (a.body->kind == Expr::variable)
            return a.constructor == Con::Z && a.body->args[0].kind == Atom::zero;
        return a.body->kind == Expr::build && a.body->constructor == a.constructor &&
               std::equal(a.fields.begin(), a.fields.end(), a.body->args.begin(), a.body->args.end(),
                          [](Var const& field, Atom const& atom) {
                              return atom.kind == Atom::variable && atom.var == field;
                          });
    });
}
/// Whether an alternative refers to the constant that is scrutinized. GHC uses the value in its place (the
/// occurrence analyser's binder swap): code that enters it, and closures and frames that keep it.
inline bool is_swapped(Expr const& e) {
    if (e.kind != Expr::scrutinize || e.scrutinee->kind != Expr::variable ||
        e.scrutinee->args[0].kind != Atom::constant)
        return false;
    return std::any_of(e.alternatives.begin(), e.alternatives.end(), [&](Alternative const& a) {
        auto const& used = a.body->constants;
        return std::find(used.begin(), used.end(), e.scrutinee->args[0].number) != used.end();
    });
}
/// Whether a variable occurs only as the result: GHC makes its binding a join point, which is no closure.
inline bool only_ends(Expr const& e, Var var) {
    if (!contains(e.free, var) || e.kind == Expr::variable) return true;
    switch (e.kind) {
    case Expr::apply:
        return e.var == var && std::none_of(e.args.begin(), e.args.end(), [&](Atom const& atom) {
                   return atom.kind == Atom::variable && atom.var == var;
               });
    case Expr::let:
        return only_ends(*e.next, var) && std::none_of(e.binds.begin(), e.binds.end(), [&](Bind const& bind) {
                   return contains(bind.free, var);
               });
    case Expr::test: return only_ends(*e.next, var) && only_ends(*e.other, var);
    case Expr::scrutinize:
        return !contains(e.scrutinee->free, var) &&
               std::all_of(e.alternatives.begin(), e.alternatives.end(),
                           [&](Alternative const& a) { return only_ends(*a.body, var); });
    default: return false;
    }
}
/// Whether it raises an exception in any case. GHC calls such a function cheap (isCheapApp), and floats
/// bindings out of a thunk that calls it.
inline bool raises(Expr const& e) {
    switch (e.kind) {
    case Expr::raise: return true;
    case Expr::let: return raises(*e.next);
    case Expr::test: return raises(*e.next) && raises(*e.other);
    case Expr::scrutinize:
        return std::all_of(e.alternatives.begin(), e.alternatives.end(),
                           [](Alternative const& a) { return raises(*a.body); });
    default: return false;
    }
}
/// Whether GHC compiles it to the closures that it shows, and the interpreter has room for them.
inline bool is_sound(Expr const& e) {
    if (is_joined(e) || is_identity(e) || is_swapped(e)) return false;
    for (Bind const& bind : e.binds) {
        if (bind.body && (!is_sound(*bind.body) || bind.free.size() >= most_fields)) return false;
        if (bind.kind == Bind::thunk && !works(*bind.body)) return false;
        if (bind.kind == Bind::lambda && raises(*bind.body)) return false;
        if (bind.kind != Bind::con && e.next && only_ends(*e.next, bind.var)) return false;
        bool const is_function = bind.has_parameter() || bind.kind == Bind::action;
        if (is_function && bind.free.empty()) return false;
    }
    for (Body const* const part : {&e.next, &e.other, &e.scrutinee})
        if (*part && !is_sound(**part)) return false;
    for (Alternative const& alternative : e.alternatives)
        if (!is_sound(*alternative.body)) return false;
    return true;
}
inline bool is_sound(Function& function) {
    analyse(function);
    return is_sound(*function.body) && !raises(*function.body);
}
/// GHC makes bindings of a constant constants, too.
inline bool is_sound_constant(Function const& constant) {
    return constant.body->kind != Expr::let && works(*constant.body);
}

}  // namespace differential
