// expect: trav: this breakdown follows edges of its own, of which the part must be known: give the part a
//     'with(edges)', as trav::distributed::PartOf has it
// lines: 22
#include <trav/distributed/part_by_address.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/csr.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <cstdint>
#include <utility>
#include <vector>

struct Along : trav::RootSets<std::uint32_t> {
    trav::Csr<> other;
    trav::Csr<> const& edges() const { return other; }
};

int main() {
    std::vector<std::uint32_t> const offsets{0, 0}, targets;
    std::vector<std::uint64_t> const own{64}, none;
    trav::distributed::on_threads(1, [&](trav::distributed::Threads& comm) {
        trav::distributed::PartByAddress<std::uint32_t> part(
            comm, own, [&](std::uint64_t) { return none; }, [](std::uint64_t) { return 16; });
        Along along{{{"a", 0u}}, trav::Csr<>(offsets, targets)};
        trav::Profiler profiler{trav::distributed::SharedGraph(comm, std::move(part)), along};
    });
}
