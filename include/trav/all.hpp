// trav/all.hpp: everything for which the libraries are installed: Boost.Hana, Boost.Graph, range-v3, fmt,
// zlib. For trying things out; if compile time matters, include what you use.
#pragma once

#include "allocations.hpp"
#include "check.hpp"
#include "distributed.hpp"
#include "graph/checked_csr.hpp"
#include "graph/objects.hpp"
#include "path.hpp"
#include "profile.hpp"
#include "profile/coverage.hpp"
#include "strategy/in_memory_order.hpp"
#include "strategy/parallel.hpp"
#include "strategy/pointer_reversal.hpp"
#include "trav.hpp"

#if __has_include(<sys/mman.h>)
#include "dump/csr/sort_edges.hpp"
#include "dump/csr/writer.hpp"
#include "flow/solve_on_disc.hpp"
#include "graph/mapped.hpp"
#include "graph/write_breadth_first.hpp"
#include "graph/write_csr.hpp"
#include "graph/write_edges.hpp"
#endif
#if __has_include(<boost/hana/accessors.hpp>)
#include "graph/described_by_hana.hpp"
#include "graph/reflect.hpp"
#endif
#if __has_include(<boost/graph/graph_traits.hpp>)
#include "graph/bgl.hpp"
#endif
#if __has_include(<range/v3/view/facade.hpp>)
#include "view.hpp"
#endif
#if __has_include(<fmt/core.h>)
#include "ghc.hpp"
#include "report.hpp"
#endif
#if __has_include(<zlib.h>)
#include "dump.hpp"
#endif
