// trav/distributed/threads.hpp: ranks that are threads of one process: for tests, and for trying things out
// without MPI.
//
//     trav::distributed::on_threads(4, [&](trav::distributed::Threads& comm) {
//         trav::distributed::SharedGraph const heap(comm, part_of(comm));
//         auto const found = trav::solve(heap, sources, flow);
//     });
//
// Data shared by the ranks must not change meanwhile. A flow has state, so each rank needs its own. If a rank
// throws, the other ranks stop when they next wait for it, and on_threads() rethrows the exception.
#pragma once

#include "communicator.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace trav::distributed {

namespace detail {

/// The state shared by the threads.
class Meeting {
  public:
    explicit Meeting(std::size_t size) : messages(size), numbers(size), size_(size) {}

    /// Waits for all threads. Writes before the wait are visible to all threads after it.
    void wait() {
        std::unique_lock lock(mutex_);
        if (failed_) throw AnotherRankFailed();
        std::uint64_t const round = round_;
        if (++waiting_ == size_) {
            waiting_ = 0;
            ++round_;
            all_here_.notify_all();
            return;
        }
        all_here_.wait(lock, [&] { return round_ != round || failed_; });
        if (round_ == round) throw AnotherRankFailed();
    }
    /// Records a failure; the first exception is rethrown in the caller. Null: failed because another did.
    void fail(std::exception_ptr why) {
        std::lock_guard const lock(mutex_);
        failed_ = true;
        if (!why_) why_ = std::move(why);
        all_here_.notify_all();
    }
    void rethrow() const {
        if (why_) std::rethrow_exception(why_);
        if (failed_) throw AnotherRankFailed();
    }

    std::vector<Messages> messages;      ///< by sender
    std::vector<std::uint64_t> numbers;  ///< by rank

  private:
    std::size_t const size_;
    std::size_t waiting_ = 0;
    std::uint64_t round_ = 0;
    bool failed_ = false;
    std::exception_ptr why_;
    std::mutex mutex_;
    std::condition_variable all_here_;
};

}  // namespace detail

/// A Communicator among threads.
class Threads {
  public:
    Threads(detail::Meeting& meeting, std::size_t rank) : meeting_(meeting), rank_(rank) {}

    std::size_t rank() const { return rank_; }
    std::size_t size() const { return meeting_.messages.size(); }
    Messages exchange(Messages messages) {
        meeting_.messages[rank_] = std::move(messages);
        meeting_.wait();
        Messages received;
        for (auto& sent : meeting_.messages) received.push_back(std::move(sent[rank_]));
        meeting_.wait();
        return received;
    }
    std::uint64_t sum(std::uint64_t n) {
        meeting_.numbers[rank_] = n;
        meeting_.wait();
        std::uint64_t all = 0;
        for (auto const one : meeting_.numbers) all += one;
        meeting_.wait();
        return all;
    }

  private:
    detail::Meeting& meeting_;
    std::size_t rank_;
};

/// Calls f(comm) in this many threads, one per rank, and waits for them. Rethrows the exception of the first
/// rank that fails.
void on_threads(std::size_t ranks, auto const& f) {
    detail::Meeting meeting(ranks);
    auto const run = [&](std::size_t rank) {
        try {
            Threads comm(meeting, rank);
            f(comm);
        } catch (AnotherRankFailed const&) { meeting.fail(nullptr); } catch (...) {
            meeting.fail(std::current_exception());
        }
    };
    std::vector<std::thread> threads;
    try {
        threads.reserve(ranks);
        for (std::size_t rank = 1; rank < ranks; ++rank) threads.emplace_back(run, rank);
        if (ranks != 0) run(0);
    } catch (...) { meeting.fail(std::current_exception()); }  // no more threads are available
    for (auto& thread : threads) thread.join();
    meeting.rethrow();
}

}  // namespace trav::distributed
