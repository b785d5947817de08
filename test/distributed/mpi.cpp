// test/distributed/mpi.cpp: a program of its own, started by mpirun; ranks.hpp has the checks. With `die
// FOLDER` it saves its values there, and its second rank is killed; with `go-on FOLDER` it continues from
// there, without the file of a rank.
#include <trav/distributed/checkpoint.hpp>
#include <trav/distributed/mpi.hpp>

#include "distributed/flows.hpp"
#include "distributed/passes_on.hpp"
#include "distributed/ranks.hpp"

#include <csignal>
#include <cstdint>
#include <string>
#include <utility>

using trav::distributed::Mpi;

static_assert(trav::distributed::Communicator<Mpi>);

namespace {

// Ranks; the second one is killed in one of its exchanges.
struct Killed : test::PassesOn<Mpi> {
    int exchanges_before;

    trav::distributed::Messages exchange(trav::distributed::Messages messages) {
        if (rank() == 1 && exchanges_before-- == 0) (void)std::raise(SIGKILL);
        return PassesOn::exchange(std::move(messages));
    }
};

// A value goes round a cycle through all ranks.
std::uint64_t faults_if_killed(Mpi& mpi, std::string const& how, std::string const& folder) {
    test::Arrays const arrays(test::cycle(400, {3}));
    auto const graph = arrays.graph();
    auto const sources = test::bit_of_each_root(arrays);
    test::Masks flow;
    auto const expected = trav::solve_by_numbering(graph, sources, flow);
    Killed killed{{mpi}, how == "die" ? 3 : -1};  // the first one sets up
    trav::distributed::Checkpointed comm(killed, folder, 0, "a job");
    trav::distributed::PartOf const part(graph, comm);
    auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), sources, flow);
    test::check(test::wrong_values(part, found, expected) == 0, "the values that one process finds");
    test::check(comm.sum(comm.restored()) == comm.size() - 1, "all other ranks go on");
    return comm.sum(test::failed);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    std::uint64_t faults = 0;
    {
        Mpi comm;
        faults = argc == 3 ? faults_if_killed(comm, argv[1], argv[2]) : test::faults(comm);
    }
    MPI_Finalize();
    return faults == 0 ? 0 : 1;
}
