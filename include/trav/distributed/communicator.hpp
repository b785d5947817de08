// trav/distributed/communicator.hpp: the interface between programs that each have a part of a graph: ranks
// that exchange messages and add up numbers.
//
//     comm.rank(), comm.size()           the number of this rank, and the number of ranks
//     comm.exchange(messages)            sends messages[r] to rank r; returns the message from each rank
//     comm.sum(n)                        the sum of the numbers of all ranks
//     together(comm, f)                  calls f() in all ranks; if it throws in one, all throw
//
// All ranks must call exchange() and sum(), in the same order. Models: Threads (threads.hpp), for tests and
// for one machine; Mpi (mpi.hpp); Pbgl (pbgl.hpp). All ranks must run the same program on machines of the
// same kind, because numbers are sent in their memory representation.
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trav::distributed {

/// A message from one rank to another.
using Message = std::vector<std::byte>;
/// One message per rank.
using Messages = std::vector<Message>;

/// A rank among others.
template <class C>
concept Communicator = requires(C& comm, Messages messages, std::uint64_t n) {
    { comm.rank() } -> std::convertible_to<std::size_t>;
    { comm.size() } -> std::convertible_to<std::size_t>;
    { comm.exchange(std::move(messages)) } -> std::convertible_to<Messages>;
    { comm.sum(n) } -> std::convertible_to<std::uint64_t>;
};

/// Thrown in ranks that cannot continue because another rank has failed; that rank throws the cause.
struct AnotherRankFailed : std::runtime_error {
    AnotherRankFailed() : std::runtime_error("trav: another rank has failed") {}
};

/// Calls f() in all ranks. If it throws in some, these ranks rethrow their exceptions, and the others throw
/// AnotherRankFailed, so no rank waits for a failed one. All ranks must call it; f must not wait for others.
void together(Communicator auto& comm, auto const& f) {
    std::exception_ptr why;
    try {
        f();
    } catch (...) { why = std::current_exception(); }
    if (comm.sum(why ? 1 : 0) == 0) return;
    if (why) std::rethrow_exception(why);
    throw AnotherRankFailed();
}

}  // namespace trav::distributed
