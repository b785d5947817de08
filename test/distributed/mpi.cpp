// test/distributed/mpi.cpp: a program of its own, which mpirun starts: ranks.hpp says what must hold.
#include <trav/distributed/mpi.hpp>

#include "distributed/ranks.hpp"

#include <cstdint>

using trav::distributed::Mpi;

static_assert(trav::distributed::Communicator<Mpi>);

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    std::uint64_t faults = 0;
    {
        Mpi comm;
        faults = test::faults(comm);
    }
    MPI_Finalize();
    return faults == 0 ? 0 : 1;
}
