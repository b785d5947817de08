// test/distributed/pbgl.cpp: a program of its own, started by mpirun; ranks.hpp has the checks.
#include <trav/distributed/pbgl.hpp>

#include "distributed/ranks.hpp"

#include <boost/mpi/environment.hpp>

using trav::distributed::Pbgl;

static_assert(trav::distributed::Communicator<Pbgl>);

int main(int argc, char** argv) {
    boost::mpi::environment const environment(argc, argv);
    Pbgl comm;
    return test::faults(comm) == 0 ? 0 : 1;
}
