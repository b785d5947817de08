// expect: trav: this is no part of a graph: it needs 'using node = ...', an unsigned integer, first(),
//     count(), total(), begin_of(rank) and children(node); see trav/distributed/part.hpp
// lines: 35
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>

#include <cstdint>
#include <vector>

struct Masks {
    using value = std::uint32_t;
    static constexpr bool portable = true;
    value join(value a, value b) { return a | b; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets;
    std::vector<trav::Source<std::uint32_t, std::uint32_t>> const sources{{0, 1}};
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::Csr const whole(offsets, targets);
        Masks flow;
        trav::solve(trav::distributed::SharedGraph(comm, whole), sources, flow);
    });
}
