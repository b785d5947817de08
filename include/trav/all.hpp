// trav/all.hpp: trav.hpp, what few need of it, and all that other libraries make possible, if they are found: described structs
// (Boost.Hana), Boost graphs, lazy views (range-v3). For the impatient: whoever minds how long a file
// compiles includes what it uses.
#pragma once

#include "graph/checked_csr.hpp"
#include "strategy/parallel.hpp"
#include "strategy/pointer_reversal.hpp"
#include "trav.hpp"

#if __has_include(<sys/mman.h>)
#include "graph/mapped.hpp"
#include "graph/write_csr.hpp"
#endif
#if __has_include(<boost/hana/accessors.hpp>)
#include "graph/reflect.hpp"
#endif
#if __has_include(<boost/graph/graph_traits.hpp>)
#include "graph/bgl.hpp"
#endif
#if __has_include(<range/v3/view/facade.hpp>)
#include "view/edges.hpp"
#include "view/postorder.hpp"
#include "view/preorder.hpp"
#endif
