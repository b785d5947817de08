// trav/trav.hpp: the header for programs that profile their own heap: graphs, the engine, profilers with all
// breakdowns, dominators, paths, checks and text tables.
//
// It needs only the standard library; cmake/single_header.cmake writes it as one file. It excludes headers
// that start threads, map files or track allocations. engine.hpp compiles faster.
#pragma once

#include "check.hpp"
#include "engine.hpp"
#include "graph/checked_csr.hpp"
#include "graph/filter_named_edges.hpp"
#include "graph/objects.hpp"
#include "path.hpp"
#include "profile.hpp"
#include "report/hp/hp.hpp"
#include "report/table.hpp"
#include "strategy/memory_sweep.hpp"
#include "strategy/pointer_reversal.hpp"
