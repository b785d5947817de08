// Profiles of programs on the mock GHC machine: calls for the oracle. The steps of a case are the program,
// which has eight variables.
#pragma once

#include "printed.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/machine/machine.hpp>
#include <trav/ghc/profile/lives.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/profiler.hpp>

#include <functional>
#include <string>
#include <vector>

namespace oracle {

using trav::ghc::Closure, trav::ghc::Code, trav::ghc::Eval, trav::ghc::Machine, trav::ghc::Ref,
    trav::ghc::Scc;

/// The contents of a variable: values that can be evaluated, including pairs, or mutable objects.
enum class Kind { nothing, lifted, pair, variable, mvar, tvar, other };

inline Eval pair_of(Machine& m, Ref x, Ref y) { co_return m.con("Pair", x, y); }
inline Eval same_as(Machine&, Ref x) { co_return x; }
inline Eval first_of(Machine&, Ref pair) {
    Ref const evaluated = co_await std::move(pair);
    co_return evaluated[0];
}
inline Eval wait_for(Machine& m, Ref mvar, Ref held) {
    co_await m.take(mvar);
    co_return held;
}

// Transactions of threads: they wait for a variable, or for an MVar in the middle of a transaction.
inline Eval gives_up(Machine& m, Ref tvar, Ref held, Ref) {
    co_await m.write_tvar(tvar, held);
    co_return m.retry();
}
inline Eval takes(Machine& m, Ref mvar, Ref) { co_return m.take(mvar); }
inline Eval writes_and(Machine& m, Ref tvar, Ref held, Ref first, Ref second, Ref) {
    co_await m.write_tvar(tvar, held);
    co_return m.or_else(first, second);
}
inline Eval runs(Machine& m, Ref action) { co_return m.atomically(action); }

/// make: b % 16 chooses the kind of object, a the variable; link: writes to the object of a; cut: empties the
/// variable; use: evaluates it; census: a major collection, and so a sample.
inline Eval program(Machine& m, Case const* c) {
    constexpr std::size_t variables = 8;
    std::vector<Ref> held(variables, m.con("I#", 0));
    std::vector<Kind> kinds(variables, Kind::lifted);
    for (Step const& step : c->steps) {
        std::size_t const a = at(step.a) % variables, x = at(step.b) / 16 % variables,
                          y = at(step.b) / 128 % variables;
        auto const lifted = [&](std::size_t i) { return kinds[i] == Kind::lifted || kinds[i] == Kind::pair; };
        Scc const scc = m.scc(std::string{'k', static_cast<char>('A' + step.a % 5)});
        auto const make = [&](Kind kind, Ref made) { kinds[a] = kind, held[a] = std::move(made); };
        switch (step.what) {
        case Do::make:
            if (!held[x] || !held[y]) break;
            switch (step.b % 16) {
            case 0: make(Kind::lifted, m.con("I#", 7)); break;
            case 1: make(Kind::pair, m.con("Pair", held[x], held[y])); break;
            case 2: make(Kind::pair, m.thunk("<pair>", pair_of, held[x], held[y])); break;
            case 3:
                if (lifted(x)) make(kinds[x], m.thunk("<same>", same_as, held[x]));
                break;
            case 4:
                if (kinds[x] == Kind::pair) make(Kind::other, m.selector(1, held[x]));
                break;
            case 5: make(Kind::variable, m.mut_var(held[x])); break;
            case 6: make(Kind::variable, m.array(at(step.b) % 5 + 1, held[x])); break;
            case 7: make(Kind::other, m.bytes(at(step.b) % 50)); break;
            case 8: make(Kind::other, m.weak(held[x], held[y])); break;
            case 9:
                if (kinds[x] == Kind::variable) make(Kind::other, m.read(held[x]));
                break;
            case 10: make(Kind::mvar, m.mvar()); break;
            case 11:
                if (kinds[x] == Kind::mvar) m.fork(wait_for(m, held[x], held[y]));
                else if (kinds[x] == Kind::pair) make(Kind::other, m.thunk("<first>", first_of, held[x]));
                break;
            case 12:
            case 13: make(Kind::tvar, m.tvar(held[x])); break;
            case 14:
            case 15: {
                Ref const v = kinds[x] == Kind::tvar ? held[x] : m.tvar(held[x]);
                Ref const first = m.fun("gives_up", gives_up, v, held[y]),
                          second = m.fun("takes", takes, kinds[y] == Kind::mvar ? held[y] : m.mvar());
                if (step.b % 16 == 14) m.fork(runs(m, first));
                else m.fork(runs(m, m.fun("writes_and", writes_and, v, held[y], first, second)));
                break;
            }
            }
            break;
        case Do::link:
            if ((kinds[a] == Kind::variable || kinds[a] == Kind::tvar) && held[x]) m.write(held[a], held[x]);
            break;
        case Do::cut: kinds[a] = Kind::nothing, held[a] = {}; break;
        case Do::use:
            if (lifted(a)) held[a] = co_await held[a];
            break;
        case Do::move: co_await m.yield(); break;
        case Do::census: co_await m.perform_major_gc(); break;
        default: break;
        }
    }
    co_return m.unit();
}

/// Runs the program, and calls sample(machine) after each collection.
inline void run_program(Case const& c, Machine& m, std::function<void(Machine&)> sample) {
    m.on_collection(std::move(sample));
    m.run(program(m, &c));
    m.shutdown();
}

/// Reachable objects by retainer set, at each census.
inline Lines machine_retainers(Case const& c) {
    Machine m;
    auto retainers = trav::ghc::by_retainer(m.heap(), at(c.cap));
    trav::Profiler profiler{trav::ghc::Graph(m.heap()), retainers};
    run_program(c, m, [&](Machine& machine) {
        profiler.sample(machine.heap().roots(), static_cast<double>(machine.clock().collections()));
    });
    Lines lines;
    for (auto const& line : profiler.profile().by(retainers).lines) lines[line.texts] = line.amounts;
    return lines;
}

/// Bytes by phase, at each census.
inline Series machine_phases(Case const& c) {
    Machine m({.heap = {.ldv = true}});
    trav::ghc::Lives lives(m.heap());
    trav::Profiler profiler{trav::ghc::Graph(m.heap()), lives.biography()};
    run_program(c, m, [&](Machine& machine) {
        profiler.sample_heap(machine.heap().roots(), static_cast<double>(machine.clock().collections()));
        machine.heap().next_era();
    });
    Series phases;
    for (auto const& line : profiler.profile().by(lives.biography()).lines)
        for (Amount const& amount : line.amounts)
            phases[line.texts[0]].push_back(static_cast<int>(amount.bytes));
    return phases;
}

}  // namespace oracle
