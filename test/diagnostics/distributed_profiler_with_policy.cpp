// expect: trav: a breakdown with a policy, as that by dominators is, cannot be had of several ranks, nor
//     of a file: a policy visits objects in an order, and there is none
// lines: 18
#include <trav/distributed/part.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/profiler.hpp>

#include <cstdint>
#include <string>
#include <vector>

struct Depths {
    struct Depth {
        using node_data = int;
        void visit(auto&) {}
    };
    Depth depth;
    std::string name() const { return "depth"; }
    Depth& policy() { return depth; }
    int key(std::uint32_t, int const* found) const { return found ? *found : 0; }
    trav::Band band(int key) const { return {std::to_string(key)}; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets, sizes{8};
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartOf const part(trav::Csr(offsets, targets, sizes), comm);
        Depths depths;
        trav::Profiler profiler{trav::distributed::SharedGraph(comm, part), depths};
    });
}
