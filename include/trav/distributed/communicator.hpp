// trav/distributed/communicator.hpp: what several programs, each with a part of a graph, need to work
// together: ranks that exchange messages and add up numbers.
//
//     comm.rank(), comm.size()           which one this is, of how many
//     comm.exchange(messages)            sends messages[r] to rank r; answers what each rank has sent here
//     comm.sum(n)                        the sum of the numbers of all ranks
//     together(comm, f)                  calls f() in all ranks; if it throws in one, all throw
//
// exchange() and sum() are called by all ranks, in the same order. Models: Threads (threads.hpp), for tests
// and for one machine; Mpi (mpi.hpp); Pbgl (pbgl.hpp). All ranks are of one program on machines of one kind:
// numbers cross as they lie in memory.
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

/// What one rank sends to another.
using Message = std::vector<std::byte>;
/// One for each rank.
using Messages = std::vector<Message>;

/// A rank among others.
template <class C>
concept Communicator = requires(C& comm, Messages messages, std::uint64_t n) {
    { comm.rank() } -> std::convertible_to<std::size_t>;
    { comm.size() } -> std::convertible_to<std::size_t>;
    { comm.exchange(std::move(messages)) } -> std::convertible_to<Messages>;
    { comm.sum(n) } -> std::convertible_to<std::uint64_t>;
};

/// Thrown in ranks that cannot go on because another one has failed, which throws what the reason is.
struct AnotherRankFailed : std::runtime_error {
    AnotherRankFailed() : std::runtime_error("trav: another rank has failed") {}
};

/// Calls f() in all ranks. If it throws in some, these throw the same, and the others AnotherRankFailed: none
/// waits for a rank that has failed. Called by all ranks; f must not wait for others.
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
