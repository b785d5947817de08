// trav/distributed/pbgl.hpp: ranks of Boost.Graph.Parallel: its process group collects messages and delivers
// them when all ranks synchronise. For programs that already use that library; mpi.hpp has fewer
// dependencies. Needs Boost.Graph.Parallel and MPI: the CMake target trav::pbgl, if both are found.
//
//     boost::mpi::environment environment(argc, argv);
//     trav::distributed::Pbgl comm;                        // or Pbgl comm(process_group)
#pragma once

#include "communicator.hpp"
#include "mpi.hpp"  // MPI, without its bindings for C++

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <boost/graph/use_mpi.hpp>

#include <map>  // needed but not included by the next header

#include <boost/graph/distributed/mpi_process_group.hpp>
#include <boost/serialization/vector.hpp>

namespace trav::distributed {

/// A Communicator of a process group of Boost.Graph.Parallel.
class Pbgl {
    using Group = boost::graph::distributed::mpi_process_group;

  public:
    /// All processes.
    Pbgl() = default;
    /// The processes of a group. The group is copied, so that its messages are not mixed with others.
    explicit Pbgl(Group const& group) : group_(group) {}

    std::size_t rank() const { return static_cast<std::size_t>(process_id(group_)); }
    std::size_t size() const { return static_cast<std::size_t>(num_processes(group_)); }
    Messages exchange(Messages messages) {
        std::size_t const ranks = size(), own = rank();
        for (std::size_t rank = 0; rank != ranks; ++rank) {
            if (rank == own || messages[rank].empty()) continue;
            auto const* const bytes = reinterpret_cast<char const*>(messages[rank].data());
            send(group_, static_cast<int>(rank), tag,
                 std::vector<char>(bytes, bytes + messages[rank].size()));
        }
        synchronize(group_);
        Messages received(ranks);
        received[own] = std::move(messages[own]);
        while (auto const message = probe(group_)) {
            std::vector<char> bytes;
            receive(group_, message->first, message->second, bytes);
            auto const* const begin = reinterpret_cast<std::byte const*>(bytes.data());
            received[static_cast<std::size_t>(message->first)].assign(begin, begin + bytes.size());
        }
        return received;
    }
    std::uint64_t sum(std::uint64_t n) {
        std::uint64_t all = 0;
        all_reduce(group_, &n, &n + 1, &all, std::plus<>());
        return all;
    }

  private:
    static constexpr int tag = 1;
    Group group_;
};

}  // namespace trav::distributed
