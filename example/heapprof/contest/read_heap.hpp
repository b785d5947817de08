// Any dump that can be read as arrays.
#pragma once

#include "graph_methods.hpp"

#include <trav/dump/input.hpp>

#include <string>

namespace contest {

/// A dump's objects in its order, its strong references, its roots, and who is a retainer in its format. If
/// it names no roots, they are the objects that no other refers to. Throws dump::Error if it cannot be read,
/// or nothing in it can be walked.
HeapArrays read_heap(std::string const& file, trav::dump::Progress progress);

}  // namespace contest
