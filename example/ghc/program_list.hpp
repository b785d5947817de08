// Declarations shared by the programs: how to run one, and the names of all.
#pragma once

#include "prelude.hpp"
#include "standard_output.hpp"

#include <span>
#include <string>

/// Runs from the main thread's first step to the last collection. `main` retains its variables, as in a
/// program that GHC compiled without optimization.
inline void run_program(prelude::Machine& m, prelude::Eval (*main)(prelude::Machine&, long),
                        std::span<std::string const> args) {
    prelude::share_small_values(m);
    prelude::begin_runtime(m);
    {
        prelude::Scc const scc = m.scc("main");
        m.run(main(m, prelude::factor(args)), m.heap().ccs());
    }
    m.shutdown();
}

#define TRAV_PROGRAM(name) void name(trav::ghc::Machine&, std::span<std::string const> args)
TRAV_PROGRAM(actors);
TRAV_PROGRAM(biography);
TRAV_PROGRAM(blocked);
TRAV_PROGRAM(hscenv);
TRAV_PROGRAM(killed);
TRAV_PROGRAM(lazysum);
TRAV_PROGRAM(lostretainer);
TRAV_PROGRAM(masked);
TRAV_PROGRAM(parallel);
TRAV_PROGRAM(primes);
TRAV_PROGRAM(sharing);
TRAV_PROGRAM(stm);
TRAV_PROGRAM(tree);
TRAV_PROGRAM(wordfreq);
#undef TRAV_PROGRAM
