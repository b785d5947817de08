// trav/dump.hpp: the heaps of other programs, read from the dumps that they wrote.
#pragma once

#include "dump/dump.hpp"
#include "dump/dump_graph.hpp"
#include "dump/graph/edge_list.hpp"
#include "dump/graph/reader.hpp"
#include "dump/groups.hpp"
#include "dump/jvm/heap.hpp"
#include "dump/jvm/reader.hpp"
#include "dump/retention.hpp"
#include "dump/selector.hpp"
#include "dump/v8/devtools.hpp"
#include "dump/v8/dump.hpp"
#include "dump/v8/links.hpp"
#include "dump/v8/reader.hpp"
#include "dump/v8/snapshot.hpp"
