// The DumpProfiler of heapprof-mpi: each rank profiles a part of each dump.
#pragma once

#include "../question/dump_profiler.hpp"

namespace heapprof {

/// Thrown by all ranks except the first when no common work is left: the first rank writes the answer.
struct LeftToTheFirst {};

/// Uses the ranks of ranks.hpp. Only the first rank gets the profiles; the others get empty ones.
DumpProfiler const& all_ranks();

}  // namespace heapprof
