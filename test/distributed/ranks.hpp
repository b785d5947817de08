// The checks for ranks that are processes, in a program that mpirun starts with 1, 2, 3, 4 and 7 of them:
// every rank receives the messages sent to it, and finds the same as one process.
#pragma once

#include "distributed/support.hpp"

#include <trav/distributed/shared_graph.hpp>
#include <trav/flow/solve.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace test {

inline std::uint64_t failed = 0;
inline void check(bool good, char const* what) {
    if (good) return;
    ++failed;
    std::fprintf(stderr, "does not hold: %s\n", what);
}

/// Long messages arrive whole; several rounds do not mix.
void exchange(auto& comm) {
    for (std::size_t const length : {0u, 1u, 1000u, 3000000u})
        for (unsigned round = 0; round != 3; ++round) {
            trav::distributed::Messages messages(comm.size());
            for (std::size_t to = 0; to != comm.size(); ++to)
                messages[to] = trav::distributed::Message(length * (comm.rank() + 1) + to,
                                                          static_cast<std::byte>(round + to));
            trav::distributed::Messages const received = comm.exchange(std::move(messages));
            check(received.size() == comm.size(), "a message of each rank");
            for (std::size_t from = 0; from != comm.size(); ++from)
                check(received[from] ==
                          trav::distributed::Message(length * (from + 1) + comm.rank(),
                                                     static_cast<std::byte>(round + comm.rank())),
                      "what was sent here");
        }
    check(comm.sum(comm.rank() + 1) == comm.size() * (comm.size() + 1) / 2, "a sum of all ranks");
}

void solve(auto& comm) {
    RandomGraphs random(18);  // the same in all ranks
    for (int round = 0; round != 3; ++round)
        for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
            Arrays const whole(random.graph(kind, 300));
            Arrays const arrays = round == 2 ? whole.scattered() : whole;
            auto const graph = arrays.graph();
            trav::distributed::PartOf const part(graph, random_parts(random, arrays.count(), comm.size()),
                                                 comm.rank());
            auto const sources = bit_of_each_root(arrays);
            Masks flow;
            auto const expected = trav::solve_by_numbering(graph, sources, flow);
            auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), sources, flow);
            check(wrong_values(part, found, expected) == 0, "the values that one process finds");
        }
}

/// The number of faults in all ranks.
std::uint64_t faults(auto& comm) {
    exchange(comm);
    solve(comm);
    failed = comm.sum(failed);
    if (comm.rank() == 0) std::printf("%zu ranks, %llu faults\n", comm.size(), (unsigned long long)failed);
    return failed;
}

}  // namespace test
