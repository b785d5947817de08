// The names of trav/dump/any_dump.hpp that heapprof uses everywhere.
#pragma once

#include <trav/dump/any_dump.hpp>
#include <trav/dump/edge_set.hpp>

namespace heapprof {

using trav::dump::AnyDump;
using trav::dump::EdgeSet;
using trav::dump::LinkRule;
using trav::dump::Node;

}  // namespace heapprof
