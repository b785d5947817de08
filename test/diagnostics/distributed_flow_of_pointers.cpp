// expect: trav: values of a flow that is 'portable' cross between ranks as they lie in memory: they need
//     to be trivially copyable, and no pointers
// lines: 22
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>

#include <cstdint>
#include <vector>

struct Names {
    using value = char const*;
    static constexpr bool portable = true;
    value join(value a, value b) { return a < b ? a : b; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets;
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets), comm);
        Names flow;
        auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), {{0, "root"}}, flow);
    });
}
