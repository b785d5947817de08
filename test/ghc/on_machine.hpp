// test/ghc/on_machine.hpp: declarations for all tests of the machine.
#pragma once

#include <trav/ghc/machine/machine.hpp>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::ClosureType;
using ghc::Code;
using ghc::Eval;
using ghc::Machine;
using ghc::Ref;
using ghc::Scc;

inline Code const Int = "I#";

inline long number(Ref const& r) { return static_cast<long>(r.word()); }
