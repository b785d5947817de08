// Three ranks profile a heap and solve a flow over it. Each rank has a part of the heap. The ranks are
// threads here, and processes in an MPI program.
#include <trav/distributed/checkpoint.hpp>
#include <trav/distributed/merge.hpp>
#include <trav/distributed/part.hpp>
#include <trav/distributed/part_by_address.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstdint>
#include <iostream>
#include <map>
#include <vector>

using Node = std::uint32_t;

struct Distance {  // from the nearest source
    using value = std::uint32_t;
    static constexpr bool portable = true;  // a number means the same in all ranks
    value join(value a, value b) const { return a < b ? a : b; }
    value transfer(Node, value own) const { return own + 1; }
};

int main() {
    // 0 -> 2 -> 4, 1 -> 3 -> 5, 3 -> 4
    std::vector<Node> const offsets{0, 1, 2, 3, 5, 5, 5}, targets{2, 3, 4, 4, 5}, sizes{16, 16, 16, 24, 8, 8};
    trav::Csr const heap(offsets, targets, sizes);

    trav::distributed::on_threads(3, [&](auto& comm) {
        trav::distributed::PartOf const part(heap, comm);
        trav::RootSets<Node> roots{{"cache", Node{0}}, {"sessions", Node{1}}};
        trav::distributed::SharedGraph const shared(comm, part);
        trav::Profiler profiler{shared, roots};
        profiler.sample({0, 1}, 0.0);
        auto const profile = trav::distributed::merged(comm, profiler.profile());
        if (!profile) return;  // another rank has it
        for (auto const& line : profile->by(roots).lines)
            std::cout << line.texts[0] << ": " << line.sum().bytes << " bytes\n";
    });

    trav::distributed::on_threads(3, [&](auto& comm) {
        trav::distributed::PartOf const part(heap, comm);
        Distance distance;
        trav::distributed::SharedGraph const shared(comm, part);
        auto const found = trav::solve(shared, {{0, 0}, {1, 0}}, distance);
        std::uint64_t two_away = 0;  // of this rank's objects
        for (std::uint64_t n = part.first(); n != part.first() + part.count(); ++n)
            if (auto const* const steps = found.find(n)) two_away += *steps == 2;
        two_away = comm.sum(two_away);
        if (comm.rank() == 0) std::cout << two_away << " objects are two steps from a root\n";
    });

    std::map<std::uint64_t, std::vector<std::uint64_t>> const pointers{
        {64, {80}}, {80, {4096}}, {4096, {64}}};
    trav::distributed::on_threads(2, [&](auto& comm) {
        std::vector<std::uint64_t> own{64, 80};
        if (comm.rank() == 1) own = {4096};
        trav::distributed::PartByAddress<Node> const part(
            comm, own, [&](std::uint64_t object) { return pointers.at(object); },
            [](std::uint64_t) { return 16; });
        std::vector<trav::Source<Node, std::uint32_t>> sources;
        if (auto const n = part.number(64)) sources.push_back({*n, 0});
        Distance distance;
        trav::distributed::SharedGraph const shared(comm, part);
        auto const found = trav::solve(shared, sources, distance);
        if (auto const n = part.number(4096))
            std::cout << *found.find(*n) << " steps to the object at 4096\n";
    });

    trav::distributed::on_threads(3, [&](auto& threads) {
        trav::distributed::Checkpointed comm(threads, "saved", 60, "distances from 0 and 1");
        trav::distributed::PartOf const part(heap, comm);
        Distance distance;
        trav::distributed::SharedGraph const shared(comm, part);
        auto const found = trav::solve(shared, {{0, 0}, {1, 0}}, distance);
        if (auto const* const steps = found.find(5)) std::cout << "5 is " << *steps << " steps away\n";
        comm.remove();  // the answer is safe
    });
}
