// trav/ghc.hpp: a mock of GHC's heap, programs that run on it, and GHC's profilers of both.
#pragma once

#include "ghc/heap/graph.hpp"
#include "ghc/heap/heap.hpp"
#include "ghc/machine/machine.hpp"
#include "ghc/profile/heap_profile.hpp"
#include "ghc/profile/options_parser.hpp"
#include "ghc/profile/prof.hpp"
