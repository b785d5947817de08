// test/ghc/on_machine.hpp: what the tests of the machine's parts begin with.
#pragma once

#include <trav/ghc/machine/machine.hpp>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::ClosureType;
using ghc::Code;
using ghc::Eval;
using ghc::Machine;
using ghc::Ref;

inline Code const Int = "I#";

inline long number(Ref const& r) { return static_cast<long>(r.word()); }
