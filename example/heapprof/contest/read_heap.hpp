// Reads any dump into arrays.
#pragma once

#include "graph_methods.hpp"

#include <trav/dump/input.hpp>

#include <string>

namespace contest {

/// Reads a dump's objects in file order, its strong references, its roots and its format's default retainers.
/// Without named roots, the objects without referrers are the roots. Throws dump::Error if the dump cannot be
/// read or has nothing to walk.
HeapArrays read_heap(std::string const& file, trav::dump::Progress progress);

}  // namespace contest
