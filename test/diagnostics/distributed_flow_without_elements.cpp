// expect: trav: the values of this flow cannot cross between ranks: say 'static constexpr bool portable =
//     true' if a value means the same in all of them, or give the flow elements(value) and
//     of(elements); see trav/distributed/shared_graph.hpp
// lines: 22
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>

#include <cstdint>
#include <vector>

struct Masks {  // may be the numbers of sets in a table, which differ from rank to rank
    using value = std::uint32_t;
    value join(value a, value b) { return a | b; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets;
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets), comm);
        Masks flow;
        auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), {{0, 1}}, flow);
    });
}
