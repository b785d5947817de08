// trav/ghc/heap/roots.hpp: the roots of a heap: threads, weak pointers and stable pointers.
//
// Offers Roots, a list of each kind in GHC's order, and StablePtr. Each capability has its own run queue.
// Pointers may be tagged. All operations take O(1), except listing all roots and removing a thread from the
// middle of a run queue.
#pragma once

#include "../layout/primitive.hpp"
#include "../layout/thread.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav::ghc {

/// A stable pointer: a number that stands for an object until it is freed.
enum class StablePtr : std::size_t {};

class Roots {
  public:
    explicit Roots(std::size_t capabilities = 1) : run_queues_(capabilities) {}

    // -- threads

    /// By capability: the runnable threads, linked in order. The last keeps the link it arrived with.
    std::vector<std::vector<Closure*>>& run_queues() { return run_queues_; }
    std::vector<std::vector<Closure*>> const& run_queues() const { return run_queues_; }
    /// The run queue of the first capability.
    std::vector<Closure*> const& run_queue() const { return run_queues_.front(); }
    /// Threads that are in foreign calls.
    std::vector<Closure*>& suspended() { return suspended_; }
    std::vector<Closure*> const& suspended() const { return suspended_; }
    /// Threads that sleep; the first to wake is the last.
    std::vector<Closure*>& sleeping() { return sleeping_; }

    /// Puts the thread at the end of its capability's queue.
    void schedule(Closure* tso) {
        auto& queue = run_queues_[as<Tso>(tso)->cap];
        if (!queue.empty()) as<Tso>(queue.back())->next = tso;
        queue.push_back(tso);
    }
    /// Puts the thread at the head of its capability's queue.
    void schedule_first(Closure* tso) {
        auto& queue = run_queues_[as<Tso>(tso)->cap];
        if (!queue.empty()) as<Tso>(tso)->next = queue.front();
        queue.insert(queue.begin(), tso);
    }
    /// Removes the thread from any position in its queue; the caller must reset its link. Returns whether the
    /// thread was in the queue.
    bool unschedule(Closure* tso) {
        auto& queue = run_queues_[as<Tso>(tso)->cap];
        auto at = queue.begin();
        while (at != queue.end() && *at != tso) ++at;
        if (at == queue.end()) return false;
        if (at != queue.begin()) as<Tso>(at[-1])->next = as<Tso>(tso)->next;
        queue.erase(at);
        return true;
    }

    // -- weak pointers

    std::vector<Closure*>& weak_list() { return weak_list_; }
    std::vector<Closure*> const& weak_list() const { return weak_list_; }
    void add_weak(Closure* weak) {
        if (!weak_list_.empty()) as<Weak>(weak_list_.back())->link = weak;
        weak_list_.push_back(weak);
    }

    // -- stable pointers

    /// By number; null if the stable pointer was freed.
    std::vector<Closure*>& stable_table() { return stable_; }
    std::vector<Closure*> const& stable_table() const { return stable_; }

    StablePtr stable(Closure* c) {
        std::size_t at = stable_.size();
        if (free_stable_.empty()) {
            stable_.push_back(nullptr);
        } else {
            at = free_stable_.back();
            free_stable_.pop_back();
        }
        stable_[at] = tagged(c);
        return StablePtr{at};
    }
    Closure* deref(StablePtr p) const { return untag(stable_[static_cast<std::size_t>(p)]); }
    void free_stable(StablePtr p) {
        stable_[static_cast<std::size_t>(p)] = nullptr;
        free_stable_.push_back(static_cast<std::size_t>(p));
    }

    // -- all roots

    std::vector<Closure*> all() const {
        std::vector<Closure*> all;
        for (auto const& queue : run_queues_)
            for (Closure* tso : queue) all.push_back(tso);
        return and_others(std::move(all));
    }
    /// The roots that GHC has: only the head and the tail of each run queue.
    std::vector<Closure*> as_in_ghc() const {
        std::vector<Closure*> all;
        for (auto const& queue : run_queues_)
            if (!queue.empty()) all.push_back(queue.front()), all.push_back(queue.back());
        return and_others(std::move(all));
    }

  private:
    std::vector<Closure*> and_others(std::vector<Closure*> all) const {
        for (Closure* tso : suspended_) all.push_back(tso);
        all.insert(all.end(), sleeping_.rbegin(), sleeping_.rend());
        all.insert(all.end(), weak_list_.begin(), weak_list_.end());
        for (Closure* c : stable_)
            if (c) all.push_back(c);
        return all;
    }

    std::vector<std::vector<Closure*>> run_queues_;
    std::vector<Closure*> suspended_, sleeping_, weak_list_, stable_;
    std::vector<std::size_t> free_stable_;
};

}  // namespace trav::ghc
