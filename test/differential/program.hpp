// Small lazy programs, for GHC (haskell.hpp) and for the machine (interpreter.hpp).
//
// A program has functions, constants (CAFs), and a main function of statements. Its types are D -> D and
//
//     data D = Z | A D | B D D | C D D D | N Int# | K Int | W P | G (D -> D) | R (MutVar# RealWorld D) | ...
//     data P = P D D
//
// A function may also take a counter of type Int#, so that its recursion ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace differential {

/// The last four are the runtime's objects: MutVar#, MVar#, TVar#, Weak#.
enum class Sort { data, pair, function, counter, mut_var, mvar, tvar, weak };

/// A variable; numbers are unique within a function and all code inside of it.
struct Var {
    Sort sort = Sort::data;
    std::size_t number = 0;
    bool forced = false;  // known to be a value: the result of an evaluation, or a constructor

    std::string name() const {
        return (forced ? 'v' : "dpgnrmtx"[static_cast<int>(sort)]) + std::to_string(number) + 'x';
    }
    bool operator==(Var const& other) const { return number == other.number; }
    bool operator<(Var const& other) const { return number < other.number; }
};
using Vars = std::vector<Var>;

/// An argument: a variable, Z, or a constant of the program.
struct Atom {
    enum Kind { variable, zero, constant } kind = zero;
    Var var{};
    std::size_t number = 0;  // of a constant
};

/// A number of type Int#: `literal`, or `counter + literal`.
struct Number {
    bool counts = false;
    Var counter{};
    long literal = 0;
};

enum class Con { Z, A, B, C, N, K, W, G, R, M, T, X, P };
inline char const* name(Con con) {
    static constexpr char const* names[] = {"Z", "A", "B", "C", "N", "K", "W", "G", "R", "M", "T", "X", "P"};
    return names[static_cast<int>(con)];
}

struct Expr;
using Body = std::shared_ptr<Expr>;

/// `let var = ...`.
struct Bind {
    enum Kind { thunk, con, lambda, selector } kind = thunk;
    Var var{};
    Body body{};               // of a thunk or lambda
    Var parameter{};           // of a lambda; the selector's pair
    Con constructor = Con::A;  // of `con`
    std::vector<Atom> fields{};
    long number = 0;  // in N and K; the selector's field
    Vars free{};      // filled in by analyse(), as are these:
    std::string description{}, type{};
    std::vector<std::size_t> constants{};  // that its code refers to
    Vars layout{};                         // `free`, and a lambda's parameter
};

struct Alternative {
    bool others = false;  // `_ ->`
    Con constructor = Con::Z;
    Vars fields{};
    Body body{};
};

struct Expr {
    enum Kind {
        let,         // binds, which may refer to each other, in next
        scrutinize,  // case scrutinee of alternatives; the scrutinee is a variable or a call
        test,        // case counter of { 0# -> next; _ -> other }
        variable,    // args[0]
        build,       // constructor args
        call,        // function (number) args
        apply,       // var args[0]
        raise,       // args[0] is the exception
        statement,   // result <- operation; next
        finish       // return args[0]
    } kind = variable;
    /// `attempt` evaluates; its value is args[0] if an exception comes, or else the exception.
    enum Operation {
        none,
        collect,
        evaluate,
        attempt,
        new_ref,
        read_ref,
        write_ref,
        new_weak,
        read_weak
    } operation = none;
    bool gives_exception = false;  // of `attempt`
    std::string scc{};             // around all of it
    std::vector<Bind> binds{};
    Body scrutinee{}, next{}, other{};
    std::vector<Alternative> alternatives{};
    Con constructor = Con::A;
    std::size_t function = 0;
    Number number{};
    Var var{}, result{};
    std::vector<Atom> args{};
    Vars free{};                           // filled in by analyse(), as are these:
    std::vector<std::size_t> constants{};  // to which it refers, without code of closures
    bool is_built = false;  // a variable that a `let` of a constructor binds: GHC does not enter it
};

struct Function {
    Vars parameters{};  // a counter comes first
    Body body{};
    std::size_t variables = 0;  // their numbers are less

    bool counts() const { return !parameters.empty() && parameters[0].sort == Sort::counter; }
};

struct Program {
    unsigned seed = 0;
    std::string name;  // a prefix of its names, such as p17
    std::vector<Function> functions{}, constants{};
    Function main{};
};

/// The text and type in GHC's profiles, by variable.
inline std::string type_of(Sort sort) {
    switch (sort) {
    case Sort::pair: return "P";
    case Sort::function: return "->D";
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
    if (bind.kind == Bind::lambda) remove(used, bind.parameter);
    if (bind.kind == Bind::selector) add(used, Vars{bind.parameter});
    add(used, bind.fields);
    return used;
}
inline void analyse_let(Expr& e) {
    Vars used = e.next->free;
    for (Bind& bind : e.binds) {
        bind.free = free_in(bind);
        bind.layout = bind.free;
        if (bind.kind == Bind::lambda) bind.layout.push_back(bind.parameter);
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
    if (e.kind == Expr::apply || (e.kind == Expr::statement && e.operation > Expr::new_ref))
        add(free, Vars{e.var});
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

inline constexpr std::size_t most_fields = 6;  ///< of a closure: its free variables, and its argument

/// Whether GHC makes a thunk of it. It floats bindings out of a thunk that ends in a constructor or an error,
/// or looks at such a binding; a variable is another name.
inline bool works(Expr const& e, Vars const& bound = {}) {
    if (e.kind == Expr::let) {
        Vars all = bound;
        for (Bind const& bind : e.binds) add(all, Vars{bind.var});
        return works(*e.next, all);
    }
    if (e.kind == Expr::scrutinize && e.scrutinee->kind == Expr::variable &&
        contains(bound, e.scrutinee->args[0].var))
        return false;
    return e.kind != Expr::variable && e.kind != Expr::build && e.kind != Expr::raise;
}
/// Whether GHC compiles it to the closures that it shows, and the interpreter has room for them.
inline bool is_sound(Expr const& e) {
    for (Bind const& bind : e.binds) {
        if (bind.body && (!is_sound(*bind.body) || bind.free.size() >= most_fields)) return false;
        if (bind.kind == Bind::thunk && !works(*bind.body)) return false;
        if (bind.kind == Bind::lambda && bind.free.empty()) return false;
    }
    for (Body const* const part : {&e.next, &e.other, &e.scrutinee})
        if (*part && !is_sound(**part)) return false;
    for (Alternative const& alternative : e.alternatives)
        if (!is_sound(*alternative.body)) return false;
    return true;
}
inline bool is_sound(Program const& program) {
    for (Function const& constant : program.constants)  // GHC makes its bindings constants, too
        if (constant.body->kind == Expr::let || !works(*constant.body)) return false;
    for (auto* const all : {&program.functions, &program.constants})
        for (Function const& each : *all)
            if (!is_sound(*each.body)) return false;
    return is_sound(*program.main.body);
}

}  // namespace differential
