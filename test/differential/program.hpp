// Small lazy programs, for GHC (haskell.hpp) and for the machine (interpreter.hpp).
//
// A program has functions, constants (CAFs), and a main function of statements. Its data types are
//
//     data D = Z | A D | B D D | C D D D | N Int# | K Int | W P | G (D -> D) | R (MutVar# RealWorld D) | ...
//     data P = P D D
//
// A function may also take a counter of type Int#, so that its recursion ends. An action is a function of
// the state, `State# RealWorld -> (# State# RealWorld, D #)`: a thread, a transaction, a finalizer, or the
// argument of catch#. A handler takes an exception first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace differential {

/// From mut_var on, objects of the runtime: MutVar#, MVar#, TVar#, Weak#, ThreadId#.
enum class Sort {
    data,
    pair,
    function,
    counter,
    action,
    transaction,
    handler,
    mut_var,
    mvar,
    tvar,
    weak,
    thread
};

/// A variable; numbers are unique within a function and all code inside of it.
struct Var {
    Sort sort = Sort::data;
    std::size_t number = 0;
    bool forced = false;  // known to be a value: the result of an evaluation, or a constructor

    std::string name() const {
        return (forced ? 'v' : "dpgnaqhrmtxi"[static_cast<int>(sort)]) + std::to_string(number) + 'x';
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
    enum Kind { thunk, con, lambda, selector, action, handler } kind = thunk;
    Var var{};
    Body body{};               // of a thunk, lambda, action or handler
    Var parameter{};           // of a lambda or handler; the selector's pair
    Con constructor = Con::A;  // of `con`
    std::vector<Atom> fields{};
    long number = 0;  // in N and K; the selector's field
    Vars free{};      // filled in by analyse(), as are these:
    std::string description{}, type{};
    std::vector<std::size_t> constants{};  // that its code refers to
    Vars layout{};                         // `free`, and the parameter

    bool has_parameter() const { return kind == lambda || kind == handler; }
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
        perform,     // unsafePerformIO var, an action
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
        new_weak,  // with the finalizer `second`, if any
        read_weak,
        new_mvar,  // full if there are args
        take,
        put,
        read,
        try_take,
        try_put,
        yield,
        delay,         // for no time
        fork,          // var is an action; yields at once
        kill,          // var is a thread, args[0] the exception
        catch_action,  // var is an action, second its handler
        new_tvar,
        read_tvar_io,
        atomically,  // var is a transaction
        read_tvar,   // here and below: of a transaction
        write_tvar,
        check,   // retries if var is Z
        or_else  // var and second are transactions
    } operation = none;
    bool gives_exception = false;  // of `attempt`
    std::string scc{};             // around all of it
    std::vector<Bind> binds{};
    Body scrutinee{}, next{}, other{};
    std::vector<Alternative> alternatives{};
    Con constructor = Con::A;
    std::size_t function = 0;
    Number number{};
    Var var{}, second{}, result{};
    bool has_second = false;
    std::vector<Atom> args{};
    Vars free{};                           // filled in by analyse(), as are these:
    std::vector<std::size_t> constants{};  // to which it refers, without code of closures
    bool is_built = false;  // a variable that a `let` of a constructor binds: GHC does not enter it

    bool uses_var() const {
        if (kind == apply || kind == perform) return true;
        return kind == statement && operation != none && operation != collect && operation != evaluate &&
               operation != attempt && operation != new_ref && operation != new_mvar && operation != yield &&
               operation != delay && operation != new_tvar;
    }
};

inline constexpr std::size_t most_fields = 6;  ///< of a closure: its free variables, and its argument

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
    bool threads = false;  // which may still run when main has ended: GHC then flushes its files
};

}  // namespace differential
