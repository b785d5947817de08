// expect: trav: breakdowns are used by reference, and asked for later: give this one a name first
// lines: 18
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>

#include <cstdint>
#include <vector>

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets, sizes{8};
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets, sizes), comm);
        trav::Profiler profiler{trav::distributed::SharedGraph(comm, part),
                                trav::by("all", [](std::uint32_t) { return 0; })};
    });
}
