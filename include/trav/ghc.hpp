// trav/ghc.hpp: a mock of GHC's heap, a lazy machine that runs programs on it, and GHC's heap profiler.
#pragma once

#include "ghc/heap/graph.hpp"
#include "ghc/heap/heap.hpp"
#include "ghc/machine/machine.hpp"
#include "ghc/profile/heap_profile.hpp"
#include "ghc/profile/options_parser.hpp"
#include "ghc/profile/prof.hpp"
