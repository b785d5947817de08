// trav/trav.hpp: the engine with its stores and strategies, fuse, flows, and the graphs that need no other
// library. No views, no profilers.
#pragma once

#include "flow/solve.hpp"
#include "graph/csr.hpp"
#include "graph/filter_edges.hpp"
#include "graph/from.hpp"
#include "graph/graph.hpp"
#include "graph/reverse.hpp"
#include "graph/sized.hpp"
#include "graph/via.hpp"
#include "policy/fuse.hpp"
#include "policy/policy.hpp"
#include "store/dense.hpp"
#include "store/hashed.hpp"
#include "store/header_word.hpp"
#include "store/in_node.hpp"
#include "strategy/breadth_first.hpp"
#include "strategy/counted.hpp"
#include "strategy/depth_first.hpp"
#include "strategy/mark_stack.hpp"
#include "strategy/prefetch.hpp"
#include "traverse_heap.hpp"
