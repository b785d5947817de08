// The ranks of heapprof-mpi: processes of MPI's, which save what they find if they are told where.
#pragma once

#include <trav/distributed/checkpoint.hpp>
#include <trav/distributed/mpi.hpp>

#include <optional>

namespace heapprof {

using Ranks = trav::distributed::Checkpointed<trav::distributed::Mpi>;

/// Made and ended by main.cpp.
inline std::optional<Ranks> ranks;

}  // namespace heapprof
