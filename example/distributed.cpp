// Three ranks profile a heap of which each has a part. Here they are threads; in a program of MPI's,
// processes.
#include <trav/distributed/part.hpp>
#include <trav/distributed/profiler.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/root_set.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    using Node = std::uint32_t;
    // 0 -> 2 -> 4, 1 -> 3 -> 5, 3 -> 4
    std::vector<Node> const offsets{0, 1, 2, 3, 5, 5, 5}, targets{2, 3, 4, 4, 5}, sizes{16, 16, 16, 24, 8, 8};
    trav::Csr const heap(offsets, targets, sizes);

    trav::distributed::on_threads(3, [&](auto& comm) {
        trav::distributed::PartOf const part(heap, comm);
        trav::RootSets<Node> roots{{"cache", Node{0}}, {"sessions", Node{1}}};
        trav::distributed::Profiler profiler{comm, part, roots};
        profiler.sample({0, 1}, 0.0);
        auto const profile = profiler.profile();
        if (!profile) return;  // another rank has it
        for (auto const& line : profile->by(roots).lines)
            std::cout << line.texts[0] << ": " << line.sum().bytes << " bytes\n";
    });
}
