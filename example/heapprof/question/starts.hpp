// The starting points of paths through a dump.
#pragma once

#include "../file/any_dump.hpp"

#include <vector>

namespace heapprof {

/// The global objects, if the dump has any, then the roots.
std::vector<Node> path_starts(AnyDump const& dump);

/// The roots as objects of the program: a node that only lists roots is replaced by the objects that it
/// lists.
std::vector<Node> root_objects(AnyDump const& dump);

}  // namespace heapprof
