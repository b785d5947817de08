// trav/distributed/threads.hpp: ranks that are threads of one process: for tests, and to try things out
// without MPI.
//
//     trav::distributed::on_threads(4, [&](trav::distributed::Threads& comm) {
//         auto const found = trav::distributed::solve(comm, part_of(comm), sources, flow);
//     });
//
// What the ranks share must not change meanwhile; a flow keeps state, so each rank has its own. If one of
// them throws, the others stop where they next wait for it, and on_threads() throws what it has thrown.
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

/// What the threads share.
class Meeting {
  public:
    explicit Meeting(std::size_t size) : messages(size), numbers(size), size_(size) {}

    /// Waits for all; what one has written before is seen by all others after it.
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
    /// The first that fails has its exception thrown to the caller. Null: it ends because another has failed.
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

/// Calls f(comm) in so many threads, each with a rank of its own, and waits for them. Throws what the first
/// of them that fails has thrown.
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
    } catch (...) { meeting.fail(std::current_exception()); }  // the system has no thread
    for (auto& thread : threads) thread.join();
    meeting.rethrow();
}

}  // namespace trav::distributed
