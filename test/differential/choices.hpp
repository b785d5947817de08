// Random choices, and the variables in scope, for the generator.
#pragma once

#include "soundness.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace differential {

class Choices {
  protected:
    Choices(std::uint64_t seed, std::string const& name) : state_(seed * 0x9E3779B97F4A7C15u + 1) {
        program_.name = name;
    }

    /// What code may refer to.
    struct Scope {
        Vars data, pairs, functions, refs, weak, mvars, tvars, threads, actions, waits, transactions,
            handlers;
        Vars known;  // GHC knows something of the value
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
    /// A label of no other SCC of the program: in GHC, two SCCs with one label are two cost centres.
    std::string new_label() {
        std::size_t number = below(9);
        while (!labels_.insert(number).second) ++number;
        return label("k" + std::to_string(number));
    }
    Var fresh(Sort sort) { return {sort, scope_.next++}; }

    Atom atom() {
        if (scope_.constants != 0 && one_in(6)) return {Atom::constant, {}, below(scope_.constants)};
        if (scope_.data.empty() || one_in(8)) return {};
        return {Atom::variable, any(scope_.data), 0};
    }

    bool can_call() const {
        return scope_.callable != 0 || scope_.self != ~std::size_t{0} || !scope_.functions.empty();
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
        switch (var.sort) {
        case Sort::pair: return scope_.pairs;
        case Sort::function: return scope_.functions;
        case Sort::action: return scope_.actions;
        case Sort::transaction: return scope_.transactions;
        case Sort::handler: return scope_.handlers;
        case Sort::mut_var: return scope_.refs;
        case Sort::mvar: return scope_.mvars;
        case Sort::tvar: return scope_.tvars;
        case Sort::weak: return scope_.weak;
        case Sort::thread: return scope_.threads;
        default: return scope_.data;
        }
    }

    std::uint64_t state_;
    Program program_;
    Scope scope_;
    std::set<std::size_t> labels_;
    bool raises_ = false, weak_ = false, threads_ = false;  // what the program does
};

}  // namespace differential
