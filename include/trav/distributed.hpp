// trav/distributed.hpp: flows and profiles of graphs that are split between ranks. distributed/mpi.hpp, for
// ranks that are MPI processes, is separate because it needs MPI.
#pragma once

#include "distributed/communicator.hpp"
#include "distributed/ghosts.hpp"
#include "distributed/merge.hpp"
#include "distributed/part.hpp"
#include "distributed/part_by_address.hpp"
#include "distributed/shared_graph.hpp"
#include "distributed/threads.hpp"
#if __has_include(<sys/mman.h>)
#include "distributed/checkpoint.hpp"
#include "distributed/part_csr.hpp"
#endif
