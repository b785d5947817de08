// expect: trav: a policy cannot be run by several ranks: it visits objects in an order, and there is none
//     between ranks. Ask by a flow, which has none
// lines: 16
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>

#include <cstdint>
#include <vector>

struct Depth {
    using node_data = std::uint32_t;
    void visit(auto&) {}
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets, roots{0};
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets), comm);
        Depth policy;
        trav::solve(trav::distributed::SharedGraph(comm, part), roots, policy);
    });
}
