// expect: trav: the elements of values that cross between ranks need to be numbers or texts, or vectors,
//     pairs or options of such; no pointers, which mean something in one rank only
// lines: 27
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>

#include <cstdint>
#include <string>
#include <vector>

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets, sizes{8};
    std::string const maker = "maker";
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets, sizes), comm);
        auto retainers = trav::by_retainer<std::uint32_t>([](std::uint32_t) { return true; },
                                                          [&](std::uint32_t) { return &maker; }, 8,
                                                          [](std::string const* name) { return *name; });
        trav::Profiler profiler{trav::distributed::SharedGraph(comm, part), retainers};
    });
}
