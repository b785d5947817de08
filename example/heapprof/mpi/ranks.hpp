// The ranks of heapprof-mpi: MPI processes, which save their results if a checkpoint folder is given.
#pragma once

#include <trav/distributed/checkpoint.hpp>
#include <trav/distributed/mpi.hpp>

#include <optional>

namespace heapprof {

using Ranks = trav::distributed::Checkpointed<trav::distributed::Mpi>;

/// Created and destroyed by main.cpp.
inline std::optional<Ranks> ranks;

}  // namespace heapprof
