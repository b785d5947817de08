// expect: trav: the elements of values that cross between ranks need to be numbers or texts, or vectors,
//     pairs or options of such; no pointers, which mean something in one rank only
// lines: 22
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>

#include <cstdint>
#include <vector>

struct Owners {
    using value = std::uint32_t;
    value join(value a, value b) { return a | b; }
    std::vector<char const*> elements(value) { return {}; }
    value of(std::vector<char const*>) { return 0; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets;
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets), comm);
        Owners flow;
        auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), {{0, 1}}, flow);
    });
}
