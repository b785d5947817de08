// trav/all.hpp: all headers whose libraries are installed: Boost.Hana, Boost.Graph, range-v3, fmt, zlib. For
// experiments only: it takes long to compile.
#pragma once

#include "allocations.hpp"
#include "distributed.hpp"
#include "profile/coverage.hpp"
#include "strategy/parallel.hpp"
#include "trav.hpp"

#if __has_include(<sys/mman.h>)
#include "dump/csr/sort_edges.hpp"
#include "dump/csr/writer.hpp"
#include "flow/streamed_graph.hpp"
#include "graph/mapped.hpp"
#include "graph/row_blocks.hpp"
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
