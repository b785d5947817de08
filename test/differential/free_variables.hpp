// The free variables of code, and the constants that it refers to.
#pragma once

#include "program.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace differential {

/// The text and type in GHC's profiles, by variable.
inline std::string type_of(Sort sort) {
    switch (sort) {
    case Sort::pair: return "P";
    case Sort::function: return "->D";
    case Sort::action:
    case Sort::transaction: return "->(#,#)";
    case Sort::handler: return "->>(#,#)";
    default: return "D";
    }
}

inline void add(Vars& to, Vars const& more) {
    to.insert(to.end(), more.begin(), more.end());
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
}
inline void remove(Vars& from, Var var) {
    from.erase(std::remove(from.begin(), from.end(), var), from.end());
}
inline void add(Vars& to, std::vector<Atom> const& atoms) {
    for (Atom const& atom : atoms)
        if (atom.kind == Atom::variable) add(to, Vars{atom.var});
}

inline void add(std::vector<std::size_t>& to, std::vector<std::size_t> const& more) {
    to.insert(to.end(), more.begin(), more.end());
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
}
inline std::vector<std::size_t> constants_of(std::vector<Atom> const& atoms) {
    std::vector<std::size_t> found;
    for (Atom const& atom : atoms)
        if (atom.kind == Atom::constant) add(found, {atom.number});
    return found;
}
inline bool contains(Vars const& vars, Var var) { return std::binary_search(vars.begin(), vars.end(), var); }

/// Fills in the free variables, and drops unused bindings, as GHC does.
inline void analyse(Body& body);

inline Vars free_in(Bind& bind) {
    Vars used;
    if (bind.body) {
        analyse(bind.body);
        used = bind.body->free;
    }
    if (bind.has_parameter()) remove(used, bind.parameter);
    if (bind.kind == Bind::selector) add(used, Vars{bind.parameter});
    add(used, bind.fields);
    return used;
}
inline void analyse_let(Expr& e) {
    Vars used = e.next->free;
    for (Bind& bind : e.binds) {
        bind.free = free_in(bind);
        bind.layout = bind.free;
        if (bind.has_parameter()) bind.layout.push_back(bind.parameter);
        bind.constants = bind.body ? bind.body->constants : std::vector<std::size_t>{};
        bind.type = type_of(bind.var.sort);
    }
    std::vector<bool> needed(e.binds.size());
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i != e.binds.size(); ++i) {
            if (needed[i] || !contains(used, e.binds[i].var)) continue;
            needed[i] = more = true;
            add(used, e.binds[i].free);
        }
    }
    std::vector<Bind> kept;
    e.constants = e.next->constants;
    for (std::size_t i = 0; i != e.binds.size(); ++i)
        if (needed[i]) {
            add(e.constants, e.binds[i].constants);
            add(e.constants, constants_of(e.binds[i].fields));
        }
    for (std::size_t i = 0; i != e.binds.size(); ++i)
        if (needed[i]) kept.push_back(std::move(e.binds[i]));
    e.binds = std::move(kept);
    for (Bind const& bind : e.binds) remove(used, bind.var);
    e.free = used;
}
inline void analyse(Body& body) {
    Expr& e = *body;
    Vars free;
    for (Body* const part : {&e.next, &e.other, &e.scrutinee}) {
        if (!*part) continue;
        analyse(*part);
        add(free, (*part)->free);
        if (part == &e.next && e.kind == Expr::statement) remove(free, e.result);
    }
    for (Alternative& alternative : e.alternatives) {
        analyse(alternative.body);
        Vars used = alternative.body->free;
        for (Var const field : alternative.fields) remove(used, field);
        add(free, used);
    }
    add(free, e.args);
    e.constants = constants_of(e.args);
    for (Body const* const part : {&e.next, &e.other, &e.scrutinee})
        if (*part) add(e.constants, (*part)->constants);
    for (Alternative const& alternative : e.alternatives) add(e.constants, alternative.body->constants);
    if (e.number.counts) add(free, Vars{e.number.counter});
    if (e.uses_var()) add(free, Vars{e.var});
    if (e.has_second) add(free, Vars{e.second});
    e.free = free;
    if (e.kind != Expr::let) return;
    analyse_let(e);
    if (e.binds.empty()) body = Body(e.next);
}

/// Marks the variables that GHC knows to be constructors.
inline void mark(Expr& e, Vars& built) {
    for (Bind const& bind : e.binds)
        if (bind.kind == Bind::con) add(built, Vars{bind.var});
    for (Bind& bind : e.binds)
        if (bind.body) mark(*bind.body, built);
    if (e.kind == Expr::variable && e.args[0].kind == Atom::variable)
        e.is_built = contains(built, e.args[0].var);
    for (Body const* const part : {&e.next, &e.other, &e.scrutinee})
        if (*part) mark(**part, built);
    for (Alternative& alternative : e.alternatives) mark(*alternative.body, built);
}
inline void analyse(Function& function) {
    analyse(function.body);
    Vars built;
    mark(*function.body, built);
}

}  // namespace differential
