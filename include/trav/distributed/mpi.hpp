// trav/distributed/mpi.hpp: ranks that are processes of an MPI program, on one or several machines. Needs
// MPI: the CMake target trav::mpi, if MPI is found.
//
//     MPI_Init(&argc, &argv);
//     {
//         trav::distributed::Mpi comm;                     // or Mpi comm(some_communicator)
//         ...
//     }
//     MPI_Finalize();
//
// Messages may have any length. A rank that ends with an exception must call comm.abort() to end the other
// ranks; otherwise they wait for it.
#pragma once

#include "communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#endif
#include <mpi.h>

namespace trav::distributed {

/// A Communicator among processes. MPI must be initialised first and outlive this object.
class Mpi {
  public:
    /// Duplicates the communicator, so that its messages are not mixed with others.
    explicit Mpi(MPI_Comm comm = MPI_COMM_WORLD) {
        MPI_Comm_dup(comm, &comm_);
        int rank = 0, size = 0;
        MPI_Comm_rank(comm_, &rank);
        MPI_Comm_size(comm_, &size);
        rank_ = static_cast<std::size_t>(rank);
        size_ = static_cast<std::size_t>(size);
    }
    Mpi(Mpi const&) = delete;
    Mpi& operator=(Mpi const&) = delete;
    ~Mpi() { MPI_Comm_free(&comm_); }

    std::size_t rank() const { return rank_; }
    std::size_t size() const { return size_; }
    Messages exchange(Messages messages) {
        std::vector<std::uint64_t> sending, receiving(size_);
        for (auto const& message : messages) sending.push_back(message.size());
        MPI_Alltoall(sending.data(), 1, MPI_UINT64_T, receiving.data(), 1, MPI_UINT64_T, comm_);
        Messages received(size_);
        std::vector<MPI_Request> requests;
        for (std::size_t rank = 0; rank != size_; ++rank) {
            if (rank == rank_) continue;
            received[rank].resize(receiving[rank]);
            in_pieces(received[rank], [&](std::byte* piece, int length) {
                MPI_Irecv(piece, length, MPI_BYTE, static_cast<int>(rank), tag, comm_,
                          &requests.emplace_back());
            });
        }
        for (std::size_t rank = 0; rank != size_; ++rank) {
            if (rank == rank_) continue;
            in_pieces(messages[rank], [&](std::byte* piece, int length) {
                MPI_Isend(piece, length, MPI_BYTE, static_cast<int>(rank), tag, comm_,
                          &requests.emplace_back());
            });
        }
        MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        received[rank_] = std::move(messages[rank_]);
        return received;
    }
    std::uint64_t sum(std::uint64_t n) {
        std::uint64_t all = 0;
        MPI_Allreduce(&n, &all, 1, MPI_UINT64_T, MPI_SUM, comm_);
        return all;
    }
    /// Ends all ranks; mpirun returns this code.
    [[noreturn]] void abort(int code) {
        MPI_Abort(comm_, code);
        std::abort();  // MPI_Abort does not return, but is not declared so
    }

  private:
    static constexpr int tag = 1;
    static constexpr std::size_t longest = std::size_t{1} << 30;  // MPI counts in ints

    static void in_pieces(Message& message, auto f) {
        for (std::size_t at = 0; at < message.size(); at += longest) {
            std::size_t const left = message.size() - at;
            f(message.data() + at, static_cast<int>(left < longest ? left : longest));
        }
    }

    MPI_Comm comm_ = MPI_COMM_NULL;
    std::size_t rank_ = 0, size_ = 0;
};

}  // namespace trav::distributed
